import { isNamedElsewhere } from '#core/secrets/hide-value.ts';
import { behindName, unsure } from './lines/behind-name.ts';
import type { LogRecord } from './records.ts';
import type { Column } from './schema.ts';

/** A field of a record, read with all others. */
export const fieldIn = (record: LogRecord, name: string): string | undefined => text(record.row().values.get(name));

/**
 * Reads a field without the rest of the line. So it is read only where each record of the sample, which has all kinds of
 * lines, tells it behind its name as it does read in full.
 */
export function readFieldAlone(name: string, readInFull: Column['read'], sample: readonly LogRecord[]): Column['read'] {
  // Who writes is told by the head of a line too.
  if (name === 'source' || isNamedElsewhere(name)) return readInFull;
  const find = behindName(name);
  let isSo: boolean | undefined;
  return (record) => {
    isSo ??= sample.every((one) => {
      const found = find(one.text);
      return found === unsure || text(found) === fieldIn(one, name);
    });
    const found = isSo ? find(record.text) : unsure;
    return found === unsure ? readInFull(record) : text(found);
  };
}

function text(value: string | number | undefined): string | undefined {
  return value === undefined || value === '' || value === '-' ? undefined : String(value);
}
