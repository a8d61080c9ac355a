import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import type { Condition, Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { isNumeric } from '../run/gathered.ts';

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
    field === undefined ? [] : [{ field, is: 'has', value: '*' }],
  );
  const parts = [...where, ...against, ...stated];
  const thing = parts.length < 2 ? undefined : schema.columns.find((one) => isOfAll(one, parts, schema));
  if (thing === undefined) return undefined;
  return isOfNumber ? { ...query, through: thing.name } : { ...query, of: thing.name };
}

/** Of things of which lines say one and never the other: `by`, or what the lines of both sides are told apart by. */
export function thingOfBoth({ by, where, against = [] }: Query, schema: Schema): Column | undefined {
  const named = columnNamed(schema, by);
  const [own, other] = [where, against].map((side) => schema.sample.filter(compile(side, schema)));
  if (own?.length === 0 || other?.length === 0) return undefined;
  const isAsked = (one: Column) => [...where, ...against].some(({ field }) => field === one.name);
  const isTold = (one: Column) =>
    !isAsked(one) &&
    [own, other].every(
      (lines = []) => lines.filter((record) => one.read(record) !== undefined).length >= lines.length * 0.5,
    );
  if (named !== undefined && !named.isNumber && isTold(named)) return named;
  return schema.columns.find((one) => one.isSerial === true && isTold(one));
}

/** Nearly all lines of each part say of which thing they are. */
function isOfAll(thing: Column, parts: readonly Condition[], schema: Schema): boolean {
  if (thing.isSerial !== true) return false;
  return parts.every((part) => {
    if (columnNamed(schema, part.field) === thing) return true;
    const held = schema.sample.filter(compile([part], schema));
    return held.length > 0 && held.filter((record) => thing.read(record) !== undefined).length >= held.length * 0.9;
  });
}
