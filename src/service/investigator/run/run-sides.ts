import { plainUnit } from '../facts/amount.ts';
import { type Place, placeOf } from '../facts/place.ts';
import { eachRecord } from '../facts/records.ts';
import { columnNamed, type Schema } from '../facts/schema.ts';
import type { Scene } from '../investigation.ts';
import { apartFrom, type Query, type Window } from '../query/query.ts';
import { lengthOf } from './collectors.ts';
import { compile, isBeyond } from './conditions.ts';
import { eachHeld, eachTimed } from './each-held.ts';
import { mostPlaces } from './gathered.ts';
import { nothing, type Result, type Runner, type RunResult, whole } from './result.ts';
import { runCount } from './run-count.ts';
import { runThings } from './run-things.ts';
import { runState } from './states/run-state.ts';

/** Which of two kinds of lines came first. */
export const runOrder: Runner = async (scene, schema, query) => {
  const [isFirst, isSecond] = [compile(query.where, schema), compile(query.against ?? [], schema)];
  let [first, second]: (Place | undefined)[] = [];
  const totals = await eachRecord(scene, {
    window: query.window,
    see(record) {
      if (first === undefined && isFirst(record)) first = placeOf(record);
      if (second === undefined && isSecond(record)) second = placeOf(record);
    },
  });
  return { result: { shape: 'order', first, second }, isWhole: totals.isWhole };
};

/** How many, or how much, on one side and on the other. */
export const runCompare: Runner = async (scene, schema, query) => {
  const isOfThings = columnNamed(schema, query.of)?.isSerial === true;
  const side = (where: Query['where'], window: Window | undefined): Promise<RunResult> => {
    const one: Query = { ...query, window, where, against: undefined };
    if (isOfThings) return runThings(scene, schema, { ...one, take: 'count' });
    if (query.state !== undefined) return countOfState(scene, schema, one);
    const take = query.of === undefined ? 'count' : query.percent === undefined ? 'mean' : 'percentile';
    return runCount(scene, schema, { ...one, take, by: undefined });
  };
  const left = await side(query.where, query.window);
  const right = await side(query.against ?? query.where, query.than ?? query.window);
  const valueIn = ({ result }: RunResult) =>
    result.shape === 'number' || result.shape === 'amount' ? result.value : undefined;
  const places = [left, right].flatMap(({ result }) => ('places' in result ? result.places.slice(0, 2) : []));
  const unit = left.result.shape === 'amount' ? left.result.unit : undefined;
  const among = await linesOfSides(scene, schema, query);
  return {
    result: { shape: 'compare', left: valueIn(left), right: valueIn(right), places, unit, among },
    isWhole: left.isWhole && right.isWhole,
  };
};

/** How many lines there are of the names by which the sides differ, where some of them are counted. */
const linesOfSides: Runner<[number, number] | undefined> = async (scene, schema, query) => {
  const { where, against = [], window } = query;
  const own = [apartFrom(where, against), apartFrom(against, where)];
  const isOfSome = query.of === undefined && query.state === undefined && own.every(({ length }) => length > 0);
  if (!isOfSome || own.some(({ length }, at) => length === [where, against][at]?.length)) return undefined;
  const counts: number[] = [];
  for (const each of own) {
    const { result } = await runCount(scene, schema, { take: 'count', where: each, window });
    counts.push(result.shape === 'number' ? result.value : 0);
  }
  const [left = 0, right = 0] = counts;
  return [left, right];
};

/** Any figure, of one stretch of time and of another. */
export async function runBothTimes(
  scene: Scene,
  schema: Schema,
  { than, ...query }: Query,
  run: Runner,
): Promise<RunResult> {
  const [left, right] = [await run(scene, schema, query), await run(scene, schema, { ...query, window: than })];
  return {
    result: { shape: 'sides', left: left.result, right: right.result },
    isWhole: left.isWhole && right.isWhole,
  };
}

/** How often it came to be so. */
const countOfState: Runner = async (scene, schema, query) => {
  const run = await runState(scene, schema, { ...query, take: 'episodes', expects: undefined });
  if (run.result.shape !== 'episodes') return run;
  const { intervals } = run.result;
  const places = intervals.flatMap(({ start }) => start ?? []);
  return { ...run, result: { shape: 'number', value: intervals.length, places } };
};

/** A line or two on either side show no change of how often. */
const fewestCompared = 4;

/** One stretch of time against a later one, or the time before a moment against that after it; what is counted is counted a minute. */
export const runChange: Runner = async (scene, schema, query) => {
  const { atMs = 0, window = {}, than } = query;
  const [early, late] =
    than === undefined
      ? [
          { ...window, toMs: atMs - 1 },
          { ...window, fromMs: atMs },
        ]
      : [than, window];
  const take = query.of === undefined ? 'count' : 'mean';
  const run = query.state === undefined ? runCount : countOfState;
  const side = async (part: Window): Promise<Result> =>
    (await run(scene, schema, { ...query, take, window: part, than: undefined, by: undefined })).result;
  const [before, after] = [await side(early), await side(late)];
  const changed = (from: number, to: number, places: Place[][]) => ({
    shape: 'change' as const,
    before: from,
    after: to,
    isRate: before.shape === 'number',
    unit: before.shape === 'number' ? undefined : (columnNamed(schema, query.of)?.unit ?? plainUnit),
    places: places.flatMap((some) => some.slice(0, 1)),
  });
  if (before.shape === 'amount' && after.shape === 'amount')
    return whole(changed(before.value, after.value, [before.places, after.places]));
  if (before.shape !== 'number' || after.shape !== 'number')
    return whole(nothing('one side has no line that mentions it'));
  if (before.value + after.value < fewestCompared) return whole(nothing('too few lines mention it'));
  const minutesOf = (part: Window) => Math.max(lengthOf(part, schema) / 60_000, 1 / 60);
  const rates = [before.value / minutesOf(early), after.value / minutesOf(late)] as const;
  return whole(changed(...rates, [before.places, after.places]));
};

/** How many times so long passed without such a line. */
const countGaps: Runner = async (scene, schema, { where, window, bound }) => {
  let before: number | undefined;
  let value = 0;
  const places: Place[] = [];
  const totals = await eachTimed(scene, schema, { where, window }, (record, timeMs) => {
    if (before !== undefined && bound !== undefined && isBeyond(timeMs - before, bound, 'time')) {
      value++;
      if (places.length < mostPlaces) places.push(placeOf(record));
    }
    before = timeMs;
  });
  return { result: { shape: 'number', value, places }, isWhole: totals.isWhole };
};

/** The longest time without such a line, or from the first line of one kind to the next of another. */
export const runGap: Runner = async (scene, schema, query) => {
  if (query.bound !== undefined) return countGaps(scene, schema, query);
  const test = compile(query.where, schema);
  const isEnd = query.against === undefined ? undefined : compile(query.against, schema);
  let before: (Place & { timeMs: number }) | undefined;
  let best: Result<'gap'> | undefined;
  const totals = await eachRecord(scene, {
    window: query.window,
    see(record) {
      const { timeMs } = record;
      if (timeMs === undefined || (isEnd !== undefined && best !== undefined)) return;
      const isNext = (isEnd === undefined || before === undefined ? test : isEnd)(record);
      if (!isNext) return;
      const place = { ...placeOf(record), timeMs };
      const durationMs = before === undefined ? -1 : timeMs - before.timeMs;
      if (before !== undefined && durationMs > (best?.durationMs ?? Number.NEGATIVE_INFINITY))
        best = { shape: 'gap', before, after: place, durationMs };
      before = place;
    },
  });
  return { result: best ?? nothing('too few such lines'), isWhole: totals.isWhole };
};

/** How much time the file covers, or the lines that are meant. */
export const runSpan: Runner = async (scene, schema, query) => {
  const { clock } = schema;
  if (clock === undefined) return whole(nothing('its lines have no time'));
  if (query.where.length > 0) return await spanOfLines(scene, schema, query);
  const lines = scene.documents.infos.reduce((sum, info) => sum + info.lines, 0);
  return whole({ shape: 'span', firstMs: clock.firstMs, lastMs: clock.lastMs, lines });
};

const spanOfLines: Runner = async (scene, schema, query) => {
  let [firstMs, lastMs, lines] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  const totals = await eachTimed(scene, schema, query, (_, timeMs) => {
    firstMs = Math.min(firstMs, timeMs);
    lastMs = Math.max(lastMs, timeMs);
    lines++;
  });
  const result = lines < 2 ? nothing('too few such lines') : { shape: 'span' as const, firstMs, lastMs, lines };
  return { result, isWhole: totals.isWhole };
};

const mostOfDoing = 3;

/** What it was doing at a moment: its last lines until then. */
export const runDoing: Runner = async (scene, schema, { where, atMs }) => {
  const window = atMs === undefined ? undefined : { toMs: atMs };
  const latest: Place[] = [];
  await eachHeld(scene, schema, { where, window }, (record) => {
    latest.push(placeOf(record));
    if (latest.length > mostOfDoing) latest.shift();
  });
  return whole({ shape: 'lines', places: latest.reverse() });
};
