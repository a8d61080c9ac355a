import { plainUnit } from './amount.ts';
import type { LogRecord } from './records.ts';
import type { Column, Schema } from './schema.ts';
import { workedOut } from './worked-out.ts';

/** How often the program tried again what it numbers. */
export const tries = 'further tries';

/** What lines say that tell of another try. */
const again =
  /\b(?:re-?tr(?:y|ies|ied|ying)|attempt|try|tries|again|repeat(?:ed|ing)?|deferred|back(?:ing)? ?off|re-?(?:sen[dt]|request|submi|queue|plan|schedul|connect|issu|run|attempt)\w*)\b/i;

/** What people call it. */
export const tryWords =
  '(?:re-?tr(?:y|ies)|repeats?|repetitions?|(?:new|second|further|more) (?:try|attempt)s?|re-?(?:sends?|requests?|plans?|submissions?|runs?|attempts?|queues?|acquisitions?)|attempts?|deferrals?)';

/** A number of the lines that tell an outcome: how many lines before it tell of another try. */
export function triesOf(
  { columns, operations }: Pick<Schema, 'columns' | 'operations'>,
  sample: readonly LogRecord[],
): Column | undefined {
  const outcome = columns.find(({ name }) => name === 'outcome');
  if (outcome === undefined) return undefined;
  const told = operations.flatMap((operation) => {
    const counts = new Map<string, number>();
    for (const record of sample) {
      const id = operation.read(record);
      if (id === undefined || outcome.read(record) !== undefined || !again.test(record.row().message)) continue;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts.size === 0 ? [] : [[operation, counts] as const];
  });
  if (told.length === 0) return undefined;
  const number = (record: LogRecord): number | undefined => {
    if (outcome.read(record) === undefined) return undefined;
    for (const [operation, counts] of told) {
      const id = operation.read(record);
      if (id !== undefined) return counts.get(id) ?? 0;
    }
    return undefined;
  };
  const read = (record: LogRecord) => number(record)?.toString();
  return workedOut({ name: tries, called: 'retries', unit: plainUnit, read, number }, sample);
}
