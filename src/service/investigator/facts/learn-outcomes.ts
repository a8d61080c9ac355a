import { plainUnit } from './amount.ts';
import { onceForEachForm } from './by-form.ts';
import type { Outcome } from './outcome.ts';
import { nameOfReason, shortReason, statedReason } from './reason.ts';
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
  const isAlarm = (record: LogRecord) =>
    isGrave(record) || (record.level() === 'warning' && outcome.read(record) === undefined);
  const isBad = (record: LogRecord) => isAlarm(record) || outcome.read(record) === 'failed';
  const found = columns
    .filter(({ isSerial }) => isSerial === true)
    .map((column) => ({ column, ends: endsOf(column, sample) }))
    .filter(({ column, ends }) => areEnded(column, ends, sample, isBad))
    .sort((a, b) => badIn(b.ends, isBad) - badIn(a.ends, isBad))[0];
  if (found === undefined) return { columns: [...columns] };
  const { column, ends } = found;
  const { last: good, before } = lastKinds(column, ends, sample, said, isBad);
  const own = outcome.read;
  const endOf = (record: LogRecord): Outcome | undefined => {
    if (column.read(record) === undefined) return undefined;
    if (isAlarm(record)) return 'failed';
    return good.has(said(record).key) ? 'ok' : undefined;
  };
  // Lines that differ in digits alone end alike.
  const learnt = onceForEachForm((record) => ({ value: endOf(record), isOfForm: true }));
  // "Accepted mission 12" is how it began, where other lines tell how it ended.
  const isBefore = onceForEachForm((record) => ({
    value: column.read(record) !== undefined && before.has(said(record).key),
    isOfForm: true,
  }));
  const read = (record: LogRecord): string | undefined => {
    const end = learnt(record);
    if (end === undefined && isBefore(record) === true) return undefined;
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
  const withTold = stated === undefined ? [...columns, told] : columns.map((one) => (one === stated ? told : one));
  const isLearnt = (record: LogRecord) => own(record) === undefined && learnt(record) === 'failed';
  return {
    columns: withReasons(withTold, sample, isLearnt),
    ...figureOf(columns, sample, column, read),
    operation: column,
  };
}

/** What lines that were found to tell of a failure say behind it: "interrupted: car moved". */
function withReasons(columns: readonly Column[], sample: readonly LogRecord[], isFailed: Test): Column[] {
  const reasonOf = (record: LogRecord) => (isFailed(record) ? shortReason(record.row().message, true) : undefined);
  const stated = columns.find(({ name }) => name === statedReason);
  const hasField = columns.some(({ name, isPlace }) => isPlace !== true && nameOfReason.test(name));
  const reasons = hasField
    ? []
    : sample.flatMap((record) => (stated?.read(record) === undefined ? (reasonOf(record) ?? []) : []));
  if (reasons.length < fewest) return [...columns];
  const column: Column = stated ?? {
    ...unstated(),
    name: statedReason,
    stems: new Set([stem('reason'), stem('cause')]),
    isPlace: true,
  };
  const values: Column['values'] = new Map(column.values);
  for (const shown of reasons) {
    const low = shown.toLowerCase();
    values.set(low, { shown, count: (values.get(low)?.count ?? 0) + 1 });
  }
  const read = (record: LogRecord) => column.read(record) ?? reasonOf(record);
  const told = { ...column, values, read, seen: column.seen + reasons.length };
  return stated === undefined ? [...columns, told] : columns.map((one) => (one === stated ? told : one));
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
  if (figure !== undefined) return found.length > 1 ? {} : { figure };
  const joint = jointOf(columns, well);
  return joint === undefined ? {} : { figure: joint };
}

/** "Paid: order 12, 34 EUR" beside "order 13 paid, total 20 EUR": one number of one unit, which each wording calls otherwise. */
function jointOf(columns: readonly Column[], well: readonly LogRecord[]): Column | undefined {
  const measures = columns.filter(
    ({ isNumber, isLabel, isSerial, isPlace, unit }) =>
      isNumber && isLabel !== true && isSerial !== true && isPlace === true && unit.name !== '',
  );
  for (const some of Map.groupBy(measures, ({ unit }) => unit.name).values()) {
    const seen = some.filter(({ read }) => well.some((record) => read(record) !== undefined));
    const counts = well.map((record) => seen.filter(({ read }) => read(record) !== undefined).length);
    const [first, ...others] = seen.sort((a, b) => b.seen - a.seen);
    const isOne =
      counts.every((count) => count <= 1) && counts.filter((count) => count === 1).length >= well.length * most;
    if (first === undefined || others.length === 0 || !isOne) continue;
    const all = [{ ...first }, ...others];
    first.read = (record) => firstOf(all, ({ read }) => read(record));
    first.number = (record) => firstOf(all, ({ number }) => number(record));
    first.stems = new Set(all.flatMap(({ stems }) => [...stems]));
    first.aliases = new Set(all.flatMap(({ aliases }) => [...aliases]));
    first.seen = all.reduce((sum, one) => sum + one.seen, 0);
    return first;
  }
  return undefined;
}

function firstOf<Found>(all: readonly Column[], find: (one: Column) => Found | undefined): Found | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
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

/** The kinds of line behind which hardly ever another of the same thing comes, and those behind which nearly always one does. */
function lastKinds(
  column: Column,
  ends: Ends,
  sample: readonly LogRecord[],
  said: Said,
  isBad: Test,
): Record<'last' | 'before', ReadonlySet<string>> {
  const counts = new Map<string, { lines: number; last: number }>();
  for (const record of sample) {
    const value = column.read(record);
    if (value === undefined || isBad(record)) continue;
    const { key } = said(record);
    const { lines, last } = counts.get(key) ?? { lines: 0, last: 0 };
    counts.set(key, { lines: lines + 1, last: last + (ends.get(value) === record ? 1 : 0) });
  }
  const kinds = (test: (of: { lines: number; last: number }) => boolean) =>
    new Set([...counts].flatMap(([key, of]) => (test(of) ? [key] : [])));
  return {
    last: kinds(({ lines, last }) => last >= lines * most),
    before: kinds(({ lines, last }) => lines >= fewest && last <= lines * (1 - most)),
  };
}
