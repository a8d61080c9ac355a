import type { Gravity } from './gravity.ts';

/** Where a record stands. */
export interface Place {
  /** As the pass counts it, for proof. */
  place: number;
  /** Which record of the table, from 0. */
  record: number;
  timeMs?: number;
  /** What the record's own clock shows, where that is a number since some start. */
  clock?: string;
}

/** One value of a column over the whole table. */
export interface CellValue {
  column: string;
  value: string;
  gravity: Gravity;
  count: number;
  first: Place;
  last: Place;
  /** The first of each stretch of `buckets`. */
  firstIn: (Place | undefined)[];
  /** Over equal stretches of the table's time, or of its records. */
  buckets: Uint32Array;
  /** How many of its records have which value of the other columns, by `keyOf`. */
  beside: Map<string, number>;
  /** The cells of its first record. */
  firstCells: ReadonlyMap<string, string>;
}

/** A change of a column that else keeps its value for long. */
export interface StateChange {
  column: string;
  from: string;
  to: string;
  at: Place;
}

/** A quantity as one of several units has it. */
export interface UnitNumber {
  count: number;
  sum: number;
  min: number;
  max: number;
  minAt: Place;
  maxAt: Place;
}

export interface Table {
  document: string;
  /** In their order. */
  columns: string[];
  records: number;
  perBucket: Uint32Array;
  /** Of the columns whose values tell kinds apart, by `keyOf`. */
  values: Map<string, CellValue>;
  /** Columns that keep their value for long, with each change. */
  changes: StateChange[];
  /** The column that says which one of several, with the quantities of each. */
  unit?: { column: string; numbers: Map<string, Map<string, UnitNumber>> };
  /** The column that counts time by itself, and its unit in milliseconds. */
  clock?: { column: string; unitMs: number };
}

export const keyOf = (column: string, value: string): string => `${column}\u0000${value}`;
