import { eachRecord, type LogRecord } from '../facts/records.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { hasAny, type Query } from '../query/query.ts';
import { compile } from './conditions.ts';
import { noValue, type Runner } from './result.ts';
import { mostThings } from './run-things.ts';

/** What the lines of one thing say, taken together. */
interface Told {
  held: Set<number>;
  by: string | undefined;
}

/**
 * "The slowest answer to POST /items", where one line has the request and another the time: each condition, and what
 * the answer has a row for, may stand on any line of the same thing. Gives a query and a schema in which the lines of
 * the things that hold all conditions are told apart, or why there are none.
 */
export const throughThings: Runner<{ query: Query; schema: Schema } | string> = async (scene, schema, asked) => {
  const { through, ...query } = asked;
  const thing = columnNamed(schema, through);
  if (thing === undefined) return noValue.why;
  const by = columnNamed(schema, query.by);
  const tests = query.where.map((one) => compile([one], schema));
  const told = new Map<string, Told>();
  let isFull = false;
  await eachRecord(scene, {
    see(record) {
      const key = thing.read(record);
      if (key === undefined) return;
      const known = told.get(key) ?? { held: new Set<number>(), by: undefined };
      isFull ||= told.size >= mostThings;
      if (!isFull) told.set(key, known);
      for (const [at, test] of tests.entries()) if (!known.held.has(at) && test(record)) known.held.add(at);
      known.by ??= by?.read(record);
    },
  });
  if (isFull) return 'it names too many things';
  const toldOf = (record: LogRecord) => told.get(thing.read(record) ?? '');
  const read = (record: LogRecord) => (toldOf(record)?.held.size === tests.length ? 'yes' : undefined);
  const held: Column = { ...thing, name: heldName, read };
  const columns = schema.columns.map((one) =>
    one === by ? { ...one, read: (record: LogRecord) => toldOf(record)?.by } : one,
  );
  // "Refunds in EUR": a number is that of the refund's own line, where some such lines state it.
  const number = columnNamed(schema, query.of);
  const stating = number === undefined ? [] : schema.sample.filter((record) => number.read(record) !== undefined);
  const own = query.where.filter((_, at) => stating.some((record) => tests[at]?.(record) === true));
  return {
    query: { ...query, where: [...own, hasAny(heldName)] },
    schema: { ...schema, columns: [...columns, held] },
  };
};

const heldName = 'held by its lines';
