import type { Schema } from '../facts/schema.ts';
import type { Condition } from '../query/query.ts';
import { compile } from '../run/conditions.ts';

const known = new WeakMap<Schema, Map<string, ReadonlySet<number>>>();

/** Which lines of the sample hold a condition, looked up once for all readings of a question. */
export function linesWith(one: Condition, schema: Schema): ReadonlySet<number> {
  const lines = known.get(schema) ?? new Map<string, ReadonlySet<number>>();
  known.set(schema, lines);
  const key = JSON.stringify(one);
  const found = lines.get(key);
  if (found !== undefined) return found;
  const test = compile([one], schema);
  const held = new Set(schema.sample.flatMap((record, at) => (test(record) ? [at] : [])));
  lines.set(key, held);
  return held;
}

/** Which of them hold all conditions; all where there is none. */
export function linesWithAll(where: readonly Condition[], schema: Schema): number[] {
  const [first = schema.sample.keys(), ...others] = where.map((one) => linesWith(one, schema));
  return [...first].filter((at) => others.every((lines) => lines.has(at)));
}
