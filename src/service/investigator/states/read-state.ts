import { literalPattern } from '#core/literal-pattern.ts';
import { eachLine } from '../calculate/pass.ts';
import { lineOf, readRow } from '../calculate/row.ts';
import { wordsOfLine } from '../episodes/line-kinds.ts';
import type { Investigation } from '../investigation.ts';
import { patternOf } from '../survey/message-pattern.ts';
import type { LinesByDocument } from '../words/unit.ts';
import { lineState } from './line-state.ts';
import { type Kind, type Seen, type StateLine, type Trouble, troublesOf } from './troubles-of.ts';

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
  const troubles = troublesOf(seen).map(
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
