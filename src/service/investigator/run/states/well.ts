import type { Interval } from '../../facts/intervals.ts';
import { isAlarm } from '../../facts/levels.ts';
import { states } from '../../facts/lexicon.ts';
import { type Place, placeOf } from '../../facts/place.ts';
import type { LogRecord } from '../../facts/records.ts';
import { type Column, columnNamed, formOf, lastOf, type Schema } from '../../facts/schema.ts';
import { type Side, sideReader } from '../../facts/state-side.ts';
import { tokensOf } from '../../facts/tokens.ts';
import { reasonIn } from '../../facts/trouble-words.ts';
import type { Scene } from '../../investigation.ts';
import { type Condition, isOfAny } from '../../query/query.ts';
import { eachHeld } from '../each-held.ts';
import { nothing, type Runner, whole } from '../result.ts';
import { lengthOf } from './course-result.ts';

/** What a line tells of the thing it is about: that its trouble is over, that it is in trouble, or neither. */
interface Told {
  sign: 'mended' | 'bad' | 'plain';
  /** Which side of each state its words are on. */
  sides: readonly Side[];
  form: string;
  place: Place;
}

/** Undefined where it fell silent in trouble. */
interface AtLast {
  isWell: boolean | undefined;
  since?: Place | undefined;
  /** No line says that the trouble was over. */
  isGuessed?: boolean;
}

/** Asked of anything, whatever lines call it: whether they tell of trouble at last. */
export const inOrder = 'in order';
export const inTrouble = 'in trouble';
export const isOfWell = (state = ''): boolean => state === inOrder || state === inTrouble;

/** What starts may end in the same trouble. */
const sides = states.map((one) => ({
  state: one.state,
  read: sideReader({ ...one, ends: one.ends.filter((end) => end !== 'started') }),
}));
const isOfOrder = (at: number): boolean => /^(?:down|outage|alarm|blocked)$/.test(sides[at]?.state ?? '');
const over = /\b(?:fixed|repaired|recovery|resolved|released|cleared|restored|lifted|success\w*|succeeded)\b/i;

/** The last line that tells whether it is well decides, of each where several are named. */
export const runWell: Runner = async (scene, schema, { state, where }) => {
  const [first] = where;
  if (first === undefined) return whole(untold);
  const { or = [], ...one } = first;
  const each = columnNamed(schema, isOfAny(one) ? one.field : undefined);
  const units = await lastOfEach(scene, schema, where, each);
  const isIn = ({ isWell }: AtLast) => (isWell === undefined ? undefined : isWell === (state === inOrder));
  const [only] = units;
  if (only === undefined || (each === undefined && units.length <= or.length)) return whole(untold);
  const isGuessed = units.some(({ last }) => last.isGuessed === true || last.isWell === undefined);
  const told = { shape: 'state', unit: '', isIn: undefined, rows: undefined } as const;
  if (units.length > 1) {
    const rows = units.map(({ unit, last }) => ({ unit, isIn: isIn(last) === true }));
    return { ...whole({ ...told, rows }), isGuessed };
  }
  const name = one.field === 'form' ? '' : /^\d+$/.test(only.unit) ? `${one.field} ${only.unit}` : only.unit;
  return { ...whole({ ...told, unit: name, isIn: isIn(only.last), since: only.last.since }), isGuessed };
};

/** Of each thing that is named, or of each that the column names. */
async function lastOfEach(
  scene: Scene,
  schema: Schema,
  [first, ...others]: readonly Condition[],
  each: Column | undefined,
): Promise<{ unit: string; last: AtLast }[]> {
  if (first === undefined) return [];
  const { or = [], ...one } = first;
  const found: { unit: string; last: AtLast }[] = [];
  for (const value of each === undefined ? [one.value, ...or] : [one.value]) {
    const told = await toldOf(scene, schema, [{ ...one, value }, ...others], each);
    for (const [unit, lines] of told)
      found.push({ unit: unit || value, last: atLast(lines, lastOf(schema), one.field === 'form') });
  }
  return found;
}

const untold = nothing('no line tells whether it was well');

/** Of a thing so many lines are kept, and at least half as many: its last ones decide. */
const mostKept = 4000;

/** What each line tells of a thing, of each that the column names; those of the form of a trouble are all of it. */
async function toldOf(
  scene: Scene,
  schema: Schema,
  where: readonly Condition[],
  column?: Column,
): Promise<Map<string, Told[]>> {
  const units = new Map<string, Told[]>();
  const isOfTrouble = where[0]?.field === 'form';
  await eachHeld(scene, schema, { where }, (record) => {
    const unit = column?.read(record) ?? '';
    const told = units.get(unit) ?? [];
    if (told.length === 0 && units.size >= mostEach) return;
    units.set(unit, told);
    if (told.length >= mostKept) told.splice(0, mostKept / 2);
    const tokens = tokensOf(record.row().message);
    const own = sides.map(({ read }) => read(tokens).side);
    const sign = isOfTrouble ? 'bad' : signOf(record, own, schema);
    told.push({ sign, sides: own, form: formOf(record, schema), place: placeOf(record) });
  });
  return units;
}

/** So many lines as usual in a row: the trouble before them was over at the first. */
const enoughUsual = 3;
/** A single line of trouble is no time of it, unless another says that it is over. */
const enoughBad = 2;

/** Where no line says that it was down: from the first line of its trouble to the first of those as usual. */
export const runTroubles: Runner = async (scene, schema, { where, window }) => {
  const intervals: Interval[] = [];
  let bad: Place[] = [];
  let usual: Place[] = [];
  const told = where.length === 0 ? [] : [...(await toldOf(scene, schema, where)).values()].flat();
  for (const { sign, sides: own, place } of told) {
    if (sign === 'bad') [bad, usual] = [[...bad, place], []];
    else usual = [...usual, place];
    const isOver = own.some((side, at) => side === -1 && isOfOrder(at));
    const [[start], [end]] = [bad, usual];
    if (start === undefined || end === undefined || (sign === 'plain' && usual.length < enoughUsual)) continue;
    if (isOver || bad.length >= enoughBad)
      intervals.push({ unit: '', startMs: start.timeMs, endMs: end.timeMs, start, end });
    bad = [];
  }
  const { fromMs = 0, toMs = Number.POSITIVE_INFINITY } = window ?? {};
  const meant = intervals.filter(({ startMs = 0, endMs = 0 }) => startMs < toMs && endMs >= fromMs);
  const totalMs = meant.reduce((sum, one) => sum + lengthOf(one, 0), 0);
  // How long what has not ended lasts no line shows.
  const isTold = meant.length > 0 && bad.length === 0;
  return whole(isTold ? { shape: 'episodes', intervals: meant, totalMs, endMs: lastOf(schema) } : untold);
};

function signOf(record: LogRecord, own: readonly Side[], schema: Schema): Told['sign'] {
  const { message } = record.row();
  if (/^(?:error|critical)$/.test(record.level() ?? '')) return 'bad';
  const side = own.find((one, at) => one !== 0 && isOfOrder(at));
  const outcome = columnNamed(schema, 'outcome')?.read(record);
  if (side === -1 || outcome === 'ok' || (over.test(message) && !isAlarm(record))) return 'mended';
  return side === 1 || outcome === 'failed' || isAlarm(record) || reasonIn(message) > 1 ? 'bad' : 'plain';
}

const mostEach = 50;

/** Longer than so many times the longest time between two of its troubles: it may be over, and no line says so. */
const silent = 3;

function atLast(told: readonly Told[], lastMs: number, isOfTrouble: boolean): AtLast {
  const lastBad = told.findLastIndex(({ sign }) => sign === 'bad');
  if (lastBad < 0) return { isWell: isSilentIn(told, lastMs, fewestLines) ? undefined : true };
  const begin = told.slice(0, lastBad).findLastIndex(({ sign }) => sign === 'mended') + 1;
  const run = told.slice(begin, lastBad + 1);
  const from = run.findIndex(({ sign }) => sign === 'bad');
  // What is said in trouble as well as out of it tells nothing of it.
  const during = new Set(run.slice(from).map(({ form }) => form));
  const usual = new Set(told.slice(0, begin + from).map(({ form }) => form));
  const after = told.slice(lastBad + 1);
  const bad = told[lastBad]?.sides ?? [];
  // "Circuit open" until "circuit closed": one says the opposite of the other.
  const isOpposite = (one: Told) => one.sides.some((side, at) => side !== 0 && side === -(bad[at] ?? 0));
  const mended = after.find(({ sign }) => sign === 'mended') ?? after.find(isOpposite);
  if (mended !== undefined) return { isWell: true, since: mended.place };
  const asUsual = after.find(({ form }) => usual.has(form) && !during.has(form));
  if (asUsual !== undefined) return { isWell: true, since: asUsual.place, isGuessed: true };
  const troubles = run.filter(({ sign }) => sign === 'bad').map(({ place }) => place);
  // Seldom is not yet always.
  if (isOfTrouble && troubles.length < 3) return { isWell: undefined };
  if (
    isSilentIn(
      run.filter(({ sign }) => sign === 'bad'),
      lastMs,
      3,
    )
  )
    return isOfTrouble ? { isWell: true, since: troubles.at(-1), isGuessed: true } : { isWell: undefined };
  return { isWell: false, since: troubles[0] };
}

/** Of fewer lines no rhythm is known. */
const fewestLines = 5;

function isSilentIn(told: readonly Told[], lastMs: number, fewest: number): boolean {
  const times = told.map(({ place }) => place.timeMs ?? 0);
  const longest = Math.max(...times.slice(1).map((time, at) => time - (times[at] ?? time)));
  return times.length >= fewest && lastMs - (times.at(-1) ?? 0) > silent * longest;
}
