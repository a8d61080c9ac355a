import { oncePer } from '#core/once-per.ts';
import type { Scene } from '../investigation.ts';
import { msUnit } from './amount.ts';
import { eachRecord, type LogRecord } from './records.ts';
import type { Column, Schema } from './schema.ts';
import { stem, stemsOf } from './stem.ts';

/** Of what the program numbers and does: from its first line to the one that tells how it came out. */
export const timeTaken = 'time taken';

/** So many things are told apart. */
const mostThings = 500_000;

/** When each of them began, by its number; kept for each column of them. */
type Begins = Map<string, number>;
const begun = new WeakMap<Column, readonly (readonly [operation: Column, begins: Begins])[]>();

/** A number of the lines that tell an outcome, where they state no such time themselves. */
export function timeTakenOf(
  { columns, operations }: Pick<Schema, 'columns' | 'operations'>,
  sample: readonly LogRecord[],
): Column | undefined {
  const outcome = columns.find(({ name }) => name === 'outcome');
  if (outcome === undefined) return undefined;
  const told = operations.flatMap((operation) => {
    const begins: Begins = new Map();
    for (const record of sample) see(record, operation, begins);
    const ends = sample.filter((record) => operation.read(record) !== undefined && outcome.read(record) !== undefined);
    const lasted = ends.filter((record) => begins.get(operation.read(record) ?? '') !== record.timeMs);
    const isKnown = ends.length >= begins.size * mostEnds && lasted.length >= ends.length * mostEnds;
    return isKnown && !isStated(ends, columns) ? [[operation, begins] as const] : [];
  });
  if (told.length === 0) return undefined;
  const number = (record: LogRecord): number | undefined => {
    if (record.timeMs === undefined || outcome.read(record) === undefined) return undefined;
    for (const [operation, begins] of told) {
      const startMs = begins.get(operation.read(record) ?? '');
      if (startMs !== undefined) return record.timeMs - startMs;
    }
    return undefined;
  };
  const read = (record: LogRecord) => {
    const lasted = number(record);
    return lasted === undefined ? undefined : `${lasted} ms`;
  };
  const values: Column['values'] = new Map();
  for (const shown of sample.flatMap((record) => read(record) ?? []))
    values.set(shown, { shown, count: (values.get(shown)?.count ?? 0) + 1 });
  const seen = [...values.values()].reduce((sum, { count }) => sum + count, 0);
  const column: Column = {
    name: timeTaken,
    stems: new Set(stemsOf(timeTaken)),
    aliases: new Set(calledSo.map(stem)),
    isNumber: true,
    isPlace: true,
    unit: msUnit,
    values,
    seen,
    read,
    number,
  };
  begun.set(column, told);
  return column;
}
/** So many of them end in the file, and begin on a line before that. */
const mostEnds = 0.8;
/** No latency, which may be of anything else. */
const calledSo = ['duration', 'length', 'took', 'time', 'long', 'slow', 'fast', 'runtime'];

function see(record: LogRecord, operation: Column, begins: Begins): void {
  const { timeMs } = record;
  const id = timeMs === undefined ? undefined : operation.read(record);
  if (id === undefined || timeMs === undefined) return;
  // A sample of a longer file may show a later line first.
  const known = begins.get(id);
  if (known === undefined ? begins.size < mostThings : timeMs < known) begins.set(id, timeMs);
}

const isStated = (ends: readonly LogRecord[], columns: readonly Column[]): boolean =>
  columns.some(
    ({ isNumber, unit, aliases, read }) =>
      isNumber &&
      unit.dimension === 'time' &&
      aliases.has(stem('duration')) &&
      ends.filter((record) => read(record) !== undefined).length * 2 > ends.length,
  );

/** Where not all lines were learnt from: when the others began. */
export const fillTimesTaken = async (scene: Scene, schema: Schema): Promise<void> => await filling(schema)(scene);

const filling = oncePer((schema: Schema) => {
  let filled: Promise<unknown> | undefined;
  const column = schema.columns.find(({ name }) => name === timeTaken);
  const told = column === undefined ? [] : (begun.get(column) ?? []);
  return async (scene: Scene) => {
    if (schema.isWhole || told.length === 0) return;
    filled ??= eachRecord(scene, {
      see(record) {
        for (const [operation, begins] of told) see(record, operation, begins);
      },
    });
    await filled;
  };
});
