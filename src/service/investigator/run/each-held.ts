import { eachRecord, type LogRecord, type PassOptions, type PassTotals } from '../facts/records.ts';
import type { Schema } from '../facts/schema.ts';
import type { Scene } from '../investigation.ts';
import type { Condition } from '../query/query.ts';
import { compile } from './conditions.ts';

interface Meant extends Pick<PassOptions, 'window' | 'needle'> {
  where: readonly Condition[];
}

/** Sees each record of the window that holds the conditions. */
export function eachHeld(
  scene: Scene,
  schema: Schema,
  { where, window, needle }: Meant,
  see: (record: LogRecord) => void,
): Promise<PassTotals> {
  const test = compile(where, schema);
  return eachRecord(scene, {
    window,
    needle,
    see(record) {
      if (test(record)) see(record);
    },
  });
}

/** Of those, each that has a time. */
export const eachTimed = (
  scene: Scene,
  schema: Schema,
  meant: Meant,
  see: (record: LogRecord, timeMs: number) => void,
): Promise<PassTotals> =>
  eachHeld(scene, schema, meant, (record) => {
    if (record.timeMs !== undefined) see(record, record.timeMs);
  });
