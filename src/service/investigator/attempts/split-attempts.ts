import { singular } from '../calculate/columns.ts';
import { onceAForm } from '../calculate/form-memo.ts';
import { eachLine, type PassLine } from '../calculate/pass.ts';
import type { Investigation } from '../investigation.ts';
import { patternOf } from '../survey/message-pattern.ts';

/** One of several goes at the same: a boot, a run, a flashing attempt. `to` is before the next one's `from`. */
export interface Attempt {
  from: Mark;
  to: Mark;
  records: number;
  /** How far it came: the last line that states a share, a step or a block. */
  progress?: Mark & { value: string };
  outcome?: Mark & { isSuccess: boolean };
  /** The last lines, newest first. */
  tail: Mark[];
  /** Kinds of its lines with the first of each. */
  kinds: Map<string, Mark>;
}

export interface Mark {
  place: number;
  timeMs: number | undefined;
  text: string;
}

export interface Attempts {
  all: Attempt[];
  /** Split where the uptime starts anew, else at a line that is repeated. */
  isByClock: boolean;
}

const opening =
  /\b(?:boot(?:ed|ing|loader)?|reset (?:cause|reason|source)|rst:0x|linux version|start(?:ed|ing|up)?|begin(?:s|ning)?|began|connecting|init(?:iali[sz]\w+)?|launch(?:ed|ing)?|power[- ]?(?:on|up)|attempt|trying|new (?:run|session|cycle|shot)|entering|opening|manifest says|version|banner|={4,}|-{4,}|#{4,})\b|={4,}|-{6,}|#{4,}/i;
const percent = /(?<![\d.])(\d{1,3}(?:\.\d+)?) ?(?:%|percent\b|pct\b)/i;
const step =
  /\b(step|block|chunk|phase|stage|segment|page|sector|part|item|packet|frame|file|line|cycle)(?:s| no\.?| number)?[ =:#]{1,3}(\d{1,9})(?: ?(?:\/|of) ?(\d{1,9}))?/i;
const ofMany = /(?<![\d.:/])(\d{1,9}) ?(?:\/|of) ?(\d{1,9})(?![\d.:/])/;
const failed =
  /\b(?:fail(?:ed|ure|s)?|abort(?:ed|s|ing)?|error|panic|crash(?:ed)?|time-?out|timed out|refus(?:ed|al)|reject(?:ed)?|mismatch|invalid|incomplete|cancell?ed|gave up|giving up|rolled back|falling back|fall back|fatal|watchdog|resetting)\b/i;
const succeeded =
  /\b(?:succe(?:ss(?:ful(?:ly)?)?|eded)|complet(?:ed|e)|finished|passed|done|verified|ok|confirmed|accepted)\b/i;
const mostKinds = 2000;
const mostAttempts = 2000;
const mostCandidates = 60;
const tailLines = 6;

/** Undefined where the file holds no such goes: no uptime that starts anew and no line that opens each. */
export async function splitAttempts(run: Investigation, noun: string): Promise<Attempts | undefined> {
  const falls: number[] = [];
  const candidates = new Map<string, { places: number[]; first: number; hasNoun: boolean }>();
  const wanted = new RegExp(`\\b${singular(noun)}`, 'i');
  const mayOpen = onceAForm(
    (line): { kind?: string; hasNoun: boolean } => {
      const { message } = line.row();
      const hasNoun = wanted.test(message);
      return { hasNoun, ...(hasNoun || opening.test(message) ? { kind: patternOf(message) } : {}) };
    },
    ({ kind = '' }) => !/\d/.test(kind),
  );
  let records = 0;
  let beforeMs: number | undefined;
  await eachLine(run, {
    see(line) {
      records++;
      if (line.timeMs !== undefined) {
        if (beforeMs !== undefined && beforeMs - line.timeMs > 1000 && line.timeMs < Math.max(60_000, beforeMs * 0.05))
          falls.push(line.place);
        beforeMs = line.timeMs;
      }
      const { kind, hasNoun } = mayOpen(line);
      if (kind === undefined) return;
      const known = candidates.get(kind);
      if (known !== undefined) {
        if (known.places.length <= mostAttempts) known.places.push(line.place);
      } else if (candidates.size < mostCandidates * 20)
        candidates.set(kind, { places: [line.place], first: records, hasNoun });
    },
  });
  const isByClock = falls.length > 0 && falls.length < records / 5;
  const opens = isByClock ? falls : openingOf([...candidates.values()], records);
  if (opens === undefined || opens.length === 0 || opens.length > mostAttempts) return undefined;
  return { all: await attemptsAt(run, opens, isByClock), isByClock };
}

/** Of the lines that may open something the earliest that comes again, with something between one and the next. */
function openingOf(
  all: readonly { places: number[]; first: number; hasNoun: boolean }[],
  records: number,
): number[] | undefined {
  const fitting = all
    .filter(({ places }) => places.length > 1 && places.length <= records / 4)
    .filter(({ places }) => gapsOf(places) >= 3)
    .sort((a, b) => Number(b.hasNoun) - Number(a.hasNoun) || a.first - b.first || b.places.length - a.places.length);
  const [best] = fitting;
  if (best === undefined) return undefined;
  // The kind that stands before it as often opens it: "connecting" ahead of "erasing".
  const earlier = fitting.find(
    (one) =>
      one !== best &&
      one.places.length === best.places.length &&
      one.places.every(
        (place, index) => place < best.places[index]! && (index === 0 || place > best.places[index - 1]!),
      ),
  );
  return (earlier ?? best).places;
}

function gapsOf(places: readonly number[]): number {
  const gaps = places
    .slice(1)
    .map((place, index) => place - places[index]!)
    .sort((a, b) => a - b);
  return gaps[gaps.length >> 1] ?? 0;
}

async function attemptsAt(run: Investigation, opens: readonly number[], isByClock: boolean): Promise<Attempt[]> {
  const all: Attempt[] = [];
  let next = 0;
  await eachLine(run, {
    see(line) {
      const mark = markOf(line);
      if (next < opens.length && line.place >= opens[next]!) {
        next++;
        all.push(fresh(mark));
      } else if (all.length === 0 && isByClock) all.push(fresh(mark));
      const one = all.at(-1);
      if (one !== undefined) take(one, mark);
    },
  });
  return all;
}

function fresh(mark: Mark): Attempt {
  return { from: mark, to: mark, records: 0, tail: [], kinds: new Map() };
}

function markOf(line: PassLine): Mark {
  return { place: line.place, timeMs: line.timeMs, text: line.row().message.slice(0, 300) };
}

function take(one: Attempt, mark: Mark): void {
  one.records++;
  one.to = mark;
  one.tail.unshift(mark);
  if (one.tail.length > tailLines) one.tail.pop();
  const kind = patternOf(mark.text);
  if (one.kinds.size < mostKinds && !one.kinds.has(kind)) one.kinds.set(kind, mark);
  const value = progressIn(mark.text);
  if (value !== undefined) one.progress = { ...mark, value };
  const isFailed = failed.test(mark.text) && !/\b(?:0|no) (?:errors?|fail\w*)\b/i.test(mark.text);
  if (isFailed) one.outcome = { ...mark, isSuccess: false };
  else if (succeeded.test(mark.text)) one.outcome = { ...mark, isSuccess: true };
}

/** "62 %", "block 1540", "step 3 of 9". */
export function progressIn(text: string): string | undefined {
  const share = percent.exec(text);
  if (share !== null) return `${share[1]!} %`;
  const named = step.exec(text);
  if (named !== null)
    return `${named[1]!.toLowerCase()} ${named[2]!}${named[3] === undefined ? '' : ` of ${named[3]}`}`;
  const part = ofMany.exec(text);
  return part === null || Number(part[2]) < Number(part[1]) ? undefined : `${part[1]!} of ${part[2]!}`;
}
