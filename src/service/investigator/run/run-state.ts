import { type Course, type Interval, readCourse, wasIn } from '../facts/intervals.ts';
import { isAnyState, type StateWords } from '../facts/lexicon.ts';
import { eachRecord } from '../facts/records.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { stateIn } from '../facts/state-in.ts';
import { stem } from '../facts/stem.ts';
import { newValue } from '../facts/turns.ts';
import type { Scene } from '../investigation.ts';
import type { Query } from '../query/query.ts';
import { createGathered, placeOf, statisticOf } from './accumulate.ts';
import { compile, type Test } from './conditions.ts';
import type { Place, Result } from './result.ts';
import type { RunResult } from './run-query.ts';

/** What is asked of states: which it is in, for how long, how often, together with what. */
export async function runState(scene: Scene, schema: Schema, query: Query): Promise<RunResult> {
  if (query.take === 'doing') return { result: await doing(scene, schema, query), isWhole: true };
  if (query.by === newValue) return { result: await timeInEach(scene, schema, query), isWhole: true };
  const isStated = stateIn(schema, query.state ?? 'running')?.words.column !== undefined;
  const ofNoun = isAnyState(query.state) && !isStated ? stateOfNoun(query, schema) : undefined;
  const run = await runOneState(scene, schema, ofNoun ?? query);
  if (run.result.shape !== 'nothing') return run;
  // "Was it connected?" of a file whose lines call it up and down.
  const unnamed = query.where.map((one) => (one.is === '=' ? { ...one, is: 'has' as const, value: '*' } : one));
  const isToldOfOthers =
    query.where.length > 0 &&
    (await runOneState(scene, schema, { ...query, where: unnamed })).result.shape !== 'nothing';
  for (const state of likeStates[query.state ?? 'running'] ?? []) {
    if (isToldOfOthers && !isAnyOutage(state)) continue;
    const other = await runOneState(scene, schema, { ...query, state });
    if (other.result.shape !== 'nothing') return isAnyOutage(state) ? { ...other, isGuessed: true } : other;
  }
  return run;
}

/** "Alarms active": of what is raised and ceases, as this file's lines say of each. */
function stateOfNoun(query: Query, schema: Schema): Query | undefined {
  const said = query.where.find(({ field, is }) => field === 'words' && is === 'has');
  for (const noun of said?.value.split(' ') ?? []) {
    if (/ed$/.test(noun)) continue;
    const known = stateIn(schema, noun);
    if (known === undefined || known.isOpposite) continue;
    const rest = said?.value.split(' ').filter((one) => one !== noun) ?? [];
    const others = query.where.filter((one) => one !== said);
    const where = rest.length === 0 ? others : [...others, { ...said!, value: rest.join(' ') }];
    return { ...query, state: noun, where };
  }
  return undefined;
}

/** Other names for a state, tried where lines tell of none by its own. */
const likeStates: Record<string, readonly string[]> = {
  connected: ['up', 'in service'],
  disconnected: ['down', 'outage'],
  up: ['connected', 'running', 'in service'],
  down: ['disconnected', 'stopped', 'outage'],
  online: ['connected', 'in service'],
  offline: ['disconnected', 'outage'],
  back: ['connected', 'in service'],
  lost: ['disconnected', 'outage'],
  gone: ['disconnected', 'outage'],
  away: ['outage'],
  unreachable: ['outage'],
  unavailable: ['outage'],
  running: ['up'],
  active: ['up', 'alarm', 'open'],
  open: ['running'],
};

const isAnyOutage = (state: string): boolean => /^(?:outage|in service)$/.test(state);

async function runOneState(scene: Scene, schema: Schema, query: Query): Promise<RunResult> {
  const asked = stateIn(schema, query.state ?? 'running');
  if (asked === undefined) return { result: { shape: 'nothing', why: 'no such state is known' }, isWhole: true };
  const { words, isOpposite } = asked;
  const isOfColumn = words.column !== undefined;
  const [unitCondition] = query.where;
  const column = schema.columns.find(
    ({ name }) =>
      name ===
      (query.by ??
        (unitCondition?.field === 'words' || unitCondition?.field === 'text' ? undefined : unitCondition?.field)),
  );
  const about = compile(
    query.take === 'overlap' ? [] : query.where.filter(({ field }) => field !== column?.name || query.by === undefined),
    schema,
  );
  const side = compile(query.where, schema);
  const otherSide = compile(query.against ?? [], schema);
  const isOfTwo = query.take === 'overlap' && query.against !== undefined;
  const course = await readCourse(
    scene,
    schema,
    words,
    column,
    isOfTwo ? (record) => side(record) || otherSide(record) : about,
    isOfTwo ? undefined : endsAbout(query.where, schema),
  );
  if (
    !isOfColumn &&
    course.intervals.length === 0 &&
    /^(?:episodes|state)$/.test(query.take) &&
    column !== undefined &&
    !ofKinds.test(column.name) &&
    query.where.length === 1
  ) {
    // Of others the lines tell it: of this one they would.
    const all = await readCourse(scene, schema, words, undefined, () => true);
    if (all.column !== column) return { result: untold(query), isWhole: true };
    const unit = unitCondition?.value ?? '';
    if (all.intervals.length > 0 && query.take === 'state')
      return { result: { shape: 'state', unit, isIn: isOpposite, stateTold: query.state ?? '' }, isWhole: true };
    if (all.intervals.length > 0 && !isOpposite && words.learnt === undefined)
      return { result: { shape: 'episodes', intervals: [], totalMs: 0, endMs: all.lastMs }, isWhole: true };
  }
  if (
    !isOfColumn &&
    course.intervals.length === 0 &&
    query.where.length > 0 &&
    areOfThings(query.where, words, schema)
  ) {
    const thing = column ?? (await readCourse(scene, schema, words, undefined, () => true)).column;
    const whole = thing?.isSerial === true ? await courseOfThings(scene, schema, query, words, thing) : undefined;
    if (whole !== undefined && !isOpposite) return { result: resultOfCourse(query, whole, schema), isWhole: true };
  }
  const isOfNone = query.by === '*' && course.column === undefined;
  const isTold = course.intervals.length > 0 || (isOfColumn && course.units.size > 0);
  if (!isTold || isOfNone) return { result: untold(query), isWhole: true };
  if (!isOfColumn && !(await isEndTold(scene, schema, words, course, query.where.length === 0 ? undefined : about)))
    return { result: { shape: 'nothing', why: `no line shows when it ends` }, isWhole: true };
  const held = isOpposite ? opposite(course, words, schema) : course.intervals;
  const result = tell(query, { ...course, intervals: held }, course, isOpposite, schema);
  return { result, isWhole: true, ...(course.isByKin === true ? { isGuessed: true } : {}) };
}

const untold = ({ state = 'running' }: Query): Result => ({
  shape: 'nothing',
  why: `no line shows when it was ${state}`,
});

/** "Took longest to load": of a part of them, which what begins and ends the whole does not tell. */
function areOfThings(where: Query['where'], words: StateWords, { columns }: Schema): boolean {
  const ends = new Set(words.ends.map(stem));
  return (
    columns.some(({ isSerial }) => isSerial === true) &&
    where.every(({ field, value }) => field !== 'words' || value.split(' ').every((one) => ends.has(stem(one))))
  );
}

/** Of numbered things, each line tells a part: "the longest failed run" began on a line that knows of no failure. */
async function courseOfThings(
  scene: Scene,
  schema: Schema,
  query: Query,
  words: StateWords,
  column: Column,
): Promise<Course | undefined> {
  const isUnit = ({ field }: Query['where'][number]) => field === column.name;
  const told = query.where.filter((one) => !isUnit(one));
  if (told.length === 0) return undefined;
  const test = compile(told, schema);
  const meant = new Set<string>();
  await eachRecord(scene, {
    see(record) {
      const unit = test(record) ? column.read(record) : undefined;
      if (unit !== undefined) meant.add(unit);
    },
  });
  const course = await readCourse(scene, schema, words, column, compile(query.where.filter(isUnit), schema));
  const intervals = course.intervals.filter(({ unit }) => meant.has(unit));
  if (!intervals.some(({ endMs }) => endMs !== undefined)) return undefined;
  return { ...course, intervals, units: new Map([...course.units].filter(([unit]) => meant.has(unit))) };
}

/** Of what kind a line is, and no name of what is in a state. */
const ofKinds = /^(?:type|kind|class|category|event|action|outcome|level|severity|priority|status|state)$/i;

/** An end says whose it is, but not again why it began: "alarm A12 ceased". */
function endsAbout(where: Query['where'], schema: Schema): Test {
  const tests = where
    .filter(({ field }) => !/^(?:words|outcome|level)$/.test(field))
    .map((one) => ({ column: columnNamed(schema, one.field), test: compile([one], schema) }));
  return (record) =>
    tests.every(({ column, test }) => test(record) || (column !== undefined && column.read(record) === undefined));
}

/**
 * What begins and never ends is no state that comes and goes: that it lasts is known only where such ends are told of
 * others, or where nothing more is heard of what is in it.
 */
async function isEndTold(
  scene: Scene,
  schema: Schema,
  words: StateWords,
  { intervals, repeated }: Course,
  isAbout: Test | undefined,
): Promise<boolean> {
  // Told again and again, and hardly ever ended: each line is a time of its own.
  if (repeated > intervals.length) return false;
  const isClosed = (some: readonly Interval[]) => some.some(({ endMs }) => endMs !== undefined);
  if (isClosed(intervals)) return true;
  if (isAbout === undefined) return false;
  if (isClosed((await readCourse(scene, schema, words, undefined, () => true)).intervals)) return true;
  const latest = Math.max(...intervals.map(({ start }) => start?.line ?? 0));
  let isHeardOf = false;
  await eachRecord(scene, {
    see(record) {
      isHeardOf ||= record.line > latest && isAbout(record);
    },
  });
  return !isHeardOf;
}

/** The times between. */
function opposite(
  { intervals, units, endedAtFirst }: Course,
  { opposite: state }: StateWords,
  { clock }: Schema,
): Interval[] {
  const found: Interval[] = [];
  for (const unit of units.keys()) {
    const own = intervals.filter((one) => one.unit === unit).sort((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0));
    let from = endedAtFirst.get(unit);
    for (const one of own) {
      if (one.startMs !== undefined && (from !== undefined || one.startMs > (clock?.firstMs ?? 0)))
        found.push({ unit, state, startMs: from?.endMs, endMs: one.startMs, start: from?.end, end: one.start });
      from = one;
    }
    if (from?.endMs !== undefined)
      found.push({ unit, state, startMs: from.endMs, endMs: undefined, start: from.end, end: undefined });
  }
  return found;
}

/** What is asked of times whose beginnings and ends are known. */
export const resultOfCourse = (query: Query, course: Course, schema: Schema): Result =>
  tell(query, course, course, false, schema);

function tell(query: Query, course: Course, turns: Course, isOpposite: boolean, schema: Schema): Result {
  const { lastMs } = course;
  const [one] = query.where;
  const named =
    one !== undefined && course.column?.name === one.field
      ? [...course.units.keys()].find((unit) => unit.toLowerCase() === one.value.toLowerCase())
      : undefined;
  if (query.take === 'state') return stateAt(query, course, turns, isOpposite, named);
  if (query.take === 'never') return neverIn(query, course, isOpposite ? [] : schema.columns);
  if (query.take === 'count' && query.atMs !== undefined) return countAt(course, turns, isOpposite, query.atMs);
  if (query.take === 'count' || query.take === 'first' || query.take === 'last') return ofBegins(query, course);
  if (query.take === 'overlap') return overlap(query, course);
  // That it ended is no line of its begin.
  const isOfBegins = query.take === 'episodes' && (query.expects === undefined || isOpposite);
  const { fromMs = 0, toMs = Number.POSITIVE_INFINITY } = query.window ?? {};
  const within = course.intervals
    .filter((i) => named === undefined || i.unit === named)
    .filter((i) => !isOfBegins || i.startMs !== undefined)
    .filter((i) => (isOfBegins ? (i.startMs ?? 0) : (i.endMs ?? lastMs)) >= fromMs && (i.startMs ?? 0) < toMs);
  const length = (i: Interval) => (i.startMs === undefined ? -1 : (i.endMs ?? lastMs) - i.startMs);
  if (query.take === 'duration' && query.by !== undefined) return totals(query, within, course);
  if (/^(?:mean|median|sum|max|min|range|percentile)$/.test(query.take)) return ofRuns(query, within);
  if (query.take === 'longest') {
    const ended = within.filter((i) => i.startMs !== undefined && i.endMs !== undefined);
    const some = ended.length > 0 ? ended : within.filter((i) => i.startMs !== undefined);
    if (some.length === 0) return { shape: 'nothing', why: 'no line shows when it began' };
    const sign = query.order === 'least' ? 1 : -1;
    const intervals = [...some].sort((a, b) => sign * (length(a) - length(b)));
    return { shape: 'episodes', intervals, totalMs: 0, endMs: lastMs };
  }
  const begun = within.filter(({ startMs }) => startMs !== undefined);
  const meant = query.only === undefined ? within : query.only === 'first' ? begun.slice(0, 1) : begun.slice(-1);
  const totalMs = meant.reduce((sum, i) => sum + Math.max(0, length(i)), 0);
  return { shape: 'episodes', intervals: meant, totalMs, endMs: lastMs };
}

/** How many were in it at a moment. */
function countAt({ intervals, units }: Course, turns: Course, isOpposite: boolean, atMs: number): Result {
  const those = new Set([...units.keys()].filter((unit) => wasIn(turns, unit, atMs) === !isOpposite));
  const places = intervals.flatMap(({ unit, start, startMs }): Place[] =>
    start !== undefined && startMs !== undefined && startMs <= atMs && those.has(unit)
      ? [{ ...start, timeMs: startMs }]
      : [],
  );
  const latest = new Map(places.map((place) => [place.line, place]));
  return { shape: 'number', value: those.size, places: [...latest.values()].slice(-5), records: units.size };
}

/** What one was in at a moment, or which of them were. */
function stateAt(query: Query, course: Course, turns: Course, isOpposite: boolean, named: string | undefined): Result {
  const atMs = query.atMs ?? course.lastMs;
  const stateTold = query.state ?? '';
  if (query.by !== undefined || (named === undefined && course.units.size > 1)) {
    const nameOf = (unit: string) => {
      const name = course.names.get(unit);
      return name === undefined ? unit : `${name} (${course.column?.name ?? ''} ${unit})`;
    };
    const rows = [...course.units.keys()].map((unit) => ({
      unit: nameOf(unit),
      isIn: wasIn(turns, unit, atMs) !== isOpposite,
    }));
    return { shape: 'state', unit: '', isIn: undefined, stateTold, rows };
  }
  const unit = named ?? [...course.units.keys()][0]!;
  const isIn = wasIn(turns, unit, atMs);
  const since = turns.intervals.flatMap((i): Place[] => {
    if (i.unit !== unit) return [];
    const places: Place[] = [];
    if (i.start !== undefined && i.startMs! <= atMs) places.push({ ...i.start, timeMs: i.startMs });
    if (i.end !== undefined && i.endMs! <= atMs) places.push({ ...i.end, timeMs: i.endMs });
    return places;
  });
  return {
    shape: 'state',
    unit,
    isIn: isIn === undefined ? undefined : isIn !== isOpposite,
    stateTold,
    since: since.sort((a, b) => a.timeMs! - b.timeMs!).at(-1),
  };
}

/** Those of the file's names that were not in the state at any time; of `columns` also those of whose states no line tells. */
function neverIn({ window, by }: Query, { intervals, units, column }: Course, columns: readonly Column[]): Result {
  const isWithin = ({ startMs, endMs }: Interval) =>
    (endMs ?? Number.POSITIVE_INFINITY) >= (window?.fromMs ?? 0) &&
    (startMs ?? 0) < (window?.toMs ?? Number.POSITIVE_INFINITY);
  const were = new Set(intervals.filter(isWithin).map(({ unit }) => unit.toLowerCase()));
  const named = columns.find(({ name }) => name === (by ?? column?.name))?.values.values() ?? [];
  const all = new Map(
    [...units.keys(), ...[...named].map(({ shown }) => shown)].map((one) => [one.toLowerCase(), one]),
  );
  const rows = [...all].filter(([key]) => !were.has(key)).map(([, key]) => ({ key, value: 0 }));
  return { shape: 'groups', rows, missing: 0, total: rows.length, records: rows.length };
}

/** The lines at which it came to be so: counted, in groups, or the first and last of them. */
function ofBegins({ take, by, where, window, order }: Query, { intervals, units }: Course): Result {
  const begun = intervals
    .filter(({ startMs }) => startMs !== undefined && isBetween(startMs, window))
    .map(({ unit, start, startMs }) => ({ unit, place: { ...start!, timeMs: startMs } }))
    .sort((a, b) => a.place.timeMs! - b.place.timeMs!);
  const places = begun.map(({ place }) => place);
  if (take !== 'count') {
    const one = take === 'first' ? begun[0] : begun.at(-1);
    const isNamed = by !== undefined || where.length === 0;
    return {
      shape: 'moment',
      place: one?.place,
      isLast: take === 'last',
      count: begun.length,
      records: begun.length,
      ...(one === undefined || !isNamed || one.unit === '' ? {} : { key: one.unit }),
    };
  }
  if (by === undefined) return { shape: 'number', value: begun.length, places, records: begun.length };
  const rows = [...units.keys()].map((key) => {
    const own = begun.filter(({ unit }) => unit === key);
    return { key, value: own.length, ...(own[0] === undefined ? {} : { first: own[0].place }) };
  });
  rows.sort((a, b) => (order === 'least' ? a.value - b.value : b.value - a.value));
  return { shape: 'groups', rows, missing: 0, total: begun.length, records: begun.length };
}

const isBetween = (timeMs: number, window: Query['window']): boolean =>
  timeMs >= (window?.fromMs ?? Number.NEGATIVE_INFINITY) && timeMs < (window?.toMs ?? Number.POSITIVE_INFINITY);

/** How long it was what lines say it turned into, each value by itself. */
async function timeInEach(scene: Scene, schema: Schema, query: Query): Promise<Result> {
  const test = compile(query.where, schema);
  const column = columnNamed(schema, newValue);
  const sums = new Map<string, number>();
  let current: { value: string; fromMs: number } | undefined;
  let lastMs = schema.clock?.lastMs ?? 0;
  const add = (toMs: number) => {
    if (current !== undefined) sums.set(current.value, (sums.get(current.value) ?? 0) + toMs - current.fromMs);
  };
  await eachRecord(scene, {
    window: query.window,
    see(record) {
      if (record.timeMs === undefined) return;
      lastMs = Math.max(lastMs, record.timeMs);
      const value = test(record) ? column?.read(record) : undefined;
      if (value === undefined) return;
      add(record.timeMs);
      current = { value, fromMs: record.timeMs };
    },
  });
  add(Math.min(lastMs, query.window?.toMs ?? lastMs));
  if (sums.size === 0) return { shape: 'nothing', why: 'no line shows what it turned into' };
  const rows = [...sums].map(([key, value]) => ({ key, value }));
  rows.sort((a, b) => (query.order === 'least' ? a.value - b.value : b.value - a.value));
  return { shape: 'groups', rows, missing: 0, total: rows.length, records: rows.length, unit: inMs };
}
const inMs = { name: 'ms', dimension: 'time', factor: 1 } as const;

/** How long each unit was in the state, all its times together. */
function totals({ order }: Query, intervals: readonly Interval[], { units, lastMs }: Course): Result {
  const sums = new Map([...units.keys()].map((unit) => [unit, 0]));
  for (const { unit, startMs, endMs } of intervals)
    if (startMs !== undefined) sums.set(unit, (sums.get(unit) ?? 0) + (endMs ?? lastMs) - startMs);
  const rows = [...sums].map(([key, value]) => ({ key, value }));
  rows.sort((a, b) => (order === 'least' ? a.value - b.value : b.value - a.value));
  return {
    shape: 'groups',
    rows,
    missing: 0,
    total: rows.length,
    records: rows.length,
    unit: inMs,
  };
}

/** A statistic of the lengths of those that came to an end. */
function ofRuns(query: Query, intervals: readonly Interval[]): Result {
  const ended = intervals.filter(({ startMs, endMs }) => startMs !== undefined && endMs !== undefined);
  if (ended.length === 0) return { shape: 'nothing', why: 'no time of it has both its begin and its end in the file' };
  const gathered = createGathered();
  for (const { startMs, endMs } of ended) gathered.numbers.add(endMs! - startMs!, 0);
  const places = ended
    .slice(0, 3)
    .flatMap(({ start, startMs }) => (start === undefined ? [] : [{ ...start, timeMs: startMs }]));
  return {
    shape: 'amount',
    value: statisticOf(query, gathered),
    unit: { name: 's', dimension: 'time', factor: 1000 },
    count: ended.length,
    places,
  };
}

/** By its name, or by the last part of it: `img1` of `be_media/img1`. */
const isCalled = (unit: string, name: string): boolean =>
  unit.toLowerCase() === name || unit.toLowerCase().endsWith(`/${name}`) || unit.toLowerCase().endsWith(`.${name}`);

function overlap(query: Query, { intervals, units, column, lastMs }: Course): Result {
  const valueIn = (conditions: Query['where'] | undefined) =>
    (
      conditions?.find(({ field }) => field === column?.name) ?? conditions?.find(({ field }) => field === 'text')
    )?.value.toLowerCase();
  const [left, right] = [valueIn(query.where), valueIn(query.against)];
  const of = (unit: string) => intervals.filter((i) => isCalled(i.unit, unit));
  const isKnown = (unit: string) => [...units.keys()].some((one) => isCalled(one, unit));
  if (query.against !== undefined && ![left, right].every((unit) => unit !== undefined && isKnown(unit)))
    return { shape: 'nothing', why: `no line shows when both were ${query.state ?? 'running'}` };
  if (left !== undefined && right !== undefined) {
    const spans: { fromMs: number; toMs: number; from: Interval; to: Interval }[] = [];
    for (const a of of(left)) {
      for (const b of of(right)) {
        const fromMs = Math.max(a.startMs ?? Number.NEGATIVE_INFINITY, b.startMs ?? Number.NEGATIVE_INFINITY);
        const toMs = Math.min(a.endMs ?? lastMs, b.endMs ?? lastMs);
        if (fromMs < toMs && Number.isFinite(fromMs)) spans.push({ fromMs, toMs, from: a, to: b });
      }
    }
    const places = spans.flatMap(({ from, to }) => [from.start, to.start]).filter((place) => place !== undefined);
    return { shape: 'overlap', spans, totalMs: spans.reduce((sum, s) => sum + s.toMs - s.fromMs, 0), places };
  }
  const edges = intervals.flatMap((i) =>
    i.startMs === undefined
      ? []
      : [
          { at: i.startMs, step: 1, i },
          { at: i.endMs ?? lastMs, step: -1, i },
        ],
  );
  edges.sort((a, b) => a.at - b.at || a.step - b.step);
  const open = new Set<Interval>();
  let most: { count: number; timeMs: number; units: string[] } | undefined;
  for (const { at, step, i } of edges) {
    if (step > 0) open.add(i);
    else open.delete(i);
    if (open.size > (most?.count ?? 0))
      most = { count: open.size, timeMs: at, units: [...open].map(({ unit }) => unit) };
  }
  return { shape: 'overlap', spans: [], totalMs: 0, places: [], ...(most === undefined ? {} : { most }) };
}

/** The last lines of it up to the moment. */
async function doing(scene: Scene, schema: Schema, query: Query): Promise<Result> {
  const test = compile(query.where, schema);
  const atMs = query.atMs ?? Number.POSITIVE_INFINITY;
  const latest: Place[] = [];
  let count = 0;
  await eachRecord(scene, {
    see(record) {
      if ((record.timeMs !== undefined && record.timeMs > atMs) || !test(record)) return;
      count++;
      latest.push(placeOf(record));
      if (latest.length > 3) latest.shift();
    },
  });
  return { shape: 'lines', places: latest.reverse(), count };
}
