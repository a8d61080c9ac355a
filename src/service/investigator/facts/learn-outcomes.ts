import { plainUnit } from './amount.ts';
import { onceForEachForm } from './by-form.ts';
import type { Outcome } from './outcome.ts';
import type { LogRecord } from './records.ts';
import type { Column, Said, Schema } from './schema.ts';
import { stem } from './stem.ts';

const isGrave = (record: LogRecord): boolean => record.level() === 'error' || record.level() === 'critical';
/** Of fewer that end so it may be chance. */
const fewest = 2;
const most = 0.9;

type Test = (record: LogRecord) => boolean;
/** A thing that a column numbers, and its last line. */
type Ends = ReadonlyMap<string, LogRecord>;

/**
 * Numbered things end in a few kinds of line: what ends with an error failed, and the others came out well, whichever
 * words their lines have for it.
 */
export function withOutcomes(
  columns: readonly Column[],
  sample: readonly LogRecord[],
  said: Said,
): Pick<Schema, 'columns' | 'operation' | 'figure'> {
  const stated = columns.find(({ name }) => name === 'outcome');
  const outcome = stated ?? unstated();
  const isBad = (record: LogRecord) => isGrave(record) || outcome.read(record) === 'failed';
  const found = columns
    .filter(({ isSerial }) => isSerial === true)
    .map((column) => ({ column, ends: endsOf(column, sample) }))
    .filter(({ column, ends }) => areEnded(column, ends, sample, isBad))
    .sort((a, b) => badIn(b.ends, isBad) - badIn(a.ends, isBad))[0];
  if (found === undefined) return { columns: [...columns] };
  const { column, ends } = found;
  const good = lastKinds(column, ends, sample, said);
  const own = outcome.read;
  const endOf = (record: LogRecord): Outcome | undefined => {
    if (column.read(record) === undefined) return undefined;
    if (isGrave(record)) return 'failed';
    return good.has(said(record).key) ? 'ok' : undefined;
  };
  // Lines that differ in digits alone end alike.
  const learnt = onceForEachForm((record) => ({ value: endOf(record), isOfForm: true }));
  const read = (record: LogRecord): string | undefined => {
    const end = learnt(record);
    return end === 'failed' ? end : (own(record) ?? end);
  };
  const values: Column['values'] = new Map();
  let seen = 0;
  for (const record of sample) {
    const shown = read(record);
    if (shown === undefined) continue;
    seen++;
    values.set(shown, { shown, count: (values.get(shown)?.count ?? 0) + 1 });
  }
  const told = { ...outcome, read, values, seen };
  return {
    columns: stated === undefined ? [...columns, told] : columns.map((one) => (one === stated ? told : one)),
    ...figureOf(columns, sample, column, read),
    operation: column,
  };
}

/** The one number that the lines of what came out well have, and hardly any others. */
function figureOf(
  columns: readonly Column[],
  sample: readonly LogRecord[],
  operation: Column,
  outcome: Column['read'],
): Pick<Schema, 'figure'> {
  const well = sample.filter((record) => operation.read(record) !== undefined && outcome(record) === 'ok');
  const found = columns.filter(
    ({ isNumber, isLabel, isSerial, values, read, seen }) =>
      isNumber &&
      isLabel !== true &&
      isSerial !== true &&
      values.size > fewest &&
      seen < sample.length * most &&
      well.filter((record) => read(record) !== undefined).length >= well.length * most,
  );
  const [figure] = found;
  return figure === undefined || found.length > 1 ? {} : { figure };
}

/** Where no line has a word for how it came out. */
const unstated = (): Column => ({
  name: 'outcome',
  stems: new Set([stem('outcome')]),
  aliases: new Set(),
  isNumber: false,
  unit: plainUnit,
  values: new Map(),
  seen: 0,
  read: () => undefined,
  number: () => undefined,
});

function endsOf(column: Column, sample: readonly LogRecord[]): Ends {
  const ends = new Map<string, LogRecord>();
  for (const record of sample) {
    const value = column.read(record);
    if (value !== undefined) ends.set(value, record);
  }
  return ends;
}

const badIn = (ends: Ends, isBad: Test): number => [...ends.values()].filter(isBad).length;

/** Errors end what they are of, and others end without one: nothing is tried again. */
function areEnded(column: Column, ends: Ends, sample: readonly LogRecord[], isBad: Test): boolean {
  const bad = badIn(ends, isBad);
  if (bad < fewest || bad > ends.size - fewest) return false;
  return bad >= sample.filter((record) => isBad(record) && column.read(record) !== undefined).length * most;
}

/** The kinds of line behind which hardly ever another of the same thing comes. */
function lastKinds(column: Column, ends: Ends, sample: readonly LogRecord[], said: Said): ReadonlySet<string> {
  const counts = new Map<string, { lines: number; last: number }>();
  for (const record of sample) {
    const value = column.read(record);
    if (value === undefined || isGrave(record)) continue;
    const { key } = said(record);
    const { lines, last } = counts.get(key) ?? { lines: 0, last: 0 };
    counts.set(key, { lines: lines + 1, last: last + (ends.get(value) === record ? 1 : 0) });
  }
  return new Set([...counts].flatMap(([key, { lines, last }]) => (last >= lines * most ? [key] : [])));
}
