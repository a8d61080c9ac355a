import type { DocumentInfo } from '../reading.ts';
import type { Sighting, Sightings } from './sightings.ts';

/** How the clocks of two documents stand to each other, by the events both tell of. */
export interface ClockPair {
  /** Positions in the documents compared. */
  own: number;
  other: number;
  /** Added to the own times, they are the other's. */
  offsetMs: number;
  /** Half of what most differences spread over, at least half of the clocks' steps. */
  uncertaintyMs: number;
  agreeing: number;
  /** Of these, how many are ids; the others are equal texts. */
  ids: number;
  /** All events both tell of. */
  events: number;
  /** The lines of the most telling event. */
  line: number;
  otherLine: number;
}

interface Event {
  differenceMs: number;
  own: Sighting;
  other: Sighting;
  isId: boolean;
}

const leastAgreeing = 3;
/** Differences of one offset lie this close together; clocks this close count as the same. */
export const toleranceMs = 2000;
/** Time zones differ by multiples of it. */
export const quarterMs = 15 * 60_000;
const leastSpanMs = 10 * 60_000;
const maxEvents = 4000;

/** Pairs of documents whose clocks the shared events tell of. What events do not prove is left out. */
export function pairClocks(documents: readonly DocumentInfo[], sightings: Sightings): ClockPair[] {
  const byPair = new Map<number, Event[]>();
  for (const { isId, seen } of sightings.shared()) {
    for (let first = 0; first < seen.length; first++) {
      for (let second = first + 1; second < seen.length; second++) {
        const [own, other] = [seen[first]!, seen[second]!];
        if (isId && isBanner(own, documents) && isBanner(other, documents)) continue;
        const key = own.document * documents.length + other.document;
        const events = byPair.get(key) ?? [];
        if (events.length === 0) byPair.set(key, events);
        if (events.length < maxEvents) events.push({ differenceMs: other.timeMs - own.timeMs, own, other, isId });
      }
    }
  }
  return [...byPair.values()].flatMap((events) => {
    const pair = judge(oncePerLine(events), documents);
    return pair ? [pair] : [];
  });
}

/** What long files begin with: versions and names that every start prints. */
function isBanner({ document, line }: Sighting, documents: readonly DocumentInfo[]): boolean {
  return line <= 20 && documents[document]!.lines > 200;
}

/** Several keys of one line tell of one event. */
function oncePerLine(events: readonly Event[]): Event[] {
  const byLine = new Map<number, Event>();
  for (const event of events) {
    const known = byLine.get(event.own.line);
    if (!known || (event.isId && !known.isId)) byLine.set(event.own.line, event);
  }
  return [...byLine.values()];
}

function judge(events: readonly Event[], documents: readonly DocumentInfo[]): ClockPair | undefined {
  const best = densest(events);
  if (best.length < Math.max(leastAgreeing, events.length / 2)) return undefined;
  const middle = best[best.length >> 1]!;
  const offsetMs = middle.differenceMs;
  const ids = best.filter(({ isId }) => isId).length;
  const pair: ClockPair = {
    own: middle.own.document,
    other: middle.other.document,
    offsetMs,
    uncertaintyMs: uncertaintyOf(best),
    agreeing: best.length,
    ids,
    events: events.length,
    line: middle.own.line,
    otherLine: middle.other.line,
  };
  const isBoot = [pair.own, pair.other].some((index) => documents[index]!.clock === 'boot');
  return isBoot || isProven(best, offsetMs, ids) ? pair : undefined;
}

/**
 * Ids name the same event. Equal texts may be the same step of two runs, as when one machine restarts after the
 * other: they prove an offset only where they stand over a longer time than it, or where a time zone explains it.
 */
function isProven(best: readonly Event[], offsetMs: number, ids: number): boolean {
  const times = best.map(({ own }) => own.timeMs);
  const spanMs = Math.max(...times) - Math.min(...times);
  if (Math.abs(offsetMs) < toleranceMs) return true;
  if (ids >= leastAgreeing) return spanMs > 0;
  return spanMs >= Math.abs(offsetMs) || (isWholeQuarter(offsetMs) && spanMs >= leastSpanMs);
}

/** As the differences of time zones are. */
export function isWholeQuarter(offsetMs: number): boolean {
  const rest = Math.abs(offsetMs - Math.round(offsetMs / quarterMs) * quarterMs);
  return rest <= toleranceMs && Math.abs(offsetMs) >= quarterMs - toleranceMs && Math.abs(offsetMs) <= 15 * 3_600_000;
}

/** The most events whose differences lie close together, by difference. */
function densest(events: readonly Event[]): Event[] {
  const sorted = [...events].sort((a, b) => a.differenceMs - b.differenceMs);
  let best = { start: 0, end: 0 };
  for (let start = 0, end = 0; end < sorted.length; end++) {
    while (sorted[end]!.differenceMs - sorted[start]!.differenceMs > toleranceMs) start++;
    if (end + 1 - start > best.end - best.start) best = { start, end: end + 1 };
  }
  return sorted.slice(best.start, best.end);
}

function uncertaintyOf(best: readonly Event[]): number {
  const differences = best.map(({ differenceMs }) => differenceMs);
  const at = (share: number) => differences[Math.round((differences.length - 1) * share)]!;
  const stepMs = best.every(({ own, other }) => own.timeMs % 1000 === 0 || other.timeMs % 1000 === 0) ? 1000 : 1;
  return Math.max((at(0.9) - at(0.1)) / 2, stepMs / 2);
}
