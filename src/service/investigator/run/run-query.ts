import { plainUnit } from '../facts/amount.ts';
import { documentsOf, eachRecord, type LogRecord } from '../facts/records.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { stateIn } from '../facts/state-in.ts';
import { newValue, oldValue } from '../facts/turns.ts';
import type { Scene } from '../investigation.ts';
import type { Condition, Query, Window } from '../query/query.ts';
import { createGathered, type Gathered, gather, placeOf, statisticOf } from './accumulate.ts';
import { compile, needleOf, type Test } from './conditions.ts';
import type { GroupRow, Place, Result } from './result.ts';
import { isBetween, runBetween, runLinesOfThings } from './run-between.ts';
import { runState } from './run-state.ts';
import { runThings } from './run-things.ts';

export interface RunResult {
  result: Result;
  /** Every line that counts was looked at. */
  isWhole: boolean;
  /** It was told in other words than those of the query. */
  isGuessed?: boolean;
}

/** Runs a query over the file; `explain` and `unknown` have nothing to run. */
export async function runQuery(scene: Scene, schema: Schema, query: Query): Promise<RunResult> {
  const { window } = query;
  if (window?.during === undefined || window.spans !== undefined) return runWithin(scene, schema, query);
  const { state, where } = window.during;
  const spans = await spansOf(scene, schema, { take: 'episodes', state, where, expects: 'any' });
  if (spans === undefined)
    return { result: { shape: 'nothing', why: `no line shows when it was ${state}` }, isWhole: true };
  const run = await runWithin(scene, schema, { ...query, window: { ...window, spans } });
  return spans.length === 0 && run.result.shape !== 'nothing'
    ? { result: { shape: 'nothing', why: `it was never ${state}` }, isWhole: true }
    : run;
}

/** When something was in a state; undefined where the lines do not tell. */
async function spansOf(scene: Scene, schema: Schema, query: Query): Promise<Window['spans'] | undefined> {
  const { result } = await runState(scene, schema, query);
  if (result.shape !== 'episodes') return undefined;
  return result.intervals.map(({ startMs = Number.NEGATIVE_INFINITY, endMs = result.endMs }) => ({
    fromMs: startMs,
    toMs: endMs,
  }));
}

async function runWithin(scene: Scene, schema: Schema, query: Query): Promise<RunResult> {
  const thing = /^(?:count|share)$/.test(query.take) ? columnNamed(schema, query.of) : undefined;
  if (thing?.isSerial === true && query.everyMs === undefined) return runThings(scene, schema, query, thing);
  if (isBetween(query)) return runBetween(scene, schema, query);
  switch (query.take) {
    case 'state':
    case 'episodes':
    case 'duration':
    case 'longest':
    case 'overlap':
    case 'doing':
      return runTimes(scene, schema, query);
    case 'sum':
    case 'mean':
    case 'median':
    case 'percentile':
    case 'max':
    case 'min':
    case 'range':
      return query.state === undefined ? runCount(scene, schema, query) : runTimes(scene, schema, query);
    case 'never':
    case 'count':
    case 'first':
    case 'last':
      if (query.state !== undefined) return runState(scene, schema, query);
      return query.everyMs === undefined ? valueAt(scene, schema, query) : runOverTime(scene, schema, query);
    case 'order':
      return runOrder(scene, schema, query);
    case 'compare':
      return runCompare(scene, schema, query);
    case 'change':
      return runChange(scene, schema, query);
    case 'gap':
      return runGap(scene, schema, query);
    case 'span':
      return runSpan(scene, schema);
    default:
      return query.everyMs !== undefined && query.take !== 'rate'
        ? runOverTime(scene, schema, query)
        : runCount(scene, schema, query);
  }
}

/** Of things whose lines tell no state: how long their lines go on. */
async function runTimes(scene: Scene, schema: Schema, query: Query): Promise<RunResult> {
  const run = await runState(scene, schema, query);
  const isOfTime = run.result.shape === 'nothing' && !/^(?:state|episodes|overlap|doing)$/.test(query.take);
  const isRunning = isOfTime && stateIn(schema, query.state ?? 'running')?.words.state === 'running';
  return (isRunning ? await runLinesOfThings(scene, schema, query) : undefined) ?? run;
}

/** What something was set to at a time before the first line that says so is what that line says it was before. */
async function valueAt(scene: Scene, schema: Schema, query: Query): Promise<RunResult> {
  const run = await runCount(scene, schema, query);
  const { result } = run;
  const toMs = query.window?.toMs;
  if (result.shape !== 'moment' || result.place !== undefined || query.by !== newValue || toMs === undefined)
    return run;
  return runCount(scene, schema, { ...query, take: 'first', by: oldValue, window: { fromMs: toMs } });
}

const numeric = /^(?:sum|mean|median|percentile|max|min|range|trend)$/;

/** Kinds of line kept for a list. */
const mostKinds = 2000;
/** So many different values are named beside their number. */
const mostNamed = 12;
/** Different values that are told apart. */
const mostGroups = 100_000;

interface Group {
  shown: string;
  gathered: Gathered;
  parts: number;
}

/** What is gathered on one pass over the records. */
interface Count {
  query: Query;
  schema: Schema;
  of: Column | undefined;
  isNumeric: boolean;
  /** Of `share`: which are the part. */
  isPart: Test | undefined;
  /** Of the first and last: what it is called by. */
  keyOf: Column | undefined;
  all: Gathered;
  parts: Gathered;
  groups: Map<string, Group>;
  /** Those that were taken, but name no group. */
  missing: number;
  whole: number;
  /** More was there than is told apart. */
  isFull: boolean;
  seen: Map<string, { shown: string; place: Place; count: number }>;
  kinds: Map<string, { place: Place; message: string; count: number }>;
  points: { timeMs: number; value: number }[];
  keys: [first: string | undefined, last: string | undefined];
  numbers: [first: number | undefined, last: number | undefined];
  /** Of the highest and lowest: what else its line states. */
  beside: string | undefined;
  /** Of the last change: what it was before. */
  was: string | undefined;
}

async function runCount(scene: Scene, schema: Schema, query: Query): Promise<RunResult> {
  const test = compile(query.where, schema);
  const of = columnNamed(schema, query.of);
  const isEdge = /^(?:first|last)$/.test(query.take);
  const keyOf = isEdge ? columnNamed(schema, query.by) : undefined;
  const by = keyOf === undefined ? columnNamed(schema, query.by) : undefined;
  const count: Count = {
    query,
    schema,
    of,
    isNumeric: (numeric.test(query.take) || isEdge) && of !== undefined,
    isPart: query.take === 'share' ? compile(query.against ?? [], schema) : undefined,
    keyOf,
    all: createGathered(),
    parts: createGathered(),
    groups: new Map(),
    missing: 0,
    whole: 0,
    isFull: false,
    seen: new Map(),
    kinds: new Map(),
    points: [],
    keys: [undefined, undefined],
    numbers: [undefined, undefined],
    beside: undefined,
    was: undefined,
  };
  const isPicked = by === undefined && query.take !== 'rate' && query.take !== 'trend';
  const totals = await eachRecord(scene, {
    window: query.window,
    needle: isPicked ? needleOf(query.where) : undefined,
    see(record) {
      const isHeld = test(record);
      if (by !== undefined) seeInGroup(count, by, record, isHeld);
      else if (isHeld) seeOne(count, record);
    },
  });
  const result = by === undefined ? resultOf(count, scene, totals.records) : groupsResult(count, totals.records);
  return { result, isWhole: totals.isWhole && !count.isFull };
}

function seeInGroup(count: Count, by: Column, record: LogRecord, isHeld: boolean): void {
  const { query, groups, of, isNumeric } = count;
  // Only the least and what never was need those with none.
  const isOfAll = query.take === 'never' || query.order === 'least';
  if (!isHeld && !isOfAll) return;
  const value = by.read(record);
  if (value === undefined) {
    if (isHeld) count.missing++;
    return;
  }
  const key = value.toLowerCase();
  let group = groups.get(key);
  // Those with none of it are counted too: the least is often nothing at all.
  if (group === undefined && groups.size >= mostGroups) count.isFull = true;
  else if (group === undefined) {
    group = { shown: value, gathered: createGathered(), parts: 0 };
    groups.set(key, group);
  }
  if (!isHeld || group === undefined) return;
  count.whole++;
  gather(group.gathered, record, isNumeric ? of?.number(record) : undefined);
  if (count.isPart?.(record) === true) group.parts++;
}

function seeOne(count: Count, record: LogRecord): void {
  const { query, of, isNumeric, keyOf } = count;
  const number = isNumeric ? of?.number(record) : undefined;
  if (isNumeric && number === undefined) return;
  if (keyOf !== undefined) {
    const key = keyOf.read(record);
    if (key === undefined) return;
    count.keys = [count.keys[0] ?? key, key];
    if (query.by === newValue) count.was = columnNamed(count.schema, oldValue)?.read(record);
  }
  if (query.beside !== undefined && number !== undefined && isFurther(count, number))
    count.beside = columnNamed(count.schema, query.beside)?.read(record);
  count.numbers = [count.numbers[0] ?? number, number];
  gather(count.all, record, number);
  if (count.isPart?.(record) === true) gather(count.parts, record, undefined);
  if (query.take === 'list') seeKind(count, record);
  if (query.take === 'trend' && record.timeMs !== undefined)
    count.points.push({ timeMs: record.timeMs, value: number ?? 1 });
  if ((query.take === 'distinct' || query.take === 'values') && of !== undefined) seeValue(count, of, record);
}

const isFurther = ({ query: { take }, all: { numbers } }: Count, number: number): boolean =>
  take === 'min' ? number < numbers.min : number > numbers.max;

function seeKind({ kinds, schema }: Count, record: LogRecord): void {
  const { message } = record.row();
  const { text } = schema.book.of(message).wording;
  const kind = kinds.get(text);
  if (kind !== undefined) kind.count++;
  else if (kinds.size < mostKinds) kinds.set(text, { place: placeOf(record), message, count: 1 });
}

function seeValue(count: Count, of: Column, record: LogRecord): void {
  const { seen } = count;
  const value = of.read(record);
  const known = value === undefined ? undefined : seen.get(value.toLowerCase());
  if (known !== undefined) known.count++;
  else if (value !== undefined && seen.size >= mostGroups) count.isFull = true;
  else if (value !== undefined) seen.set(value.toLowerCase(), { shown: value, place: placeOf(record), count: 1 });
}

function resultOf(count: Count, scene: Scene, records: number): Result {
  const { query, schema, of, all, parts, seen } = count;
  switch (query.take) {
    case 'share':
      return { shape: 'share', part: parts.count, whole: all.count, places: parts.places };
    case 'distinct': {
      const places = [...seen.values()].slice(0, 6).map(({ place }) => place);
      const names = [...seen.values()].sort((a, b) => b.count - a.count).map(({ shown }) => shown);
      const few = names.length <= mostNamed ? { names } : {};
      return { shape: 'number', value: seen.size, lines: all.count, places, records, ...few };
    }
    case 'values': {
      const rows = [...seen.values()].map(({ shown, count, place }) => ({ key: shown, value: count, first: place }));
      return { shape: 'groups', rows: rows.sort((a, b) => b.value - a.value), missing: 0, total: all.count, records };
    }
    case 'exists':
    case 'never':
      return { shape: 'exists', count: all.count, places: all.places, records };
    case 'first':
    case 'last':
      return edgeOf(count, records);
    case 'list': {
      const kinds = [...count.kinds.values()].sort((a, b) => b.count - a.count);
      return { shape: 'kinds', kinds, count: all.count };
    }
    case 'rate': {
      const everyMs = query.everyMs ?? 60_000;
      return { shape: 'rate', count: all.count, spanMs: lengthOf(query.window, schema), everyMs, places: all.places };
    }
    case 'trend':
      return trendOf(count.points, of, all.places, query, schema);
    default: {
      if (!count.isNumeric || of === undefined)
        return { shape: 'number', value: countedIn(scene, query) ?? all.count, places: all.places, records };
      if (all.numbers.count === 0) return { shape: 'nothing', why: 'no line has a value for it' };
      const value = statisticOf(query, all);
      const told = { value, unit: of.unit, count: all.numbers.count, places: amountPlaces(query, all) };
      if (query.beside === undefined) return { shape: 'amount', ...told };
      if (count.beside === undefined) return { shape: 'nothing', why: `that line has no ${query.beside}` };
      return { shape: 'amount', ...told, beside: count.beside };
    }
  }
}

/** How much time a window takes in. */
function lengthOf(window: Window | undefined, { clock }: Schema): number {
  const fromMs = window?.fromMs ?? clock?.firstMs ?? 0;
  const toMs = window?.toMs ?? clock?.lastMs ?? 0;
  if (window?.spans === undefined) return toMs - fromMs;
  const lengths = window.spans.map((one) => Math.min(toMs, one.toMs) - Math.max(fromMs, one.fromMs));
  return lengths.reduce((sum, length) => sum + Math.max(0, length), 0);
}

function edgeOf(count: Count, records: number): Result {
  const { query, of, all, keys, numbers } = count;
  const isLast = query.take === 'last';
  const at = isLast ? 1 : 0;
  const [place, key, value] = [isLast ? all.last : all.places[0], keys[at], numbers[at]];
  const was = isLast && count.was !== undefined ? { was: count.was } : {};
  if (of === undefined)
    return { shape: 'moment', place, isLast, count: all.count, records, ...(key === undefined ? {} : { key, ...was }) };
  if (value === undefined) return { shape: 'nothing', why: 'no line has a value for it' };
  return { shape: 'amount', value, unit: of.unit, count: all.count, places: place === undefined ? [] : [place] };
}

/** All lines of the texts, also those that go on with a record. */
function countedIn(scene: Scene, { take, of, where, window }: Query): number | undefined {
  if (take !== 'count' || of !== 'lines' || where.length > 0 || window !== undefined) return undefined;
  return documentsOf(scene).reduce((sum, { lines }) => sum + lines, 0);
}

function amountPlaces({ take }: Query, { highest, lowest, places }: Gathered): Place[] {
  if (take === 'range') return [highest, lowest].filter((place) => place !== undefined);
  const place = take === 'max' ? highest : take === 'min' ? lowest : undefined;
  return place === undefined ? places : [place];
}

function groupsResult({ query, groups, of, isNumeric, missing, whole: total }: Count, records: number): Result {
  const isShare = query.take === 'share';
  const isNever = query.take === 'never';
  const rows: GroupRow[] = [];
  for (const { shown, gathered, parts } of groups.values()) {
    if (isNumeric && gathered.numbers.count === 0) continue;
    if (isShare && gathered.count === 0) continue;
    const value = isNumeric ? statisticOf(query, gathered) : isShare ? (100 * parts) / gathered.count : gathered.count;
    const [first] = isNumeric && query.take === 'max' && gathered.highest ? [gathered.highest] : gathered.places;
    rows.push({ key: shown, value, ...(first === undefined ? {} : { first }) });
  }
  const isLeast = query.order === 'least';
  rows.sort((a, b) => (isLeast ? a.value - b.value : b.value - a.value) || (a.key < b.key ? -1 : 1));
  const isRanked = isNumeric || isShare || isNever || query.order === 'least';
  const shown = isNever
    ? rows.filter(({ value }) => value === 0)
    : isRanked
      ? rows
      : rows.filter(({ value }) => value > 0);
  const unit = isNumeric ? of?.unit : isShare ? { name: '%', dimension: 'share' as const, factor: 1 } : undefined;
  return { shape: 'groups', rows: shown, missing, total, records, ...(unit === undefined ? {} : { unit }) };
}

async function runOverTime(scene: Scene, schema: Schema, query: Query): Promise<RunResult> {
  const test = compile(query.where, schema);
  const everyMs = query.everyMs ?? 60_000;
  const shiftMs = (schema.clock?.zoneMinutes ?? 0) * 60_000;
  const of = columnNamed(schema, query.of);
  const isNumeric = numeric.test(query.take) && of !== undefined;
  const buckets = new Map<number, Gathered>();
  const totals = await eachRecord(scene, {
    window: query.window,
    see(record) {
      if (record.timeMs === undefined || !test(record)) return;
      const start = Math.floor((record.timeMs + shiftMs) / everyMs) * everyMs - shiftMs;
      const bucket = buckets.get(start) ?? createGathered();
      buckets.set(start, bucket);
      gather(bucket, record, isNumeric ? of.number(record) : undefined);
    },
  });
  if (query.order === 'least' && totals.firstMs !== undefined && totals.lastMs !== undefined && !isNumeric) {
    const from = Math.floor((totals.firstMs + shiftMs) / everyMs) * everyMs - shiftMs;
    for (let at = from; at <= totals.lastMs && buckets.size < 20_000; at += everyMs)
      if (!buckets.has(at)) buckets.set(at, createGathered());
  }
  const rows = [...buckets]
    .map(([start, one]) => ({
      key: String(start),
      value: isNumeric ? statisticOf(query, one) : one.count,
      ...(one.places[0] === undefined ? {} : { first: one.places[0] }),
    }))
    .sort((a, b) => Number(a.key) - Number(b.key));
  if (query.order !== undefined)
    rows.sort(
      (a, b) => (query.order === 'least' ? a.value - b.value : b.value - a.value) || Number(a.key) - Number(b.key),
    );
  return { result: { shape: 'times', rows, everyMs }, isWhole: totals.isWhole };
}

/** The first third of the time against the last. */
function trendOf(
  points: readonly { timeMs: number; value: number }[],
  of: Column | undefined,
  places: Place[],
  { window }: Query,
  { clock }: Schema,
): Result {
  const from = window?.fromMs ?? clock?.firstMs ?? 0;
  const to = window?.toMs ?? clock?.lastMs ?? 0;
  const third = (to - from) / 3;
  const early = points.filter(({ timeMs }) => timeMs < from + third);
  const late = points.filter(({ timeMs }) => timeMs >= to - third);
  const mean = (some: readonly { value: number }[]) =>
    of === undefined ? some.length : some.reduce((sum, one) => sum + one.value, 0) / some.length;
  if (points.length < 3 || third <= 0 || (of !== undefined && (early.length === 0 || late.length === 0)))
    return { shape: 'nothing', why: 'too few lines mention it over time' };
  return {
    shape: 'trend',
    points: courseIn(points, from, to, of === undefined),
    early: mean(early),
    late: mean(late),
    ...(of === undefined ? {} : { spread: spreadOf(points.map(({ value }) => value)) }),
    places,
    ...(of === undefined ? {} : { unit: of.unit }),
  };
}

/** So many points draw a course. */
const mostPoints = 60;

/** The mean, or the count, of each of equal stretches of time that have some. */
function courseIn(
  points: readonly { timeMs: number; value: number }[],
  fromMs: number,
  toMs: number,
  isCounted: boolean,
): { timeMs: number; value: number }[] {
  const stepMs = Math.max(1, (toMs - fromMs) / mostPoints);
  const parts = new Map<number, { count: number; sum: number }>();
  for (const { timeMs, value } of points) {
    const at = Math.min(mostPoints - 1, Math.floor((timeMs - fromMs) / stepMs));
    const part = parts.get(at) ?? { count: 0, sum: 0 };
    parts.set(at, { count: part.count + 1, sum: part.sum + value });
  }
  return [...parts]
    .sort(([a], [b]) => a - b)
    .map(([at, { count, sum }]) => ({
      timeMs: Math.round(fromMs + at * stepMs),
      value: isCounted ? count : sum / count,
    }));
}

/** The standard deviation. */
function spreadOf(values: readonly number[]): number {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length);
}

async function runOrder(scene: Scene, schema: Schema, query: Query): Promise<RunResult> {
  const [first, second] = [compile(query.where, schema), compile(query.against ?? [], schema)];
  let [one, other]: (Place | undefined)[] = [];
  const totals = await eachRecord(scene, {
    window: query.window,
    see(record) {
      if (one === undefined && first(record)) one = placeOf(record);
      if (other === undefined && second(record)) other = placeOf(record);
    },
  });
  return { result: { shape: 'order', first: one, second: other }, isWhole: totals.isWhole };
}

async function runCompare(scene: Scene, schema: Schema, query: Query): Promise<RunResult> {
  const thing = columnNamed(schema, query.of);
  const side = async (where: readonly Condition[], window = query.window): Promise<RunResult> => {
    if (thing?.isSerial === true)
      return runThings(
        scene,
        schema,
        { ...query, window, take: 'count', where: [...where], against: undefined },
        thing,
      );
    if (query.state !== undefined)
      return countOfState(scene, schema, { ...query, window, where: [...where], against: undefined });
    return runCount(scene, schema, {
      ...query,
      window,
      take: query.of === undefined ? 'count' : query.percent === undefined ? 'mean' : 'percentile',
      where: [...where],
      by: undefined,
    });
  };
  const [left, right] = [await side(query.where), await side(query.against ?? query.where, query.than)];
  const valueIn = ({ result }: RunResult) =>
    result.shape === 'number' || result.shape === 'amount' ? result.value : undefined;
  const unit = left.result.shape === 'amount' ? left.result.unit : undefined;
  const places = [left, right].flatMap(({ result }) => ('places' in result ? result.places.slice(0, 2) : []));
  return {
    result: {
      shape: 'compare',
      left: valueIn(left),
      right: valueIn(right),
      places,
      ...(unit === undefined ? {} : { unit }),
    },
    isWhole: left.isWhole && right.isWhole,
  };
}

/** How often it came to be so. */
async function countOfState(scene: Scene, schema: Schema, query: Query): Promise<RunResult> {
  const run = await runState(scene, schema, { ...query, take: 'episodes', expects: undefined });
  if (run.result.shape !== 'episodes') return run;
  const places = run.result.intervals.flatMap(({ start, startMs }) =>
    start === undefined ? [] : [{ ...start, timeMs: startMs }],
  );
  return { ...run, result: { shape: 'number', value: run.result.intervals.length, places, records: places.length } };
}

/** The time before a moment against the time after it; what is counted is counted a minute. */
/** A line or two on either side show no change of how often. */
const fewestCompared = 4;

async function runChange(scene: Scene, schema: Schema, query: Query): Promise<RunResult> {
  const { atMs = 0, window = {} } = query;
  const take = query.of === undefined ? ('count' as const) : ('mean' as const);
  const side = async (part: { fromMs?: number | undefined; toMs?: number | undefined }) =>
    (await runCount(scene, schema, { ...query, take, window: part, by: undefined })).result;
  const [before, after] = [await side({ ...window, toMs: atMs }), await side({ ...window, fromMs: atMs })];
  const minutes = (fromMs: number, toMs: number) => Math.max((toMs - fromMs) / 60_000, 1 / 60);
  const of = columnNamed(schema, query.of);
  if (before.shape === 'amount' && after.shape === 'amount')
    return {
      result: {
        shape: 'change',
        before: before.value,
        after: after.value,
        isRate: false,
        unit: of?.unit ?? plainUnit,
        places: [...before.places.slice(0, 1), ...after.places.slice(0, 1)],
      },
      isWhole: true,
    };
  if (before.shape !== 'number' || after.shape !== 'number')
    return { result: { shape: 'nothing', why: 'one side has no line that mentions it' }, isWhole: true };
  if (before.value + after.value < fewestCompared)
    return { result: { shape: 'nothing', why: 'too few lines mention it' }, isWhole: true };
  const [from, to] = [window.fromMs ?? schema.clock?.firstMs ?? atMs, window.toMs ?? schema.clock?.lastMs ?? atMs];
  return {
    result: {
      shape: 'change',
      before: before.value / minutes(from, atMs),
      after: after.value / minutes(atMs, to),
      isRate: true,
      places: [...before.places.slice(0, 1), ...after.places.slice(0, 1)],
    },
    isWhole: true,
  };
}

/** The longest time without such a line, or from the first line of one kind to the next of another. */
async function runGap(scene: Scene, schema: Schema, query: Query): Promise<RunResult> {
  const test = compile(query.where, schema);
  const other = query.against === undefined ? undefined : compile(query.against, schema);
  let before: Place | undefined;
  let best: { before: Place; after: Place; ms: number } | undefined;
  const totals = await eachRecord(scene, {
    window: query.window,
    see(record) {
      if (record.timeMs === undefined) return;
      if (other !== undefined) {
        if (before === undefined && test(record)) before = placeOf(record);
        else if (before !== undefined && best === undefined && other(record))
          best = { before, after: placeOf(record), ms: record.timeMs - before.timeMs! };
        return;
      }
      if (!test(record)) return;
      const ms = before === undefined ? -1 : record.timeMs - before.timeMs!;
      if (before !== undefined && (best === undefined || ms > best.ms)) best = { before, after: placeOf(record), ms };
      before = placeOf(record);
    },
  });
  if (best === undefined) return { result: { shape: 'nothing', why: 'too few such lines' }, isWhole: totals.isWhole };
  return {
    result: { shape: 'gap', before: best.before, after: best.after, durationMs: best.ms },
    isWhole: totals.isWhole,
  };
}

async function runSpan({ documents }: Scene, { clock }: Schema): Promise<RunResult> {
  if (clock === undefined) return { result: { shape: 'nothing', why: 'its lines have no time' }, isWhole: true };
  const lines = documents.infos.reduce((sum, info) => sum + info.lines, 0);
  return { result: { shape: 'span', firstMs: clock.firstMs, lastMs: clock.lastMs, lines }, isWhole: true };
}
