import { msUnit, unitNamed } from '../../facts/amount.ts';
import { type Course, type Interval, wasIn } from '../../facts/intervals.ts';
import type { Place } from '../../facts/place.ts';
import type { Schema } from '../../facts/schema.ts';
import type { Query } from '../../query/query.ts';
import { isBeyond } from '../conditions.ts';
import { createDistribution } from '../distribution.ts';
import { isNumeric, statisticOf } from '../gathered.ts';
import { nothing, type Result, ranked } from '../result.ts';
import { overlapIn } from './overlap.ts';

/**
 * What is asked of times whose beginnings and ends are known. `turns`: the state in other words, where `course` holds
 * the times in which it was not so.
 */
export function resultOfCourse(query: Query, course: Course, schema: Schema, turns?: Course): Result {
  const one = query.where.find(({ field }) => field === course.column?.name);
  const named =
    one !== undefined
      ? [...course.units.keys()].find((unit) => unit.toLowerCase() === one.value.toLowerCase())
      : undefined;
  switch (query.take) {
    case 'state':
      return stateAt(query, course, turns, named);
    case 'never':
      return neverIn(query, course, turns === undefined ? schema.columns : []);
    case 'count':
      return query.atMs === undefined ? beginsOf(query, course) : countAt(course, turns, query.atMs);
    case 'first':
    case 'last':
      return beginsOf(query, course);
    case 'overlap':
      return overlapIn(query, course);
    default:
      return timesOf(query, course, turns !== undefined, named);
  }
}

function timesOf(query: Query, course: Course, isOpposite: boolean, named: string | undefined): Result {
  const { take, by, window } = query;
  const { lastMs } = course;
  // That it ended is no line of its begin.
  const isOfBegins = take === 'episodes' && (query.expects === undefined || isOpposite);
  const isMeant = ({ unit, startMs, endMs = lastMs }: Interval) =>
    (named === undefined || unit === named) &&
    (!isOfBegins || startMs !== undefined) &&
    isWithin(startMs ?? 0, isOfBegins ? (startMs ?? 0) : endMs, window);
  const { bound } = query;
  const isOfBound = (one: Interval) => bound === undefined || isBeyond(lengthOf(one, lastMs), bound, 'time');
  const within = course.intervals.filter((one) => isMeant(one) && isOfBound(one));
  const begun = within.filter(({ startMs }) => startMs !== undefined);
  if (take === 'duration' && by !== undefined) return totalOfEach(query, begun, course);
  if (take === 'longest') return longestOf(query, begun, course);
  if (isNumeric(take)) return statisticIn(query, begun);
  const intervals = atPlace(query, begun) ?? within;
  const totalMs = intervals.reduce((sum, one) => sum + Math.max(0, lengthOf(one, lastMs)), 0);
  return { shape: 'episodes', intervals, totalMs, endMs: lastMs };
}

/** Of all of them the one that is asked for; undefined where it is none. */
function atPlace({ only, nth }: Query, begun: readonly Interval[]): Interval[] | undefined {
  if (nth !== undefined) return begun.slice(nth - 1, nth);
  return only === undefined ? undefined : only === 'first' ? begun.slice(0, 1) : begun.slice(-1);
}

/** How long it was so, as far as that is known. */
export const lengthOf = ({ startMs, endMs }: Interval, lastMs: number): number =>
  startMs === undefined ? 0 : (endMs ?? lastMs) - startMs;

const isEnded = ({ endMs }: Interval): boolean => endMs !== undefined;

/** The longest first, or the shortest: of those that ended, where any did. */
function longestOf({ order }: Query, begun: readonly Interval[], course: Course): Result {
  const { column, lastMs } = course;
  const sign = order === 'least' ? 1 : -1;
  const intervals = (begun.some(isEnded) ? begun.filter(isEnded) : begun)
    .toSorted((a, b) => sign * (lengthOf(a, lastMs) - lengthOf(b, lastMs)))
    .map((one) => (column?.isNumber === true ? { ...one, unit: nameIn(course, one.unit) } : one));
  if (intervals.length === 0) return nothing('no line shows when it began');
  return { shape: 'episodes', intervals, totalMs: 0, endMs: lastMs };
}

/** The lines that begin it and end it. */
export const edgesOf = ({ start, end }: Interval): Place[] => [start, end].filter((place) => place !== undefined);

/** How many were in it at a moment. */
function countAt(course: Course, turns: Course | undefined, atMs: number): Result {
  const units = [...course.units.keys()];
  const those = new Set(units.filter((unit) => wasIn(turns ?? course, unit, atMs) === (turns === undefined)));
  const places = course.intervals.flatMap(({ unit, start, startMs }) =>
    start !== undefined && startMs !== undefined && startMs <= atMs && those.has(unit) ? [start] : [],
  );
  const latest = new Map(places.map((place) => [place.line, place]));
  return { shape: 'number', value: those.size, places: [...latest.values()].slice(-5), among: units.length };
}

/** Of what only a number tells apart also what its lines name. */
function nameIn({ names, column }: Course, unit: string): string {
  const name = names.get(unit);
  return name === undefined ? unit : `${name} (${column?.name ?? ''} ${unit})`;
}

/** What one was in at a moment, or which of them were. */
function stateAt(query: Query, course: Course, turns: Course | undefined, named: string | undefined): Result {
  const { units, lastMs } = course;
  const { atMs = lastMs } = query;
  const told = turns ?? course;
  const isInIt = (unit: string) => wasIn(told, unit, atMs) === (turns === undefined);
  if (query.by !== undefined || (named === undefined && units.size > 1)) {
    const rows = [...units.keys()].map((unit) => ({ unit: nameIn(course, unit), isIn: isInIt(unit) }));
    return { shape: 'state', unit: '', isIn: undefined, rows };
  }
  const unit = named ?? [...units.keys()][0]!;
  const since = told.intervals
    .flatMap((one) => (one.unit === unit ? edgesOf(one) : []))
    .filter(({ timeMs = 0 }) => timeMs <= atMs)
    .sort((a, b) => (a.timeMs ?? 0) - (b.timeMs ?? 0))
    .at(-1);
  return { shape: 'state', unit, isIn: wasIn(told, unit, atMs) === undefined ? undefined : isInIt(unit), since };
}

/** Those of the file's names that were not in the state at any time; of `columns` also those of whose states no line tells. */
function neverIn({ window, by }: Query, { intervals, units, column }: Course, columns: Schema['columns']): Result {
  const isMet = ({ startMs = 0, endMs = Number.POSITIVE_INFINITY }: Interval) => isWithin(startMs, endMs, window);
  const were = new Set(intervals.filter(isMet).map(({ unit }) => unit.toLowerCase()));
  const of = by === undefined || by === '*' ? column?.name : by;
  const named = [...(columns.find(({ name }) => name === of)?.values.values() ?? [])].map(({ shown }) => shown);
  const all = new Map([...units.keys(), ...named].map((one) => [one.toLowerCase(), one]));
  const rows = [...all].filter(([key]) => !were.has(key)).map(([, key]) => ({ key, value: 0 }));
  return { shape: 'groups', rows };
}

/** The lines at which it came to be so: counted, in groups, or the first and last of them. */
function beginsOf({ take, by, where, window, order, state }: Query, { intervals, units, repeated }: Course): Result {
  // A session that is opened beside another of the same user is one more; what is down twice over is down once.
  const isDeed = /ed$/.test(state ?? '');
  const begun = [...intervals, ...(isDeed ? repeated : [])]
    .flatMap(({ unit, start }) => (start === undefined ? [] : [{ unit, place: start, timeMs: start.timeMs ?? 0 }]))
    .filter(({ timeMs }) => isWithin(timeMs, timeMs, window))
    .sort((a, b) => a.timeMs - b.timeMs);
  const places = begun.map(({ place }) => place);
  if (take !== 'count') {
    const one = take === 'first' ? begun[0] : begun.at(-1);
    const isNamed = by !== undefined || where.length === 0;
    const key = isNamed && one?.unit !== '' ? one?.unit : undefined;
    return { shape: 'moment', place: one?.place, isLast: take === 'last', count: begun.length, key };
  }
  if (by === undefined) return { shape: 'number', value: begun.length, places };
  const rows = [...units.keys()].map((key) => {
    const own = begun.filter(({ unit }) => unit === key);
    return { key, value: own.length, first: own[0]?.place };
  });
  return { shape: 'groups', rows: ranked(rows, order) };
}

/** Whether some of a time lies in the window, and in one of its spans where it has any. */
function isWithin(startMs: number, endMs: number, window: Query['window']): boolean {
  const { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY, spans } = window ?? {};
  if (endMs < fromMs || startMs >= toMs) return false;
  return spans?.some((span) => endMs >= span.fromMs && startMs < span.toMs) ?? true;
}

/** How long each unit was in the state, all its times together. */
function totalOfEach({ order }: Query, begun: readonly Interval[], { units, lastMs }: Course): Result {
  const sums = new Map([...units.keys()].map((unit) => [unit, 0]));
  for (const { unit, startMs = 0, endMs = lastMs } of begun) sums.set(unit, (sums.get(unit) ?? 0) + endMs - startMs);
  return durationsOf(sums, order);
}

export function durationsOf(sums: ReadonlyMap<string, number>, order: Query['order']): Result {
  const rows = [...sums].map(([key, value]) => ({ key, value }));
  return { shape: 'groups', rows: ranked(rows, order), unit: msUnit };
}

/** A statistic of the lengths of those that came to an end. */
function statisticIn(query: Query, begun: readonly Interval[]): Result {
  const ended = begun.filter(isEnded);
  if (ended.length === 0) return nothing('no time of it has both its begin and its end in the file');
  const lengths = createDistribution();
  for (const one of ended) lengths.add(lengthOf(one, 0));
  const places = ended.slice(0, 3).flatMap(({ start }) => start ?? []);
  return { shape: 'amount', value: statisticOf(query, lengths), unit: unitNamed('s')!, count: ended.length, places };
}
