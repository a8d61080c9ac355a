import { type Column, columnNamed, type Schema } from '../../facts/schema.ts';
import type { Condition } from '../../query/query.ts';

/** Each value is one of the things that the program numbers. */
export const isNumbered = (field: string, schema: Schema): boolean =>
  columnNamed(schema, field)?.isSerial === true || schema.operations.some(({ name }) => name === field);

/** What the program numbers by which such lines are known. */
export const numberedIn = (where: readonly Condition[], schema: Schema): Column | undefined =>
  schema.operations.find(({ name }) => where.some(({ field }) => field === name));
