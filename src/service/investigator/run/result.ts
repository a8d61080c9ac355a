import type { Unit } from '../facts/amount.ts';
import type { Interval } from '../facts/intervals.ts';
import type { Place } from '../facts/place.ts';
import type { Schema } from '../facts/schema.ts';
import type { Scene } from '../investigation.ts';
import type { Query } from '../query/query.ts';
import type { Differences } from './differences.ts';

export interface GroupRow {
  key: string;
  value: number;
  first?: Place | undefined;
}

/** What running a query comes to, by the name of its shape. */
interface Shapes {
  number: {
    value: number;
    places: Place[];
    /** Of so many that there are. */
    among?: number;
    /** Of different values: on how many lines they stand, and what they are, where they are few. */
    lines?: number;
    names?: string[] | undefined;
  };
  amount: { value: number; unit: Unit; count: number; places: Place[]; beside?: string | undefined };
  /** So many lines in a row. */
  streak: { count: number; fromMs?: number | undefined; toMs?: number | undefined; places: Place[] };
  share: { part: number; whole: number; places: Place[] };
  /** `missing`: lines without a value to group them by, beside `total` that have one. */
  groups: { rows: GroupRow[]; unit?: Unit | undefined; missing?: number; total?: number };
  times: { rows: GroupRow[]; everyMs: number };
  /** `rows`: how many in each stretch that has any. */
  rate: { count: number; spanMs: number; everyMs: number; places: Place[]; rows: GroupRow[] };
  /** `others`: those that came out otherwise, where they are asked about as well. */
  exists: { count: number; places: Place[]; records: number; others?: { count: number; places: Place[] } };
  moment: {
    place: Place | undefined;
    isLast: boolean;
    count: number;
    key?: string | undefined;
    was?: string | undefined;
  };
  kinds: { kinds: { place: Place; message: string; count: number }[]; count: number };
  lines: { places: Place[] };
  trend: {
    /** The values of the first line and the last. */
    ends?: { first: number; last: number };
    points: { timeMs: number; value: number }[];
    early: number;
    late: number;
    /** How far the values lie from their mean, all in all. */
    spread?: number | undefined;
    unit?: Unit | undefined;
    places: Place[];
  };
  /** Of each of several; `moved`: by so great a part of what it was, the way that is asked for. */
  trends: { rows: { key: string; trend: Result<'trend'>; moved: number }[] };
  change: { before: number; after: number; isRate: boolean; unit?: Unit | undefined; places: Place[] };
  /** From one reading to another: the first and the last, or those between which it changed most. */
  step: { from: number; to: number; steps: number; unit?: Unit | undefined; places: Place[] };
  order: { first: Place | undefined; second: Place | undefined };
  /** One figure, of one side and of the other. */
  sides: { left: Result; right: Result };
  differences: Differences;
  compare: {
    left: number | undefined;
    right: number | undefined;
    unit?: Unit | undefined;
    places: Place[];
    /** Of so many lines that have the names by which the sides differ. */
    among?: [number, number] | undefined;
  };
  state: {
    unit: string;
    isIn: boolean | undefined;
    since?: Place | undefined;
    /** As the line calls it that tells the state. */
    stateTold?: string | undefined;
    rows?: { unit: string; isIn: boolean }[] | undefined;
  };
  episodes: { intervals: Interval[]; totalMs: number; endMs: number; isOfLines?: boolean };
  overlap: {
    spans: { fromMs: number; toMs: number }[];
    totalMs: number;
    places: Place[];
    most?: { count: number; timeMs: number; units: string[] } | undefined;
  };
  /** One was asked for. */
  several: { count: number; places: Place[] };
  gap: { before: Place | undefined; after: Place | undefined; durationMs: number };
  span: { firstMs: number; lastMs: number; lines: number };
  /** Things of a kind that nothing more is heard of, each with its last line. */
  silent: { rows: GroupRow[]; of: string; among: number };
  nothing: { why: string };
}

export type Shape = keyof Shapes;

/** Each shape is told by one renderer. */
export type Result<S extends Shape = Shape> = { [One in S]: { shape: One } & Shapes[One] }[S];

/** Nothing was found that holds, or that can be told. */
export function isEmpty(result: Result): boolean {
  return isNone(result) || result.shape === 'nothing' || (result.shape === 'groups' && result.rows.length === 0);
}

/** It was counted or looked for, and there is none. */
export function isNone(result: Result): boolean {
  switch (result.shape) {
    case 'moment':
      return result.place === undefined;
    case 'number':
      return result.value === 0;
    case 'exists':
      return result.count + (result.others?.count ?? 0) === 0;
    case 'kinds':
      return result.count === 0;
    case 'lines':
      return result.places.length === 0;
    case 'order':
      return result.first === undefined;
    case 'episodes':
      return result.intervals.length === 0;
    default:
      return false;
  }
}

export interface RunResult {
  result: Result;
  /** Every line that counts was looked at. */
  isWhole: boolean;
  /** It was told in other words than those of the query. */
  isGuessed?: boolean;
  /** The query in the words in which it is told. */
  asTold?: Query;
}

/** Works out what a query takes; undefined where that can be worked out in another way. */
export type Runner<T = RunResult> = (scene: Scene, schema: Schema, query: Query) => Promise<T>;

export const whole = (result: Result): RunResult => ({ result, isWhole: true });

export const nothing = (why: string): Result<'nothing'> => ({ shape: 'nothing', why });
export const noValue = nothing('no line has a value for it');
export const notAtOnce = nothing('no line says all of that at once');

/** The most first, or the least; of equals in the order of their names. */
export function ranked(rows: GroupRow[], order: Query['order']): GroupRow[] {
  const sign = order === 'least' ? 1 : -1;
  return rows.sort((a, b) => sign * (a.value - b.value) || (a.key < b.key ? -1 : 1));
}
