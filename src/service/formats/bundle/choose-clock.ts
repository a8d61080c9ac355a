import type { DocumentInfo } from '../reading.ts';
import { type ClockPair, isWholeQuarter, quarterMs, toleranceMs } from './pair-clocks.ts';

/** How one document's clock stands to the reference's, by way of a document that is tied to it already. */
export interface TiedClock {
  document: number;
  /** Added to its times, they are the reference's. */
  offsetMs: number;
  uncertaintyMs: number;
  /** The pair it was tied by, seen from this document. */
  by: ClockPair;
}

export interface ChosenClock {
  reference: number;
  /** Documents whose clocks agree with it, itself included. */
  agreeing: number;
  /** Events by which others were compared with it. */
  events: number;
  tied: TiedClock[];
}

/**
 * The clock the others are told by: that of the largest group of documents that agree, before it one that names its
 * zone; in the group the one most events are shared with. Then every document that shared events lead to from there.
 */
export function chooseClock(
  documents: readonly DocumentInfo[],
  pairs: readonly ClockPair[],
  isZoned: (index: number) => boolean,
): ChosenClock | undefined {
  const absolute = documents.flatMap(({ clock }, index) => (clock === 'absolute' ? [index] : []));
  const groupOf = groupsOf(documents.length, pairs.filter(isAgreement));
  const eventsOf = new Map<number, number>();
  for (const { own, other, agreeing } of pairs) {
    for (const index of [own, other]) eventsOf.set(index, (eventsOf.get(index) ?? 0) + agreeing);
  }
  const paired = absolute.filter((index) => eventsOf.has(index));
  if (paired.length === 0) return undefined;
  const members = Map.groupBy(paired, groupOf);
  const [best] = paired.sort((a, b) => {
    const [groupA, groupB] = [members.get(groupOf(a))!, members.get(groupOf(b))!];
    return (
      Number(groupB.some(isZoned)) - Number(groupA.some(isZoned)) ||
      groupB.length - groupA.length ||
      Number(isZoned(b)) - Number(isZoned(a)) ||
      eventsOf.get(b)! - eventsOf.get(a)! ||
      documents[b]!.lines - documents[a]!.lines ||
      a - b
    );
  });
  const reference = best!;
  return {
    reference,
    agreeing: members.get(groupOf(reference))!.length,
    events: eventsOf.get(reference)!,
    tied: tieFrom(
      reference,
      pairs.map((pair) => asZones(pair, isZoned)),
      (index) => documents[index]!.clock === 'boot',
    ),
  };
}

/** Where one of two names no zone, a difference of zones is that exactly: what is left of it is the events' delay. */
function asZones(pair: ClockPair, isZoned: (index: number) => boolean): ClockPair {
  if ((isZoned(pair.own) && isZoned(pair.other)) || !isWholeQuarter(pair.offsetMs)) return pair;
  return { ...pair, offsetMs: Math.round(pair.offsetMs / quarterMs) * quarterMs };
}

function isAgreement({ offsetMs }: ClockPair): boolean {
  return Math.abs(offsetMs) < toleranceMs;
}

/** Strongest ties first, so that each document is told by the way most events speak for. */
function tieFrom(reference: number, pairs: readonly ClockPair[], isBoot: (index: number) => boolean): TiedClock[] {
  const known = new Map([[reference, { offsetMs: 0, uncertaintyMs: 0 }]]);
  const tied: TiedClock[] = [];
  // Time since boot is tied to a wall clock and ties nothing else.
  const mayTie = (index: number) => known.has(index) && !isBoot(index);
  const left = [...pairs].sort((a, b) => b.agreeing - a.agreeing);
  for (;;) {
    const at = left.findIndex(
      ({ own, other }) => known.has(own) !== known.has(other) && (mayTie(own) || mayTie(other)),
    );
    if (at < 0) return tied;
    const [pair] = left.splice(at, 1);
    const by = known.has(pair!.other) ? pair! : turned(pair!);
    const to = known.get(by.other)!;
    const one = {
      document: by.own,
      offsetMs: by.offsetMs + to.offsetMs,
      uncertaintyMs: by.uncertaintyMs + to.uncertaintyMs,
      by,
    };
    known.set(by.own, one);
    tied.push(one);
  }
}

function turned(pair: ClockPair): ClockPair {
  return {
    ...pair,
    own: pair.other,
    other: pair.own,
    offsetMs: -pair.offsetMs,
    line: pair.otherLine,
    otherLine: pair.line,
  };
}

function groupsOf(count: number, pairs: readonly ClockPair[]): (index: number) => number {
  const parent = Array.from({ length: count }, (_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parent[root] !== root) root = parent[root]!;
    return root;
  };
  for (const { own, other } of pairs) parent[rootOf(own)] = rootOf(other);
  return rootOf;
}
