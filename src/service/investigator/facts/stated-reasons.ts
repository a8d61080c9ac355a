import { isAlarm } from './levels.ts';
import { nameOfReason, shortReason, statedReason } from './reason.ts';
import type { LogRecord } from './records.ts';
import type { Column, Schema } from './schema.ts';
import { untold } from './worked-out.ts';

/** The column of reasons with those of further lines; where lines have a field of that name, as it is. */
export function withReasons(
  columns: readonly Column[],
  sample: readonly LogRecord[],
  reasonOf: Column['read'],
): Column[] {
  if (columns.some(({ name, isPlace }) => isPlace !== true && nameOfReason.test(name))) return [...columns];
  const stated = columns.find(({ name }) => name === statedReason);
  const column = stated ?? { ...untold(statedReason, 'stated reason cause'), isPlace: true };
  const reasons = sample.flatMap((record) => (column.read(record) === undefined ? (reasonOf(record) ?? []) : []));
  if (reasons.length < fewestReasons) return [...columns];
  const values: Column['values'] = new Map(column.values);
  for (const shown of reasons) {
    const low = shown.toLowerCase();
    values.set(low, { shown, count: (values.get(low)?.count ?? 0) + 1 });
  }
  const read = (record: LogRecord) => column.read(record) ?? reasonOf(record);
  const told = { ...column, values, read, seen: column.seen + reasons.length };
  return stated === undefined ? [...columns, told] : columns.map((one) => (one === stated ? told : one));
}
const fewestReasons = 2;

export const reasonIn = (record: LogRecord): string | undefined => shortReason(record.row().message, true);

/**
 * Warnings and errors of one kind that nearly all give one of a few reasons: "SERVFAIL for a.example: lame delegation".
 */
export function withAlarmReasons(
  columns: readonly Column[],
  { operations, sample }: Pick<Schema, 'operations' | 'sample'>,
): Column[] {
  const isMeant = (record: LogRecord) => isAlarm(record) && operations.every(({ read }) => read(record) === undefined);
  const alarms = Map.groupBy(sample.filter(isMeant), headOf);
  const known = new Set([...alarms].filter(([, records]) => giveReasons(records)).map(([head]) => head));
  if (known.size === 0) return [...columns];
  const reasonOf = (record: LogRecord) =>
    isMeant(record) && known.has(headOf(record)) ? plainReason(record) : undefined;
  return withReasons(columns, sample, reasonOf);
}

/** Of fewer lines it may be chance that they end so. */
const fewest = 4;
const most = 0.9;

function giveReasons(records: readonly LogRecord[]): boolean {
  const reasons = records.flatMap((record) => plainReason(record) ?? []);
  const kinds = new Set(reasons).size;
  return (
    records.length >= fewest && reasons.length >= records.length * most && kinds > 1 && kinds * 2 <= reasons.length
  );
}

function plainReason(record: LogRecord): string | undefined {
  const reason = reasonIn(record);
  return reason === undefined || /\d/.test(reason) ? undefined : reason;
}

/** What stands before the reason, without the names in it. */
const headOf = (record: LogRecord): string =>
  (
    record
      .row()
      .message.slice(0, 200)
      .split(/: | \(|; /)[0] ?? ''
  )
    .split(' ')
    .map((word) => (/[\d._#@-]/.test(word) ? '#' : word))
    .join(' ');
