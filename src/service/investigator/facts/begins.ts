import { plainUnit } from './amount.ts';
import { isAlarm } from './levels.ts';
import type { LogRecord } from './records.ts';
import type { Column, Schema } from './schema.ts';
import { workedOut } from './worked-out.ts';

/** The line on which something that the program numbers began. */
export const start = 'start';

/** Stated by the first line of each number, and by none that tells how it came out. */
export function startOf(
  { columns, operations }: Pick<Schema, 'columns' | 'operations'>,
  sample: readonly LogRecord[],
): Column | undefined {
  const outcome = columns.find(({ name }) => name === 'outcome');
  if (operations.length === 0 || columns.some(({ name }) => name === start)) return undefined;
  const lineOf = ({ document, line }: LogRecord) => `${document.name}:${line}`;
  const seen = new Map(operations.map((operation) => [operation, new Set<string>()]));
  const first = new Set<string>();
  for (const record of sample)
    for (const [operation, ids] of seen) {
      const id = operation.read(record);
      if (id === undefined || ids.has(id)) continue;
      ids.add(id);
      // What is warned of at once was skipped or refused, and never began.
      if (outcome?.read(record) === undefined && !isAlarm(record)) first.add(lineOf(record));
    }
  const ids = [...seen.values()].reduce((sum, one) => sum + one.size, 0);
  if (first.size < ids * nearlyAll) return undefined;
  const read = (record: LogRecord) => (first.has(lineOf(record)) ? 'yes' : undefined);
  return workedOut({ name: start, unit: plainUnit, read }, sample);
}
const nearlyAll = 0.8;
