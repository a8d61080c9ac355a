import { onceForEachForm } from './by-form.ts';
import { areLives } from './lives.ts';
import type { Outcome } from './outcome.ts';

import type { LogRecord } from './records.ts';
import type { Column, Said, Schema } from './schema.ts';
import { reasonIn, withReasons } from './stated-reasons.ts';
import { untold } from './worked-out.ts';

const isGrave = (record: LogRecord): boolean => record.level() === 'error' || record.level() === 'critical';
/** Of fewer that end so it may be chance. */
const fewest = 2;
const most = 0.9;

type Test = (record: LogRecord) => boolean;

/**
 * Numbered things end in a few kinds of line: what ends with an error failed, and the others came out well, whichever
 * words their lines have for it.
 */
export function withOutcomes(
  columns: readonly Column[],
  sample: readonly LogRecord[],
  said: Said,
): Pick<Schema, 'columns' | 'operation' | 'operations' | 'figure'> {
  const stated = columns.find(({ name }) => name === 'outcome');
  const outcome = stated ?? untold('outcome', 'outcome');
  const own = outcome.read;
  const serials = columns
    .filter(({ isSerial }) => isSerial === true)
    .map((column) => ({ column, latest: endsOf(column, sample, { said, own }) }));
  // "Job 12 skipped" beside "job 13 failed": where lines say in words what failed, what is warned of did not.
  const sayFailed = serials.filter(({ latest }) =>
    [...latest.values()].some((record) => own(record) === 'failed' && isGrave(record)),
  );
  const isWarned = (record: LogRecord) => !sayFailed.some(({ column }) => column.read(record) !== undefined);
  const isAlarm = (record: LogRecord) =>
    isGrave(record) || (record.level() === 'warning' && own(record) === undefined && isWarned(record));
  const isBad = (record: LogRecord) => isAlarm(record) || outcome.read(record) === 'failed';
  const found = serials
    .flatMap((serial) => endingByReason(serial, sample, { said, isBad, own }) ?? [])
    .sort((a, b) => b.bad - a.bad);
  const [main] = found;
  if (main === undefined) return { columns: [...columns], operations: [] };
  const endingWith = (record: LogRecord) => found.find(({ column }) => column.read(record) !== undefined);
  // Lines that differ in digits alone end alike.
  const learnt = onceForEachForm((record) => ({
    value: endingWith(record)?.ends.get(said(record).key),
    isOfForm: true,
  }));
  // "Accepted mission 12" is how it began, where other lines tell how it ended.
  const isBefore = onceForEachForm((record) => ({
    value: endingWith(record)?.before.has(said(record).key) === true,
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
    // What lines that were found to tell of a failure say behind it: "interrupted: car moved".
    columns: withReasons(withTold, sample, (record) => (isLearnt(record) ? reasonIn(record) : undefined)),
    ...figureOf(columns, sample, main.column, read),
    operation: main.column,
    operations: found.map(({ column }) => column),
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
  const [figure, second] = found;
  return figure === undefined || second !== undefined ? {} : { figure };
}

/** A column that numbers things, with the line that ends each. */
interface Serial {
  column: Column;
  latest: ReadonlyMap<string, LogRecord>;
}

/** How the things end that a column numbers. */
interface Ending {
  column: Column;
  /** By the kind of line behind which hardly ever another of the same thing comes. */
  ends: ReadonlyMap<string, Outcome>;
  /** Kinds behind which nearly always another comes: how it began, and what was tried again. */
  before: ReadonlySet<string>;
  /** How many failed. */
  bad: number;
}

/** By what it is told how one of them ended. */
interface Signs {
  said: Said;
  isBad: Test;
  own: Column['read'];
}

interface Kind {
  lines: number;
  last: number;
  bad: number;
  warned: number;
}

/** Undefined where not some end well and some with an error. */
function endingOf(
  { column, latest }: Serial,
  sample: readonly LogRecord[],
  { said, isBad }: Signs,
): Ending | undefined {
  const kinds = new Map<string, Kind>();
  for (const record of sample) {
    const value = column.read(record);
    if (value === undefined) continue;
    const { key } = said(record);
    const of = kinds.get(key) ?? { lines: 0, last: 0, bad: 0, warned: 0 };
    of.lines++;
    if (latest.get(value) === record) of.last++;
    if (isBad(record)) of.bad++;
    if (record.level() === 'warning') of.warned++;
    kinds.set(key, of);
  }
  const last = [...kinds].filter((one) => one[1].last >= one[1].lines * most);
  const count = (test: (of: Kind) => boolean) => last.reduce((sum, one) => sum + (test(one[1]) ? one[1].last : 0), 0);
  const isFailed = (of: Kind) => of.bad * 2 > of.lines;
  const isWarned = (of: Kind) => !isFailed(of) && of.warned * 2 > of.lines;
  const [bad, good] = [count(isFailed), count((of) => !isFailed(of))];
  // Where hardly any failed, things are known by how they come and go.
  if ((bad < fewest && !areLives(column, sample, said)) || bad > latest.size - fewest) return undefined;
  // Either nearly all end in such kinds, or each error is the end of something.
  const errors = [...kinds.values()].reduce((sum, of) => sum + of.bad, 0);
  const areAllEnded = good >= fewest && bad + good >= latest.size * ended;
  if (!areAllEnded && (bad < fewest || bad < errors * most)) return undefined;
  return {
    column,
    // What is warned of and did not fail is no success either.
    ends: new Map(last.filter(([, of]) => !isWarned(of)).map(([key, of]) => [key, isFailed(of) ? 'failed' : 'ok'])),
    before: new Set(
      [...kinds].flatMap(([key, of]) => (of.lines >= fewest && of.last <= of.lines * (1 - most) ? [key] : [])),
    ),
    bad,
  };
}

/** Where neither words nor levels tell of any that failed: what ends with a reason did, beside others that end with none. */
function endingByReason(serial: Serial, sample: readonly LogRecord[], by: Signs): Ending | undefined {
  const ending = endingOf(serial, sample, by);
  if (ending !== undefined && ending.bad >= fewest) return ending;
  const isBad = (record: LogRecord) => by.own(record) !== 'ok' && reasonIn(record) !== undefined;
  return endingOf(serial, sample, { ...by, isBad }) ?? ending;
}

/** The others are still under way where the file ends. */
const ended = 0.8;

/** The last line of each, but for what comes of a failure: "retry of job 12 scheduled", behind "job 12 failed". */
function endsOf(column: Column, sample: readonly LogRecord[], { said, own }: Omit<Signs, 'isBad'>): Serial['latest'] {
  const lines = Map.groupBy(sample, column.read);
  lines.delete(undefined);
  const ends = [...lines.values()].map((some) => ({ last: some.at(-1), before: some.at(-2) }));
  const isBehind = ({ last, before }: (typeof ends)[number]) =>
    last !== undefined && before !== undefined && own(last) === undefined && own(before) === 'failed';
  const kinds = Map.groupBy(ends, ({ last }) => last && said(last).key);
  const latest = [...kinds.values()].flatMap((some) =>
    some.map(({ last, before }) => (some.every(isBehind) ? before : last)),
  );
  return new Map(latest.flatMap((record) => (record === undefined ? [] : [[column.read(record) ?? '', record]])));
}
