import type { LineState } from './line-state.ts';

export interface StateLine {
  place: number;
  timeMs: number;
  text: string;
}

/** A time of trouble: from its first line to the first that tells of its end, or of the work that was suspended. */
export interface Trouble {
  first: StateLine;
  last: StateLine;
  lines: number;
  end?: StateLine;
}

export interface Kind {
  state: LineState;
  count: number;
  /** In which tenths of the file it stands, as bits. */
  tenths: number;
}

/** `text` is the whole line until it is told. */
export interface Seen extends StateLine {
  kind: Kind;
}

/** The times of trouble in the lines about one, each with its end where a line tells it. */
export function troublesOf(seen: readonly Seen[]): Trouble[] {
  return withEnds(clustersOf(seen), seen);
}

/** Bad lines that come together, parted where a line tells that it is over or by long pauses with other lines. */
function clustersOf(seen: readonly Seen[]): Trouble[] {
  const bad = seen.filter(({ kind }) => kind.state === 'bad');
  const gaps = bad
    .slice(1)
    .map((one, index) => one.timeMs - bad[index]!.timeMs)
    .sort((a, b) => a - b);
  const usual = gaps[gaps.length >> 1] ?? 0;
  const isRare = rareIn(seen);
  const clusters: Trouble[] = [];
  let isOver = true;
  let between = 0;
  for (const one of seen) {
    if (one.kind.state !== 'bad') {
      between++;
      if (one.kind.state === 'back' && isRare(one.kind)) isOver = true;
      continue;
    }
    const running = clusters.at(-1);
    const isApart =
      running !== undefined &&
      between >= 3 &&
      bad.length >= 6 &&
      one.timeMs - running.last.timeMs > Math.max(20 * usual, 1000);
    if (running === undefined || isOver || isApart) clusters.push({ first: one, last: one, lines: 1 });
    else {
      running.last = one;
      running.lines++;
    }
    isOver = false;
    between = 0;
  }
  return clusters;
}

/** Said no more often than there are bad lines; what comes all the time is work, however well it sounds. */
function rareIn(seen: readonly Seen[]): (kind: Kind) => boolean {
  const bad = seen.filter(({ kind }) => kind.state === 'bad').length;
  return ({ count }) => count <= Math.max(4, bad) && count <= Math.max(4, seen.length * 0.3);
}

/** The first line after each that tells of the end, or is of a kind that was suspended as long as it lasted. */
function withEnds(clusters: readonly Trouble[], seen: readonly Seen[]): Trouble[] {
  const isRare = rareIn(seen);
  const absent = absentKinds(clusters, seen);
  const suspended = absent.size > 0 ? absent : suspendedKinds(clusters, seen);
  const troubles: Trouble[] = [];
  let at = 0;
  for (const [index, one] of clusters.entries()) {
    const next = clusters[index + 1]?.first.place ?? Number.POSITIVE_INFINITY;
    while (at < seen.length && seen[at]!.place <= one.last.place) at++;
    const from = at;
    while (at < seen.length && seen[at]!.place < next) at++;
    const rest = seen.slice(from, at);
    const told = rest.find(({ kind }) => kind.state === 'back' && isRare(kind));
    const end = told ?? rest.find(({ kind }) => suspended.has(kind));
    const before = troubles.at(-1);
    // Nothing good came between: it is the same one.
    if (before !== undefined && before.end === undefined) {
      before.last = one.last;
      before.lines += one.lines;
      if (end !== undefined) before.end = end;
    } else troubles.push({ ...one, ...(end === undefined ? {} : { end }) });
  }
  return troubles;
}

const leastExpected = 3;

/** What comes all the time before the first bad line or after the last, and not once between them. */
function absentKinds(clusters: readonly Trouble[], seen: readonly Seen[]): Set<Kind> {
  const [from, to] = [clusters[0]?.first, clusters.at(-1)?.last];
  if (from === undefined || to === undefined) return new Set();
  const outside = new Set<Kind>();
  const inside = new Set<Kind>();
  for (const { place, kind } of seen)
    if (kind.state !== 'bad') (place >= from.place && place <= to.place ? inside : outside).add(kind);
  const insideMs = to.timeMs - from.timeMs;
  const outsideMs = Math.max(1, seen.at(-1)!.timeMs - seen[0]!.timeMs - insideMs);
  return new Set(
    [...outside].filter((kind) => !inside.has(kind) && (kind.count * insideMs) / outsideMs >= leastExpected),
  );
}

function suspendedKinds(clusters: readonly Trouble[], seen: readonly Seen[]): Set<Kind> {
  const inside = new Map<Kind, number>();
  let at = 0;
  let insideLines = 0;
  for (const one of seen) {
    while (at < clusters.length && clusters[at]!.last.place < one.place) at++;
    const isIn = at < clusters.length && one.place >= clusters[at]!.first.place;
    if (!isIn || one.kind.state === 'bad') continue;
    insideLines++;
    inside.set(one.kind, (inside.get(one.kind) ?? 0) + 1);
  }
  const insideMs = clusters.reduce((sum, { first, last }) => sum + last.timeMs - first.timeMs, 0);
  const allMs = Math.max(1, seen.at(-1)!.timeMs - seen[0]!.timeMs);
  const share = Math.min(0.95, insideMs / allMs);
  const kinds = new Set(seen.map(({ kind }) => kind).filter(({ state }) => state !== 'bad'));
  return new Set(
    [...kinds].filter((kind) => {
      const within = inside.get(kind) ?? 0;
      const expected = (kind.count - within) * (share / (1 - share));
      return kind.count >= 3 && within <= 0.2 * expected && (expected >= 2 || insideLines === 0);
    }),
  );
}
