import { type Place, placeOf } from '../facts/place.ts';
import type { LogRecord } from '../facts/records.ts';
import { columnNamed, type Schema } from '../facts/schema.ts';
import { newValue, oldValue } from '../facts/turns.ts';
import type { Query } from '../query/query.ts';
import { collectSteps } from './collect-steps.ts';
import { compile } from './conditions.ts';
import { createGathered, type Gathered, gather, isNumeric, mostPlaces, statisticOf } from './gathered.ts';
import { nothing, noValue, type Result } from './result.ts';
import { trendOf } from './trend.ts';

/** Gathers on one pass over the records what a query takes of those that hold its conditions. */
export interface Collector {
  see(record: LogRecord, isHeld: boolean): void;
  /** `records`: so many were passed over. */
  result(records: number): Result;
  /** More was there than is told apart. */
  isFull?(): boolean;
}

type Kind = Result<'kinds'>['kinds'][number];

type Collect = (query: Query, schema: Schema) => Collector;

/** Different values that are told apart. */
export const mostGroups = 100_000;
/** Kinds of line kept for a list. */
const mostKinds = 2000;
/** So many different values are named beside their number. */
export const mostNamed = 12;

/** What is taken of all records together. */
export function collectorOf(query: Query, schema: Schema): Collector {
  const isOfNumbers = isNumeric(query.take) && columnNamed(schema, query.of) !== undefined;
  return (collects[query.take] ?? (isOfNumbers ? collectNumbers : collectCount))(query, schema);
}

const collects: Partial<Record<Query['take'], Collect>> = {
  share: collectShare,
  distinct: collectValues(({ values, lines }) => {
    const places = values.slice(0, mostPlaces).map(({ place }) => place);
    const names = values.length > mostNamed ? undefined : byCount(values).map(({ shown }) => shown);
    return { shape: 'number', value: values.length, lines, places, names };
  }),
  values: collectValues(({ values }) => ({
    shape: 'groups',
    rows: byCount(values).map(({ shown, count, place }) => ({ key: shown, value: count, first: place })),
  })),
  exists: collectExists,
  never: collectExists,
  first: collectEdge,
  last: collectEdge,
  list: collectKinds,
  trend: collectTrend,
  net: collectSteps,
  jump: collectSteps,
};

const collectCount: Collect = () => counting(({ count, places }) => ({ shape: 'number', value: count, places }));

/** Beside those that are looked for the `others`, which came out otherwise. */
function collectExists({ against }: Query, schema: Schema): Collector {
  if (against === undefined)
    return counting(({ count, places }, records) => ({ shape: 'exists', count, places, records }));
  const isOther = compile(against, schema);
  const [all, others] = [createGathered(), createGathered()];
  return {
    see(record, isHeld) {
      if (isHeld) gather(all, record);
      else if (isOther(record)) gather(others, record);
    },
    result: (records) => ({ shape: 'exists', count: all.count, places: all.places, records, others }),
  };
}

/** Of which nothing is taken but how many there are. */
function counting(resultOf: (all: Gathered, records: number) => Result): Collector {
  const all = createGathered();
  return { see: (record) => gather(all, record), result: (records) => resultOf(all, records) };
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
      if (of === undefined || numbers.count === 0) return noValue;
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

interface Edge {
  place: Place;
  number: number | undefined;
  key: string | undefined;
  was: string | undefined;
}

/** One at the edge, or the n-th from there: of the last the latest few are kept. */
function edgeAt(isLast: boolean, nth: number) {
  const kept: Edge[] = [];
  let count = 0;
  return {
    latest: () => kept.at(-1),
    count: () => count,
    add(edge: Edge): void {
      count++;
      if (!isLast && count > nth) return;
      kept.push(edge);
      if (kept.length > (isLast ? nth : 1)) kept.shift();
    },
    found: () => (count < nth ? undefined : kept[0]),
  };
}

/** The first or last line: when it was, the number it states, or what it names. */
function collectEdge(query: Query, schema: Schema): Collector {
  const isLast = query.take === 'last';
  const [of, by] = [columnNamed(schema, query.of), columnNamed(schema, query.by)];
  const isOfChange = query.by === newValue;
  const before = isOfChange ? columnNamed(schema, oldValue) : undefined;
  const edges = edgeAt(isLast, query.nth ?? 1);
  /** Lines that tell the new value alone: it was what the line before told. */
  const wasBefore = (key: string | undefined) =>
    isOfChange && edges.latest()?.key !== key ? edges.latest()?.key : undefined;
  return {
    see(record) {
      const [number, key] = [of?.number(record), by?.read(record)];
      if ((of !== undefined && number === undefined) || (by !== undefined && key === undefined)) return;
      edges.add({ place: placeOf(record), number, key, was: before?.read(record) ?? wasBefore(key) });
    },
    result() {
      const [edge, count] = [edges.found(), edges.count()];
      if (of === undefined)
        return { shape: 'moment', place: edge?.place, isLast, count, key: edge?.key, was: edge?.was };
      if (edge?.number === undefined) return noValue;
      return { shape: 'amount', value: edge.number, unit: of.unit, count, places: [edge.place] };
    },
  };
}

/** So many lines at one end, each as it is. */
function collectFew(only: 'first' | 'last', limit: number): Collector {
  const kept: Kind[] = [];
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
  const kinds = new Map<string, Kind>();
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

interface Value {
  shown: string;
  place: Place;
  count: number;
}

const byCount = (values: readonly Value[]): Value[] => values.toSorted((a, b) => b.count - a.count);

/** The different values of a column, and on how many lines they stand. */
function collectValues(resultOf: (found: { values: Value[]; lines: number }) => Result): Collect {
  return (query, schema) => {
    const of = columnNamed(schema, query.of);
    const values = new Map<string, Value>();
    let [lines, isFull] = [0, false];
    return {
      isFull: () => isFull,
      see(record) {
        lines++;
        const shown = of?.read(record);
        if (shown === undefined) return;
        const known = values.get(shown.toLowerCase());
        if (known !== undefined) known.count++;
        else if (values.size >= mostGroups) isFull = true;
        else values.set(shown.toLowerCase(), { shown, place: placeOf(record), count: 1 });
      },
      result: () => resultOf({ values: [...values.values()], lines }),
    };
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
