import { plainUnit, type Unit } from '../investigator/facts/amount.ts';
import type { Interval } from '../investigator/facts/intervals.ts';
import type { Place } from '../investigator/facts/place.ts';
import type { Query } from '../investigator/query/query.ts';
import type { GroupRow, Result } from '../investigator/run/result.ts';
import { sideNames } from '../investigator/tell/tell-direction.ts';
import type { Course } from './view-request.ts';

export interface Table {
  head: string[];
  rows: (string | number)[][];
}

type TimeWord = (timeMs: number) => string;

/** Every row of what a query came to; undefined where it came to nothing that has rows. */
export function tableOf(query: Query, result: Result, at: TimeWord): Table | undefined {
  switch (result.shape) {
    case 'groups':
      return groupTable(query.by ?? 'what', measured(query, result.unit), valuesIn(result.rows, result.unit));
    case 'times':
      return groupTable(
        'time',
        query.take,
        result.rows.map((row) => ({ ...row, key: at(Number(row.key)) })),
      );
    case 'share':
      return result.whole === 0
        ? undefined
        : { head: ['share, %', 'part', 'of'], rows: [[(100 * result.part) / result.whole, result.part, result.whole]] };
    case 'streak':
      return one('lines in a row', result.count);
    case 'rate':
      return rateTable(result);
    case 'number':
      return one(query.take, result.value);
    case 'amount':
      return one(measured(query, result.unit), inUnit(result.value, result.unit));
    case 'exists':
      return one('lines', result.count);
    case 'lines':
      return placeTable(result.places);
    case 'kinds':
      return {
        head: ['message', 'count', 'first line'],
        rows: result.kinds.map(({ message, count, place }) => [message, count, place.line]),
      };
    case 'trend':
      return {
        head: ['time', query.of === undefined ? 'lines' : withUnit(`mean of ${query.of}`, result.unit)],
        rows: valuesIn(result.points, result.unit).map(({ timeMs, value }) => [at(timeMs), value]),
      };
    case 'moment':
      return result.place ? placeTable([result.place]) : undefined;
    default:
      return twoSided(query, result, at);
  }
}

/** What lies between two sides, and what lasted. */
function twoSided(query: Query, result: Result, at: TimeWord): Table | undefined {
  switch (result.shape) {
    case 'change':
      return sides('when', measured(query, result.unit), [
        ['before', inUnit(result.before, result.unit)],
        ['after', inUnit(result.after, result.unit)],
      ]);
    case 'step':
      return sides('when', query.of ?? 'value', [
        ['before', result.from],
        ['after', result.to],
      ]);
    case 'compare': {
      const { left, right } = result;
      const [a, b] = sideNames(query);
      if (left === undefined || right === undefined) return undefined;
      return sides('what', withUnit(query.of ?? 'lines', result.unit), [
        [a.plain, inUnit(left, result.unit)],
        [b.plain, inUnit(right, result.unit)],
      ]);
    }
    case 'order':
      return placeTable([result.first, result.second].filter((place) => place !== undefined));
    case 'gap':
      return placeTable([result.before, result.after].filter((place) => place !== undefined));
    case 'span':
      return { head: ['from', 'to', 'lines'], rows: [[at(result.firstMs), at(result.lastMs), result.lines]] };
    case 'state': {
      const rows = result.rows ?? [{ unit: result.unit, isIn: result.isIn === true }];
      return { head: ['what', query.state ?? 'running'], rows: rows.map(({ unit, isIn }) => [unit, isIn ? 1 : 0]) };
    }
    case 'episodes':
      return episodeTable(result.intervals, result.endMs, at);
    case 'overlap':
      return {
        head: ['from', 'to', 'seconds'],
        rows: result.spans.map(({ fromMs, toMs }) => [at(fromMs), at(toMs), (toMs - fromMs) / 1000]),
      };
    default:
      return undefined;
  }
}

/** What can be drawn over time, in the order of its times. */
export function courseOf(result: Result): Course | undefined {
  if (result.shape === 'trend') {
    const steps = result.points.slice(1).map(({ timeMs }, n) => timeMs - (result.points[n]?.timeMs ?? 0));
    const unit = result.unit?.name ?? '';
    return { stepMs: Math.max(1, Math.min(...steps)), points: valuesIn(result.points, result.unit), unit };
  }
  if (result.shape !== 'times') return undefined;
  const points = result.rows
    .map(({ key, value }) => ({ timeMs: Number(key), value }))
    .toSorted((a, b) => a.timeMs - b.timeMs);
  return thinned({ stepMs: result.everyMs, points, unit: '' });
}

/** More lie closer than a screen can show. */
const mostPoints = 1_000;

/** Of many points the greatest of each longer stretch, so that no peak is lost. */
function thinned({ stepMs, points, unit }: Course): Course {
  const firstMs = points[0]?.timeMs ?? 0;
  const longer = stepMs * Math.ceil(((points.at(-1)?.timeMs ?? 0) - firstMs + stepMs) / stepMs / mostPoints);
  if (longer === stepMs) return { stepMs, points, unit };
  const parts = Map.groupBy(points, ({ timeMs }) => firstMs + Math.floor((timeMs - firstMs) / longer) * longer);
  return {
    stepMs: longer,
    unit,
    points: [...parts].map(([timeMs, part]) => ({ timeMs, value: Math.max(...part.map(({ value }) => value)) })),
  };
}

/** The head of a column of values, in the words of the written query and with the unit the file prints. */
function measured({ take, percent = 95, of }: Query, unit: Unit | undefined): string {
  const name = take === 'percentile' ? `p${percent}` : take;
  return withUnit(of === undefined || unit === undefined ? name : `${name} of ${of}`, unit);
}

const withUnit = (name: string, { name: unit }: Unit = plainUnit): string => (unit === '' ? name : `${name}, ${unit}`);

/** Results are kept in the base of their dimension, bytes or milliseconds. */
const inUnit = (value: number, { factor }: Unit = plainUnit): number =>
  factor === 1 ? value : Number((value / factor).toPrecision(12));

function valuesIn<T extends { value: number }>(rows: readonly T[], unit: Unit | undefined): T[] {
  return rows.map((row) => ({ ...row, value: inUnit(row.value, unit) }));
}

/** Whether the rows say what the sentence would only list. */
export const rowsTell = ({ take, order }: Query, result: Result): boolean =>
  (result.shape === 'groups' || result.shape === 'times') &&
  order === undefined &&
  take !== 'never' &&
  result.rows.length > fewRows;

/** They are read sooner as a sentence. */
const fewRows = 3;

export const hasBars = (result: Result): boolean => /^(?:groups|compare|change)$/.test(result.shape);

function rateTable({ count, spanMs, everyMs }: Result<'rate'>): Table | undefined {
  if (spanMs <= 0) return undefined;
  return {
    head: [`lines in ${everyMs / 1000} s`, 'lines', 'seconds'],
    rows: [[(count * everyMs) / spanMs, count, spanMs / 1000]],
  };
}

function episodeTable(intervals: readonly Interval[], lastMs: number, at: TimeWord): Table {
  return {
    head: ['what', 'from', 'to', 'seconds', 'line'],
    rows: intervals.map(({ unit, startMs, endMs, start, end }) => [
      unit,
      startMs === undefined ? '' : at(startMs),
      endMs === undefined ? '' : at(endMs),
      startMs === undefined ? '' : ((endMs ?? lastMs) - startMs) / 1000,
      (start ?? end)?.line ?? '',
    ]),
  };
}

const sides = (what: string, value: string, rows: [string, number][]): Table => ({ head: [what, value], rows });

function groupTable(by: string, value: string, rows: readonly GroupRow[]): Table {
  return { head: [by, value, 'first line'], rows: rows.map((row) => [row.key, row.value, row.first?.line ?? '']) };
}

const placeTable = (places: readonly Place[]): Table => ({
  head: ['line', 'text'],
  rows: places.map(({ line, text }) => [line, text]),
});

const one = (name: string, value: number): Table => ({ head: [name], rows: [[value]] });
