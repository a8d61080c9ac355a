import { nameOfReason } from '../facts/reason.ts';
import type { Column, Schema } from '../facts/schema.ts';
import { compile } from '../run/conditions.ts';
import type { LinesMeant } from './lines-meant.ts';

/** Where such lines give their reasons. */
export function reasonOn({ where }: LinesMeant, schema: Schema): Column | undefined {
  const { columns, sample } = schema;
  const held = sample.filter(compile(where, schema));
  const seen = (column: Column) => held.filter((record) => column.read(record) !== undefined).length;
  const [best] = columns
    .filter((one) => !one.isNumber && nameOfReason.test(one.name))
    .map((column) => ({ column, seen: seen(column) }))
    .sort((a, b) => b.seen - a.seen);
  if (best === undefined || best.seen * 2 <= held.length) return undefined;
  // What is another each time names something, and gives no reason.
  const kinds = new Set(held.flatMap((record) => best.column.read(record) ?? [])).size;
  return best.seen >= fewestReasons && kinds * 2 > best.seen ? undefined : best.column;
}

/** Where each of some lines gives its reason. */
export const reasonOfEach = (held: Schema['sample'], { columns }: Schema): Column | undefined =>
  columns.find(
    ({ name, isNumber, read }) =>
      !isNumber && nameOfReason.test(name) && held.length > 0 && held.every((record) => read(record) !== undefined),
  );

const fewestReasons = 6;
