import { isOfWriters } from './aliases.ts';
import { learnOutage } from './learn-outage.ts';
import { participantsOf } from './participants.ts';
import type { LogRecord } from './records.ts';
import { type Column, oncePerSample, type Schema } from './schema.ts';

/** So often each machine states it. */
const linesForEach = 2;

/** A number that is always the same measures nothing. */
const fewestValues = 4;

/**
 * What machines state from time to time, such as how much waits for them: numbers of lines that name a machine and
 * nothing that it does, the one on most lines first.
 */
export const gaugesOf = oncePerSample((schema): readonly Gauge[] => {
  const { machine } = participantsOf(schema);
  return machine === undefined ? [] : learnt(schema, machine);
});

interface Gauge {
  column: Column;
  /** Lines that state it. */
  count: number;
}

function learnt(schema: Schema, machine: Column): Gauge[] {
  const { columns, operation, sample } = schema;
  // Lines of what it does may name it in another place than those of its outages.
  const outage = learnOutage(schema)?.column;
  const names = [machine, outage].flatMap((column) => column ?? []);
  const isOfMachine = (record: LogRecord) => names.some((one) => one.read(record) !== undefined);
  const lines = sample.filter((record) => isOfMachine(record) && operation?.read(record) === undefined);
  return columns
    .filter((one) => one.isNumber && one.isLabel !== true && one.isSerial !== true && !isOfWriters(one))
    .filter(({ values }) => values.size >= fewestValues)
    .map((column) => ({ column, count: lines.filter((record) => column.read(record) !== undefined).length }))
    .filter(({ count }) => count >= machine.values.size * linesForEach)
    .sort((a, b) => b.count - a.count);
}
