import { oncePer } from '#core/once-per.ts';
import type { Scene } from '../investigation.ts';
import { msUnit } from './amount.ts';
import { states } from './lexicon.ts';
import { eachRecord, type LogRecord } from './records.ts';
import type { Column, Said, Schema } from './schema.ts';
import { stem } from './stem.ts';
import { workedOut } from './worked-out.ts';

/** Of what the program numbers and does: from its first line to the one that tells how it came out. */
export const timeTaken = 'time taken';

/** So many things are told apart. */
const mostThings = 500_000;

/** When each of them began, by its number: on the line that says so, or else on its first. */
interface Begins {
  byId: Map<string, number>;
  /** Of what is tried again the latest begin counts, of others the first line. */
  isLatest: boolean;
  isBegin(record: LogRecord): boolean;
}
const begun = new WeakMap<Column, readonly (readonly [operation: Column, begins: Begins])[]>();

/** A number of the lines that tell an outcome, where they state no such time themselves. */
export function timeTakenOf(
  { columns, operations }: Pick<Schema, 'columns' | 'operations'>,
  sample: readonly LogRecord[],
  said: Said,
): Column | undefined {
  const outcome = columns.find(({ name }) => name === 'outcome');
  if (outcome === undefined) return undefined;
  const told = operations.flatMap((operation) => {
    const begins = beginsOf(operation, sample, said);
    const ends = sample.filter((record) => operation.read(record) !== undefined && outcome.read(record) !== undefined);
    const lasted = ends.filter((record) => begins.byId.get(operation.read(record) ?? '') !== record.timeMs);
    const isKnown = ends.length >= begins.byId.size * mostEnds && lasted.length >= ends.length * mostEnds;
    return isKnown && !isStated(ends, columns) ? [[operation, begins] as const] : [];
  });
  if (told.length === 0) return undefined;
  const number = (record: LogRecord): number | undefined => {
    if (record.timeMs === undefined || outcome.read(record) === undefined) return undefined;
    for (const [operation, begins] of told) {
      const startMs = begins.byId.get(operation.read(record) ?? '');
      if (startMs !== undefined && startMs <= record.timeMs) return record.timeMs - startMs;
    }
    return undefined;
  };
  const read = (record: LogRecord) => {
    const lasted = number(record);
    return lasted === undefined ? undefined : `${lasted} ms`;
  };
  const aliases = new Set(calledSo.map(stem));
  const column = workedOut({ name: timeTaken, called: timeTaken, aliases, unit: msUnit, read, number }, sample);
  begun.set(column, told);
  return column;
}
/** So many of them end in the file, and begin on a line before that. */
const mostEnds = 0.8;
/** No latency, which may be of anything else. */
const calledSo = ['duration', 'length', 'took', 'time', 'long', 'slow', 'fast', 'runtime'];

/** "Job 12 queued", "job 12 started": it began where a line says that it started, if lines say so of most. */
function beginsOf(operation: Column, sample: readonly LogRecord[], said: Said): Begins {
  const own = sample.filter((record) => operation.read(record) !== undefined);
  const isStart = (record: LogRecord) => [...said(record).stems()].some((one) => starting.has(one));
  const ids = new Set(own.map(operation.read));
  const started = new Set(own.filter(isStart).map(operation.read));
  const isSaid = started.size >= ids.size * mostEnds;
  const begins: Begins = { byId: new Map(), isLatest: isSaid, isBegin: isSaid ? isStart : () => true };
  for (const record of own) see(record, operation, begins);
  return begins;
}
const starting = new Set(states.flatMap(({ state, begins }) => (state === 'running' ? begins.map(stem) : [])));

function see(record: LogRecord, operation: Column, { byId, isBegin, isLatest }: Begins): void {
  const { timeMs } = record;
  const id = timeMs === undefined ? undefined : operation.read(record);
  if (id === undefined || timeMs === undefined || !isBegin(record)) return;
  // A sample of a longer file may show a later line first.
  const known = byId.get(id);
  if (known === undefined ? byId.size < mostThings : timeMs < known !== isLatest) byId.set(id, timeMs);
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
