import { wordConditions } from '../calculate/conditions.ts';
import { eachLine, type PassLine } from '../calculate/pass.ts';
import type { Investigation } from '../investigation.ts';
import type { Place } from './places.ts';
import { readableMessage } from './readable-message.ts';

/** The lines of one place that the question is about. */
export interface PlaceCount {
  place: Place;
  lines: number;
  count: number;
  first?: PlaceSpot;
  last?: PlaceSpot;
  /** What most of them say, most frequent first, at most 12 kinds. */
  kinds: { text: string; count: number }[];
}

export interface PlaceSpot {
  document: string;
  line: number;
  timeMs?: number;
}

export interface PlaceCounts {
  counts: PlaceCount[];
  /** Words that were asked for and found. */
  said: string[];
  /** Words of the question that stand in no line. */
  missing: string[];
  isWhole: boolean;
}

const mostKinds = 200;

/** Counts lines by place: those with all words of the subject, failing ones where it names none. */
export async function countByPlace(
  run: Investigation,
  places: readonly Place[],
  subject: readonly string[],
): Promise<PlaceCounts | undefined> {
  const found = await wordConditions(run, subject, (word) => run.question.phrases.includes(word));
  const isTold = found.conditions.length > 0;
  // A name that is nowhere, or a subject of which nothing is there, is no matter of places.
  if (found.missing.some((word) => /[\d_./:@-]/.test(word)) || (subject.length > 0 && !isTold)) return undefined;
  const holds = (line: PassLine) => (isTold ? found.conditions.every((one) => one.test(line)) : line.isFailing());
  const byDocument = new Map<string, PlaceCount[]>();
  const counts = places.map((place): PlaceCount => ({ place, lines: 0, count: 0, kinds: [] }));
  for (const one of counts)
    for (const info of one.place.documents) byDocument.set(info.name, [...(byDocument.get(info.name) ?? []), one]);
  const kinds = new Map<PlaceCount, Map<string, { text: string; count: number }>>();
  const totals = await eachLine(run, {
    times: run.question.times,
    see(line) {
      const own = byDocument.get(line.document.name);
      if (own === undefined) return;
      const isHeld = holds(line);
      for (const one of own) {
        one.lines++;
        if (!isHeld) continue;
        one.count++;
        const spot = {
          document: line.document.name,
          line: line.line,
          ...(line.timeMs === undefined ? {} : { timeMs: line.timeMs }),
        };
        if (one.first === undefined || isBefore(spot, one.first)) one.first = spot;
        if (one.last === undefined || !isBefore(spot, one.last)) one.last = spot;
        countKind(kinds, one, line.text);
      }
    },
  });
  for (const [one, held] of kinds) one.kinds = [...held.values()].sort((a, b) => b.count - a.count).slice(0, 12);
  return {
    counts,
    said: subject.filter((word) => !found.missing.includes(word)),
    missing: found.missing,
    isWhole: totals.isWhole,
  };
}

function countKind(
  kinds: Map<PlaceCount, Map<string, { text: string; count: number }>>,
  one: PlaceCount,
  text: string,
) {
  const held = kinds.get(one) ?? new Map<string, { text: string; count: number }>();
  kinds.set(one, held);
  const message = readableMessage(text);
  const key = message.replace(/\b0x[\da-f]+\b|\d+|\b[\da-f]{8,}\b/gi, '#').slice(0, 120);
  const known = held.get(key);
  if (known !== undefined) known.count++;
  else if (held.size < mostKinds) held.set(key, { text: message, count: 1 });
}

function isBefore(a: PlaceSpot, b: PlaceSpot): boolean {
  if (a.timeMs !== undefined && b.timeMs !== undefined && a.timeMs !== b.timeMs) return a.timeMs < b.timeMs;
  return a.document === b.document && a.line < b.line;
}
