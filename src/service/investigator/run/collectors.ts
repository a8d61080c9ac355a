import { percentUnit } from '../facts/amount.ts';
import { type Place, placeOf } from '../facts/place.ts';
import type { LogRecord } from '../facts/records.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { newValue, oldValue } from '../facts/turns.ts';
import type { Condition, Query } from '../query/query.ts';
import { compile } from './conditions.ts';
import { createBudget } from './distribution.ts';
import { createGathered, type Gathered, gather, isNumeric, mostPlaces, statisticOf } from './gathered.ts';
import type { Result } from './result.ts';
import { nothing, ranked } from './run.ts';
import { trendOf } from './trend.ts';

/** Gathers on one pass over the records what a query takes of those that hold its conditions. */
export interface Collector {
  see(record: LogRecord, isHeld: boolean): void;
  /** `records`: so many were passed over. */
  result(records: number): Result;
  /** More was there than is told apart. */
  isFull?(): boolean;
}

type Collect = (query: Query, schema: Schema) => Collector;

/** Different values that are told apart. */
const mostGroups = 100_000;
/** Kinds of line kept for a list. */
const mostKinds = 2000;
/** So many different values are named beside their number. */
const mostNamed = 12;

/** What is taken of all records together. */
export function collectorOf(query: Query, schema: Schema): Collector {
  const isOfNumbers = isNumeric(query.take) && columnNamed(schema, query.of) !== undefined;
  return (collects[query.take] ?? (isOfNumbers ? collectNumbers : collectCount))(query, schema);
}

const collects: Partial<Record<Query['take'], Collect>> = {
  share: collectShare,
  distinct: collectDistinct,
  values: collectValues,
  exists: collectExists,
  never: collectExists,
  first: collectEdge,
  last: collectEdge,
  list: collectKinds,
  rate: collectRate,
  trend: collectTrend,
};

function collectCount(): Collector {
  const all = createGathered();
  return {
    see: (record) => gather(all, record),
    result: () => ({ shape: 'number', value: all.count, places: all.places }),
  };
}

function collectExists(): Collector {
  const all = createGathered();
  return {
    see: (record) => gather(all, record),
    result: (records) => ({ shape: 'exists', count: all.count, places: all.places, records }),
  };
}

function collectShare({ against = [] }: Query, schema: Schema): Collector {
  const isPart = compile(against, schema);
  const [all, parts] = [createGathered(), createGathered()];
  return {
    see(record) {
      gather(all, record);
      if (isPart(record)) gather(parts, record);
    },
    result: () => ({ shape: 'share', part: parts.count, whole: all.count, places: parts.places }),
  };
}

function collectNumbers(query: Query, schema: Schema): Collector {
  const of = columnNamed(schema, query.of);
  const besides = columnNamed(schema, query.beside);
  const all = createGathered();
  let beside: string | undefined;
  return {
    see(record) {
      const number = of?.number(record);
      if (number === undefined) return;
      if (query.take === 'min' ? number < all.numbers.min : number > all.numbers.max) beside = besides?.read(record);
      gather(all, record, number);
    },
    result() {
      const { numbers, places, highest, lowest } = all;
      if (of === undefined || numbers.count === 0) return nothing('no line has a value for it');
      if (query.beside !== undefined && beside === undefined) return nothing(`that line has no ${query.beside}`);
      const ends = { max: [highest], min: [lowest], range: [highest, lowest] }[query.take as 'max' | 'min' | 'range'];
      return {
        shape: 'amount',
        value: statisticOf(query, numbers),
        unit: of.unit,
        count: numbers.count,
        places: ends?.flatMap((place) => place ?? []) ?? places,
        beside,
      };
    },
  };
}

/** The first or last line: when it was, the number it states, or what it names. */
function collectEdge(query: Query, schema: Schema): Collector {
  const isLast = query.take === 'last';
  const [of, by] = [columnNamed(schema, query.of), columnNamed(schema, query.by)];
  const isOfChange = query.by === newValue;
  const before = isOfChange ? columnNamed(schema, oldValue) : undefined;
  let count = 0;
  let edge: { place: Place; number: number | undefined; key: string | undefined; was: string | undefined } | undefined;
  return {
    see(record) {
      const [number, key] = [of?.number(record), by?.read(record)];
      if ((of !== undefined && number === undefined) || (by !== undefined && key === undefined)) return;
      count++;
      // Lines that tell the new value alone: it was what the line before told.
      const was = before?.read(record) ?? (isOfChange && edge?.key !== key ? edge?.key : undefined);
      if (edge === undefined || isLast) edge = { place: placeOf(record), number, key, was };
    },
    result() {
      if (of === undefined)
        return {
          shape: 'moment',
          place: edge?.place,
          isLast,
          count,
          key: edge?.key,
          was: edge?.was,
        };
      if (edge?.number === undefined) return nothing('no line has a value for it');
      return { shape: 'amount', value: edge.number, unit: of.unit, count, places: [edge.place] };
    },
  };
}

/** So many lines at one end, each as it is. */
function collectFew(only: 'first' | 'last', limit: number): Collector {
  const kept: { place: Place; message: string; count: number }[] = [];
  let count = 0;
  return {
    see(record) {
      count++;
      if (only === 'first' && kept.length === limit) return;
      kept.push({ place: placeOf(record), message: record.row().message, count: 1 });
      if (kept.length > limit) kept.shift();
    },
    result: () => ({ shape: 'kinds', kinds: kept, count }),
  };
}

const ofReasons = /^(?:reason|cause|why|detail|err|error)$/i;

/** "lane.halted" and why, where a field says it. */
function withReason(record: LogRecord): string {
  const { message, values } = record.row();
  const why = [...values].find(([name, value]) => ofReasons.test(name) && value !== '' && value !== message)?.[1];
  return why === undefined ? message : `${message}: ${why}`;
}

function collectKinds({ only, limit = 1 }: Query, { book }: Schema): Collector {
  if (only === 'first' || only === 'last') return collectFew(only, limit);
  const kinds = new Map<string, { place: Place; message: string; count: number }>();
  let count = 0;
  return {
    see(record) {
      count++;
      const { message } = record.row();
      const { text } = book.of(message).wording;
      const kind = kinds.get(text);
      if (kind !== undefined) kind.count++;
      else if (kinds.size < mostKinds)
        kinds.set(text, { place: placeOf(record), message: withReason(record), count: 1 });
    },
    result: () => ({ shape: 'kinds', kinds: [...kinds.values()].sort((a, b) => b.count - a.count), count }),
  };
}

function collectDistinct(query: Query, schema: Schema): Collector {
  const { see, seen, isFull, lines } = valuesOf(columnNamed(schema, query.of));
  return {
    see,
    isFull,
    result() {
      const values = [...seen.values()];
      const places = values.slice(0, mostPlaces).map(({ place }) => place);
      const names = values.sort((a, b) => b.count - a.count).map(({ shown }) => shown);
      const few = names.length <= mostNamed ? names : undefined;
      return { shape: 'number', value: seen.size, lines: lines(), places, names: few };
    },
  };
}

function collectValues(query: Query, schema: Schema): Collector {
  const { see, seen, isFull, lines } = valuesOf(columnNamed(schema, query.of));
  return {
    see,
    isFull,
    result() {
      const rows = [...seen.values()].map(({ shown, count, place }) => ({ key: shown, value: count, first: place }));
      return { shape: 'groups', rows: rows.sort((a, b) => b.value - a.value), missing: 0, total: lines() };
    },
  };
}

function valuesOf(of: Column | undefined) {
  const seen = new Map<string, { shown: string; place: Place; count: number }>();
  let [lines, isFull] = [0, false];
  return {
    seen,
    lines: () => lines,
    isFull: () => isFull,
    see(record: LogRecord) {
      lines++;
      const value = of?.read(record);
      if (value === undefined) return;
      const known = seen.get(value.toLowerCase());
      if (known !== undefined) known.count++;
      else if (seen.size >= mostGroups) isFull = true;
      else seen.set(value.toLowerCase(), { shown: value, place: placeOf(record), count: 1 });
    },
  };
}

function collectRate({ window, everyMs = 60_000 }: Query, schema: Schema): Collector {
  const all = createGathered();
  const spanMs = lengthOf(window, schema);
  return {
    see: (record) => gather(all, record),
    result: () => ({ shape: 'rate', count: all.count, spanMs, everyMs, places: all.places }),
  };
}

/** How much time a window takes in. */
export function lengthOf(window: Query['window'], { clock }: Schema): number {
  const fromMs = window?.fromMs ?? clock?.firstMs ?? 0;
  const toMs = window?.toMs ?? clock?.lastMs ?? 0;
  const { spans = [{ fromMs, toMs }] } = window ?? {};
  const lengths = spans.map((one) => Math.min(toMs, one.toMs) - Math.max(fromMs, one.fromMs));
  return lengths.reduce((sum, length) => sum + Math.max(0, length), 0);
}

function collectTrend(query: Query, schema: Schema): Collector {
  const of = columnNamed(schema, query.of);
  const all = createGathered();
  const points: { timeMs: number; value: number }[] = [];
  return {
    see(record) {
      const number = of?.number(record);
      if (of !== undefined && number === undefined) return;
      gather(all, record);
      if (record.timeMs !== undefined) points.push({ timeMs: record.timeMs, value: number ?? 1 });
    },
    result: () => trendOf(points, of, all.places, query, schema),
  };
}

interface Group {
  shown: string;
  gathered: Gathered;
  parts: number;
}

/** What never had a 5xx is one of those that most lines tell a status of: names of the same column elsewhere are none. */
function createMayBe({ where }: Query, { columns, sample }: Schema, by: Column): (record: LogRecord) => boolean {
  // A place in messages holds names of other things too; a column of rows does not.
  const isOfField = ({ is, value }: Condition) => is === '=' || (value === '*' && by.isPlace === true);
  const fields = new Set(where.filter(isOfField).map(({ field }) => field));
  const told = sample.filter((record) => by.read(record) !== undefined);
  const stated = columns.filter(
    ({ name, read }) =>
      fields.has(name) && name !== by.name && told.filter((one) => read(one) !== undefined).length * 2 > told.length,
  );
  return (record) => stated.every(({ read }) => read(record) !== undefined);
}

/** What is taken of each value of a column. */
export function collectGroups(query: Query, schema: Schema, by: Column): Collector {
  const { take, order } = query;
  const groups = new Map<string, Group>();
  const budget = createBudget();
  const of = isNumeric(take) ? columnNamed(schema, query.of) : undefined;
  // Of things that never had the one those are told of which lines say the other.
  const isOfThose = take === 'never' && query.against !== undefined;
  const isPart = take === 'share' || isOfThose ? compile(query.against ?? [], schema) : undefined;
  // The least is often nothing at all.
  const isOfAll = take === 'never' || (order === 'least' && query.only !== 'some');
  const mayBe = isOfThose ? () => true : isOfAll ? createMayBe(query, schema, by) : undefined;
  let [missing, total, isFull] = [0, 0, false];
  const groupOf = (shown: string): Group | undefined => {
    const known = groups.get(shown.toLowerCase());
    if (known !== undefined) return known;
    isFull ||= groups.size >= mostGroups;
    if (isFull) return undefined;
    const group = { shown, gathered: createGathered(budget), parts: 0 };
    groups.set(shown.toLowerCase(), group);
    return group;
  };
  return {
    isFull: () => isFull,
    see(record, isHeld) {
      if (!isHeld && mayBe?.(record) !== true) return;
      const shown = by.read(record);
      if (shown === undefined && isHeld) missing++;
      const group = shown === undefined ? undefined : groupOf(shown);
      if (group === undefined) return;
      if ((isHeld || isOfThose) && isPart?.(record) === true) group.parts++;
      if (!isHeld) return;
      total++;
      gather(group.gathered, record, of?.number(record));
    },
    result() {
      const told = [...groups.values()].filter(({ gathered: { count, numbers } }) =>
        of === undefined ? isPart === undefined || isOfThose || count > 0 : numbers.count > 0,
      );
      const rows = (isOfThose ? told.filter(({ parts }) => parts > 0) : told).map(({ shown, gathered, parts }) => ({
        key: shown,
        value:
          of !== undefined
            ? statisticOf(query, gathered.numbers)
            : isPart === undefined || isOfThose
              ? gathered.count
              : (100 * parts) / gathered.count,
        first: (of !== undefined && take === 'max' ? gathered.highest : undefined) ?? gathered.places[0],
      }));
      const isRanked = of !== undefined || isPart !== undefined || isOfAll;
      const shown = ranked(rows, order).filter(({ value }) => (take === 'never' ? value === 0 : isRanked || value > 0));
      return { shape: 'groups', rows: shown, missing, total, unit: take === 'share' ? percentUnit : of?.unit };
    },
  };
}
