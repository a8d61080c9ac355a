import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { number, plural, say, words } from '../answer/say.ts';
import type { Investigation } from '../investigation.ts';
import { stemOf } from '../words/word-forms.ts';
import { type NumberColumn, numberFields } from './numbers.ts';
import { eachLine, type PassLine, sampleRows } from './pass.ts';
import { wordsOfName } from './quantity.ts';
import { claimAt, timesOf } from './told.ts';

const whether =
  /^(?:and |so |or )?(?:(?:was|were|is|are|did|has|have|does|do|there|any|anything|anyone|anybody|nothing|something)\b ?){1,3}(?:(?:file|record|row|line|item|job|request|packet|message|document|entry|entrie|chunk|batch)s?\b ?)?(?:get |got |been |be |ever |really |being )*([a-z]{4,20})(?: (?:at all|too|as well|there|then|in (?:this|the) (?:log|file|run|runs|import|imports)))?$/i;
const perPeriod =
  /^(?:and |so )?how many ([a-z][a-z_-]{2,20})(?: [a-z]+){0,3}? (?:per|each|every|a|in each|in every) (night|day|run|batch|job|cycle|backup|import|week)\b[^,;]{0,40}$/i;
/** Told by all lines of the file, and not by one counter. */
const ofTrouble =
  /^(?:errors?|failures?|problems?|issues?|warnings?|exceptions?|trouble|wrong|bad|unusual|happen\w*)$/i;
const howManyInAll =
  /^(?:and |so )?how many (?:[a-z-]+ ){1,3}?(?:were|was|got|have been|had been|did we|did it|have we|are) ([a-z]{4,16})(?: (?:in total|in all|overall|altogether|so far))?$/i;
const dayMs = 86_400_000;
const fewestLines = 3;
/** Of a summary line there are few a period; what every item states is no total. */
const mostAPeriod = 4;

/** "Was anything rejected?" where lines count it: `rejected=0`. "How many files per night?" where each run states its number. */
export async function answerCounter(run: Investigation): Promise<Draft | undefined> {
  if (run.files.length !== 1 || run.question.phrases.length > 0) return undefined;
  const text = run.question.text.replace(/[?!.\s]+$/, '');
  const counter = whether.exec(text)?.[1];
  if (counter !== undefined) return anyCounted(run, counter);
  const summed = howManyInAll.exec(text)?.[1];
  if (summed !== undefined) return sumOf(run, summed);
  const period = perPeriod.exec(text);
  return period === null ? undefined : numberEach(run, period[1]!, period[2]!.toLowerCase());
}

/** The number called so; a plain count, without a unit. */
async function columnOf(run: Investigation, word: string): Promise<NumberColumn | undefined> {
  const stem = stemOf(word.toLowerCase());
  const [best] = numberFields(await sampleRows(run))
    .filter(({ name, unit }) => {
      const names = wordsOfName(name);
      return (
        unit.dimension === 'plain' && names.length < 3 && names.some((part) => stemOf(part.toLowerCase()) === stem)
      );
    })
    .sort((a, b) => b.seen - a.seen);
  return best;
}

/** Gives the value of each line that states one, and whether failing lines tell of the same without it. */
async function readCounter(
  run: Investigation,
  column: NumberColumn,
  word: string,
  see: (value: number, line: PassLine) => void,
): Promise<boolean> {
  const stem = stemOf(word.toLowerCase());
  let isToldElsewhere = false;
  await eachLine(run, {
    times: run.question.times,
    see(line) {
      const value = column.read(line);
      if (value !== undefined) see(value, line);
      else isToldElsewhere ||= line.text.toLowerCase().includes(stem) && line.isFailing();
    },
  });
  return isToldElsewhere;
}

async function anyCounted(run: Investigation, word: string): Promise<Draft | undefined> {
  const column = ofTrouble.test(word) ? undefined : await columnOf(run, word);
  if (column === undefined) return undefined;
  const times = await timesOf(run);
  const seen = { lines: 0, above: 0, total: 0 };
  const places: number[] = [];
  let first = -1;
  let last = -1;
  let since: number | undefined;
  const isToldElsewhere = await readCounter(run, column, word, (value, line) => {
    seen.lines++;
    if (first < 0) first = line.place;
    last = line.place;
    if (value <= 0) return;
    seen.above++;
    seen.total += value;
    since ??= line.timeMs;
    if (places.length < 6) places.push(line.place);
  });
  // A counter of one part is not all that the file tells of it.
  if (isToldElsewhere || seen.lines < fewestLines || !Number.isInteger(seen.total)) return undefined;
  if (seen.above === 0)
    return lookUp({
      cause: say`No: ${column.name} is 0 in all ${plural(seen.lines, 'line')} that state it`,
      proof: [claimAt(run, words('The first and the last of them'), first, last)],
    });
  return lookUp({
    cause: say`Yes: ${column.name} is above 0 in ${seen.above} of ${plural(seen.lines, 'line')}, ${seen.total} in all${words(since === undefined ? '' : `, first at ${times.at(since)}`)}`,
    proof: [claimAt(run, words('Lines with a number above 0'), ...places)],
  });
}

/** "How many spans were dropped?" where each line says how many: their sum, or where it only grows the last of it. */
async function sumOf(run: Investigation, word: string): Promise<Draft | undefined> {
  const column = await columnOf(run, word);
  if (column === undefined) return undefined;
  const seen = { lines: 0, above: 0, total: 0, most: { value: 0, place: -1 } };
  const ends = { first: -1, last: -1, value: 0 };
  let isGrowing = true;
  const isToldElsewhere = await readCounter(run, column, word, (value, line) => {
    seen.lines++;
    if (ends.first < 0) ends.first = line.place;
    if (value < ends.value) isGrowing = false;
    ends.last = line.place;
    ends.value = value;
    seen.total += value;
    if (value > 0) seen.above++;
    if (value > seen.most.value) seen.most = { value, place: line.place };
  });
  // A number of one is a line of one.
  if (isToldElsewhere || seen.lines < fewestLines || seen.most.value <= 1 || !Number.isInteger(seen.total))
    return undefined;
  const isTotal = isGrowing && seen.above > fewestLines;
  const cause = isTotal
    ? say`${ends.value}: ${column.name} at the end, a counter that only grows`
    : say`${seen.total} in all: the sum of ${column.name} over ${plural(seen.lines, 'line')}, most ${seen.most.value} in one`;
  return lookUp({
    cause,
    proof: [
      claimAt(run, words('The first and the last line with it'), ends.first, ends.last),
      claimAt(run, words('The one with most'), seen.most.place),
    ],
  });
}

interface Period {
  value: number;
  place: number;
  timeMs: number | undefined;
}

async function numberEach(run: Investigation, word: string, unit: string): Promise<Draft | undefined> {
  const column = await columnOf(run, word);
  if (column === undefined) return undefined;
  const stated: Period[] = [];
  await eachLine(run, {
    times: run.question.times.filter(({ isVague }) => isVague !== true),
    see(line) {
      const value = column.read(line);
      if (value !== undefined && stated.length < 100_000)
        stated.push({ value, place: line.place, timeMs: line.timeMs });
    },
  });
  const isOfTime = /^(?:night|day|week)$/.test(unit);
  // A night goes on behind midnight.
  const shiftMs = unit === 'night' ? dayMs / 2 : 0;
  const spanMs = unit === 'week' ? 7 * dayMs : dayMs;
  const periods = new Map<number, Period & { lines: number }>();
  for (const [index, one] of stated.entries()) {
    if (isOfTime && one.timeMs === undefined) continue;
    const key = isOfTime ? Math.floor((one.timeMs! + shiftMs) / spanMs) : index;
    const known = periods.get(key);
    if (known === undefined) periods.set(key, { ...one, lines: 1 });
    else {
      known.value += one.value;
      known.lines++;
    }
  }
  const all = [...periods.values()];
  if (all.length < fewestLines || all.some(({ lines }) => lines > mostAPeriod)) return undefined;
  const times = await timesOf(run);
  const sorted = [...all].sort((a, b) => a.value - b.value);
  const [low, high] = [sorted[0]!, sorted.at(-1)!];
  const middle = sorted[Math.floor(sorted.length / 2)]!.value;
  const day = ({ timeMs }: Period) => (timeMs === undefined ? '' : times.at(timeMs).slice(0, 10));
  const span = `${day(all[0]!)} to ${day(all.at(-1)!)}`;
  const many = `${number(all.length)} ${unit}s`;
  return lookUp({
    cause:
      low.value === high.value
        ? say`${low.value} ${words(word)} each ${words(unit)}, ${words(many)}, ${words(span)}`
        : say`${low.value} to ${high.value} ${words(word)} a ${words(unit)}, median ${middle}, ${words(many)}: lowest ${words(day(low))}, highest ${words(day(high))}`,
    tables: [{ head: [unit, word], rows: all.slice(0, 40).map((one) => [day(one), number(one.value)]) }],
    proof: [
      claimAt(run, words(`The first and the last ${unit}`), all[0]!.place, all.at(-1)!.place),
      ...(low.value === high.value ? [] : [claimAt(run, words('The lowest and the highest'), low.place, high.place)]),
    ],
  });
}
