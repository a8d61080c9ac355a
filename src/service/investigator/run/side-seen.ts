import { isAlarm } from '../facts/levels.ts';
import { outcomeReader } from '../facts/outcome.ts';
import { type Place, placeOf } from '../facts/place.ts';
import type { LogRecord } from '../facts/records.ts';
import { type Column, columnNamed, isStatus, type Schema } from '../facts/schema.ts';
import type { Condition } from '../query/query.ts';

/** How the values of a number spread. */
export interface Spread {
  count: number;
  mean: number;
  /** The sum of the squares of how far each is from the mean. */
  squares: number;
  min: number;
  max: number;
  place: Place;
  /** What all lines that state it say, where that is the same. */
  said: string | undefined;
}

/** On how many lines a value stands, the first of them, and on how many a warning or a failure is told with it. */
export interface Seen {
  count: number;
  bad: number;
  place: Place;
}

/** All that the lines of one side state. */
export interface SideSeen {
  lines: number;
  /** So many of them tell of a failure or an error. */
  bad: number;
  numbers: Map<Column, Spread>;
  values: Map<Column, Map<string, Seen>>;
  see(record: LogRecord): void;
}

/** More different values tell one thing from the next. */
const mostValues = 60;
const mostKinds = 2000;
const fewestNumbered = 10;

/** Gathers it; `own` is by which the side is told apart. */
export function createSideSeen(schema: Schema, own: readonly Condition[]): SideSeen {
  const named = new Set(own.map(({ field }) => field));
  const [outcome, message] = [columnNamed(schema, 'outcome'), columnNamed(schema, 'message')];
  // A field of that name may have words of its own for it.
  const outcomeOf = outcomeReader(schema.book);
  const columns = schema.columns.filter(({ name, isSerial }) => isSerial !== true && !named.has(name));
  const isNumber = (one: Column) => one.isNumber && one.isLabel !== true && !isStatus(one);
  const numbers = columns.filter((one) => isNumber(one) && !isCounter(one, schema));
  const told = columns.filter((one) => !isNumber(one) && (one.name === 'message' || one.values.size <= mostValues));
  const seen: SideSeen = {
    lines: 0,
    bad: 0,
    numbers: new Map(),
    values: new Map(told.map((one) => [one, new Map()])),
    see(record) {
      const isBad = isAlarm(record) || outcome?.read(record) === 'failed' || outcomeOf(record) === 'failed';
      seen.lines++;
      if (isBad) seen.bad++;
      for (const one of numbers) addNumber(seen.numbers, one, record, message?.read(record));
      for (const [one, values] of seen.values) {
        const value = one.read(record);
        addValue(values, one === message ? withoutNames(value, own) : value, isBad, record);
      }
    },
  };
  return seen;
}

/** The name of a side stands on lines of that side alone, and is no other message for that. */
const withoutNames = (message: string | undefined, own: readonly Condition[]): string | undefined =>
  own.reduce((said, { value }) => said?.replaceAll(value.replace(/-?\d+/g, '#'), '…'), message);

/** Goes up by one from line to line: it numbers them. */
function isCounter(column: Column, { sample }: Schema): boolean {
  const steps = new Set<number>();
  let before: number | undefined;
  if (column.seen < fewestNumbered) return false;
  for (const record of sample) {
    const value = column.number(record);
    if (value === undefined) continue;
    if (before !== undefined) steps.add(value - before);
    before = value;
    if (steps.size > 1) return false;
  }
  return steps.size === 1 && !steps.has(0);
}

function addNumber(numbers: Map<Column, Spread>, column: Column, record: LogRecord, said: string | undefined): void {
  const value = column.number(record);
  if (value === undefined) return;
  const first = { count: 0, mean: 0, squares: 0, min: value, max: value, place: placeOf(record), said };
  const known = numbers.get(column) ?? first;
  const off = value - known.mean;
  known.count++;
  if (said !== known.said) known.said = undefined;
  known.mean += off / known.count;
  known.squares += off * (value - known.mean);
  known.min = Math.min(known.min, value);
  known.max = Math.max(known.max, value);
  numbers.set(column, known);
}

function addValue(values: Map<string, Seen>, value: string | undefined, isBad: boolean, record: LogRecord): void {
  if (value === undefined) return;
  const known = values.get(value);
  if (known === undefined && values.size >= mostKinds) return;
  const seen = known ?? { count: 0, bad: 0, place: placeOf(record) };
  seen.count++;
  if (isBad) seen.bad++;
  values.set(value, seen);
}
