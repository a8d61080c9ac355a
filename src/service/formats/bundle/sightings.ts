import { keysOf } from './line-keys.ts';

/** Where a key stands in one document. */
export interface Sighting {
  document: number;
  line: number;
  timeMs: number;
  count: number;
  lastMs: number;
}

/** What documents say, by key: the events that may stand in several of them. */
export interface Sightings {
  add(document: number, line: number, timeMs: number, text: string): void;
  /** Keys that name one event in each of two documents or a few. */
  shared(): Iterable<{ isId: boolean; seen: readonly Sighting[] }>;
}

const maxKeys = 300_000;
/** A key that stands in more documents than this names no event. */
const maxDocuments = 8;
/** An id may stand in several lines of one event: a request's beginning and end. */
const maxLinesOfId = 6;
const maxSpanOfIdMs = 60_000;

export function createSightings(): Sightings {
  let byKey = new Map<string, Sighting[]>();
  let thinning = 0;
  return { add, shared };

  function add(document: number, line: number, timeMs: number, text: string): void {
    const keys = keysOf(text);
    if (keys.text !== '') see(`t${keys.text}`, document, line, timeMs);
    for (const id of keys.ids) see(`i${id}`, document, line, timeMs);
    if (byKey.size > maxKeys) thin();
  }

  function see(key: string, document: number, line: number, timeMs: number): void {
    if (thinning > 0 && !isKept(key)) return;
    const seen = byKey.get(key);
    if (!seen) {
      byKey.set(key, [{ document, line, timeMs, count: 1, lastMs: timeMs }]);
      return;
    }
    // Documents are read one after the other.
    const last = seen.at(-1)!;
    if (last.document === document) {
      last.count++;
      last.lastMs = timeMs;
    } else if (seen.length <= maxDocuments) seen.push({ document, line, timeMs, count: 1, lastMs: timeMs });
  }

  /** The same keys are kept of every document, so that what is left can still be matched. */
  function thin(): void {
    thinning++;
    byKey = new Map([...byKey].filter(([key]) => isKept(key)));
  }

  function isKept(key: string): boolean {
    let hash = 0x811c9dc5;
    for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
    return ((hash ^ (hash >>> 15)) & ((1 << thinning) - 1)) === 0;
  }

  function* shared(): Generator<{ isId: boolean; seen: readonly Sighting[] }> {
    for (const [key, all] of byKey) {
      if (all.length < 2 || all.length > maxDocuments) continue;
      const isId = key.startsWith('i');
      const seen = all.filter((one) => one.count === 1 || (isId && isOneEvent(one)));
      if (seen.length >= 2) yield { isId, seen };
    }
  }
}

function isOneEvent({ count, timeMs, lastMs }: Sighting): boolean {
  return count <= maxLinesOfId && Math.abs(lastMs - timeMs) <= maxSpanOfIdMs;
}
