import { literalPattern } from '#core/literal-pattern.ts';
import { eachLine } from '../calculate/pass.ts';
import { lineOf, readRow } from '../calculate/row.ts';
import { wordsOfLine } from '../episodes/line-kinds.ts';
import type { Investigation } from '../investigation.ts';
import { patternOf } from '../survey/message-pattern.ts';
import type { LinesByDocument } from '../words/unit.ts';
import { type LineState, lineState } from './line-state.ts';

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

export interface StateRead {
  troubles: Trouble[];
  lines: number;
  lastLine: StateLine;
  /** Its last line, the only one of its kind, sums up that all is well. */
  endsWell: boolean;
  /** After the last bad line: how many of its usual lines came, over how long. */
  quiet: { lines: number; ms: number };
  /** From the last bad line to the end of the file. */
  toEndMs: number;
  /** The longest pause between two bad lines of one time of trouble. */
  pauseMs: number;
}

const fewestAgain = 5;

/** What came again and again has not come for much longer than it ever paused, though no line tells that it is over. */
export function isFaded({ troubles, toEndMs, pauseMs }: StateRead): boolean {
  const last = troubles.at(-1);
  return (
    last !== undefined && last.end === undefined && last.lines >= fewestAgain && toEndMs > Math.max(3 * pauseMs, 60_000)
  );
}

interface Kind {
  state: LineState;
  count: number;
  /** In which tenths of the file it stands, as bits. */
  tenths: number;
}

/** `text` is the whole line until it is told. */
interface Seen extends StateLine {
  kind: Kind;
}

const mostSeen = 100_000;

/** Reads the lines of one that was asked about; undefined where none of them has a time or they are too many. */
export async function readState(
  run: Investigation,
  lines: LinesByDocument,
  names: readonly string[],
  state: string | undefined,
  span: { firstTimeMs?: number; lastTimeMs?: number },
): Promise<StateRead | undefined> {
  const kinds = new Map<string, Kind>();
  const seen: Seen[] = [];
  const named = new RegExp(names.map(literalPattern).join('|'), 'gi');
  let isTooMany = false;
  await eachLine(run, {
    lines: new Map(lines),
    see(line) {
      if (line.timeMs === undefined || isTooMany) return;
      if (seen.length >= mostSeen) {
        isTooMany = true;
        return;
      }
      const isFailing = line.isFailing();
      const form = line.form < 0 ? patternOf(wordsOfLine(line)) : line.form;
      const key = `${isFailing ? '!' : ' '}${form}`;
      let kind = kinds.get(key);
      if (kind === undefined) {
        const text = wordsOfLine(line).replace(named, ' ');
        kind = { state: lineState(text, isFailing, state), count: 0, tenths: 0 };
        if (kinds.size < 5000) kinds.set(key, kind);
      }
      kind.count++;
      seen.push({ place: line.place, timeMs: line.timeMs, kind, text: line.text });
    },
  });
  if (isTooMany || seen.length === 0) return undefined;
  calmStrewn(seen, span);
  calmStarters(seen);
  const document = await run.documents.open([...lines.keys()][0]!);
  const toldOf = ({ place, timeMs, text }: StateLine): StateLine => ({
    place,
    timeMs,
    text: wordsOfLine(lineOf(readRow(text, document?.layout))),
  });
  const troubles = withEnds(clustersOf(seen), seen).map(
    ({ first, last, end, lines: count }): Trouble => ({
      first: toldOf(first),
      last: toldOf(last),
      lines: count,
      ...(end === undefined ? {} : { end: toldOf(end) }),
    }),
  );
  const after = troubles.at(-1)?.last;
  const rest = after === undefined ? [] : seen.filter(({ place }) => place > after.place);
  return {
    troubles,
    lines: seen.length,
    lastLine: toldOf(seen.at(-1)!),
    endsWell: rest.length > 2 && seen.at(-1)!.kind.state === 'back' && seen.at(-1)!.kind.count === 1,
    quiet: { lines: rest.length, ms: after === undefined ? 0 : seen.at(-1)!.timeMs - after.timeMs },
    toEndMs: Math.max(0, (span.lastTimeMs ?? seen.at(-1)!.timeMs) - (after?.timeMs ?? 0)),
    pauseMs: longestPause(troubles, seen),
  };
}

/** What is loud from the beginning of the file to its end is no event, where something else is. */
function calmStrewn(
  seen: readonly Seen[],
  { firstTimeMs = 0, lastTimeMs = 0 }: { firstTimeMs?: number; lastTimeMs?: number },
): void {
  const whole = Math.max(1, lastTimeMs - firstTimeMs + 1);
  for (const { kind, timeMs } of seen)
    kind.tenths |= 1 << Math.max(0, Math.min(9, Math.floor(((timeMs - firstTimeMs) * 10) / whole)));
  const isStrewn = ({ tenths, count }: Kind) =>
    count >= 10 && [...tenths.toString(2)].filter((bit) => bit === '1').length >= 9;
  const bad = new Set(seen.flatMap(({ kind }) => (kind.state === 'bad' ? [kind] : [])));
  if ([...bad].every(isStrewn)) return;
  for (const kind of bad) if (isStrewn(kind)) kind.state = 'work';
}

interface Tries {
  lastMs: number;
  /** From one of its lines to the next bad line. */
  waits: number[];
  gaps: number[];
}

/** What begins each try, also each that fails soon after, tells of no end. */
function calmStarters(seen: readonly Seen[]): void {
  const tries = new Map<Kind, Tries>();
  const waiting = new Set<Tries>();
  for (const { kind, timeMs } of seen) {
    if (kind.state === 'bad') {
      for (const one of waiting) one.waits.push(timeMs - one.lastMs);
      waiting.clear();
    } else if (kind.state === 'back') {
      const known = tries.get(kind) ?? { lastMs: timeMs, waits: [], gaps: [] };
      tries.set(kind, known);
      // Not followed by a bad line: only those that are count.
      if (known.waits.length > known.gaps.length) known.gaps.push(timeMs - known.lastMs);
      known.lastMs = timeMs;
      waiting.add(known);
    }
  }
  for (const [kind, { waits, gaps }] of tries) {
    const isStarter = waits.length >= 3 && gaps.length >= 2 && Math.max(...waits) <= 0.2 * Math.min(...gaps);
    if (isStarter) kind.state = 'work';
  }
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

function longestPause(troubles: readonly Trouble[], seen: readonly Seen[]): number {
  let most = 0;
  let before: Seen | undefined;
  const begins = new Set(troubles.map(({ first }) => first.place));
  for (const one of seen) {
    if (one.kind.state !== 'bad') continue;
    if (before !== undefined && !begins.has(one.place)) most = Math.max(most, one.timeMs - before.timeMs);
    before = one;
  }
  return most;
}
