import type { Column, Schema } from '../facts/schema.ts';
import { type Condition, hasAny, type Query } from '../query/query.ts';
import { isNumeric } from '../run/gathered.ts';
import { linesWith } from './sample-lines.ts';

/**
 * Where no line states all that is asked, each part of it may stand on another line of one thing: a request and its
 * answer, an order placed and shipped. The query over those things; undefined where no thing has such lines.
 */
export function overLines(query: Query, schema: Schema): Query | undefined {
  const { take, where, against = [], of, by, state, through } = query;
  if (state !== undefined || through !== undefined || where.length + against.length === 0) return undefined;
  const isOfNumber = isNumeric(take) && of !== undefined;
  if (!isOfNumber && !(/^(?:count|share)$/.test(take) && of === undefined && query.everyMs === undefined))
    return undefined;
  const stated = [isOfNumber ? of : undefined, by].flatMap((field): Condition[] =>
    field === undefined ? [] : [hasAny(field)],
  );
  const parts = [...where, ...against, ...stated];
  const thing = parts.length < 2 ? undefined : schema.columns.find((one) => isOfAll(one, parts, schema));
  if (thing === undefined) return undefined;
  return isOfNumber ? { ...query, through: thing.name } : { ...query, of: thing.name };
}

/** Nearly all lines of each part say of which thing they are. */
const isOfAll = (thing: Column, parts: readonly Condition[], schema: Schema): boolean =>
  thing.isSerial === true && parts.every((part) => shareWith(thing, [...linesWith(part, schema)], schema) >= 0.9);

/** Of some lines of the sample, how many state the column. */
function shareWith({ name }: Column, lines: readonly number[], schema: Schema): number {
  const told = linesWith(hasAny(name), schema);
  return lines.length === 0 ? 0 : lines.filter((at) => told.has(at)).length / lines.length;
}
