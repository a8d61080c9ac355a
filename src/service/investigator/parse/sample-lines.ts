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
