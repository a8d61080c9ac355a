import { inAll, inAny, notIn } from './line-list.ts';

/** Lines by the name of their document. */
export type LinesByDocument = ReadonlyMap<string, Uint32Array>;

/** Something of the question that the file has: a word in its forms, or words side by side. */
export interface Unit {
  /** As the question says it. */
  asked: string;
  /** As the file spells it most often, and the other spellings. */
  label: string;
  spellings: readonly string[];
  isPhrase: boolean;
  /** Nowhere by itself, only in longer words or numbers. */
  isWithin?: boolean;
  byDocument: LinesByDocument;
  lines: number;
}

export function countOf(byDocument: LinesByDocument): number {
  let lines = 0;
  for (const list of byDocument.values()) lines += list.length;
  return lines;
}

/** Lines that hold all units. */
export function linesOfAll(units: readonly Unit[]): LinesByDocument {
  return combined(units, (lists) => (lists.length < units.length ? new Uint32Array() : inAll(lists)));
}

/** Lines in any of the sets. */
export function linesOfAny(sets: readonly LinesByDocument[]): LinesByDocument {
  return combined(
    sets.map((byDocument) => ({ byDocument })),
    inAny,
  );
}

export function linesWithout(set: LinesByDocument, other: LinesByDocument): LinesByDocument {
  const left = new Map<string, Uint32Array>();
  for (const [name, lines] of set) {
    const rest = notIn(lines, other.get(name) ?? new Uint32Array());
    if (rest.length > 0) left.set(name, rest);
  }
  return left;
}

function combined(
  sets: readonly { byDocument: LinesByDocument }[],
  join: (lists: Uint32Array[]) => Uint32Array,
): LinesByDocument {
  const joined = new Map<string, Uint32Array>();
  for (const name of new Set(sets.flatMap(({ byDocument }) => [...byDocument.keys()]))) {
    const lines = join(sets.map(({ byDocument }) => byDocument.get(name)).filter((list) => list !== undefined));
    if (lines.length > 0) joined.set(name, lines);
  }
  return joined;
}
