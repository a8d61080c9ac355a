import type { Schema } from '../facts/schema.ts';
import type { Condition } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { courseAsked } from './course-asked.ts';
import { eventsIn, inVerbs } from './events.ts';
import { linesMeant } from './lines-meant.ts';
import { orderAsked } from './order-asked.ts';
import type { Around, Parsed } from './parsed.ts';
import { windowOf } from './window.ts';

interface Side {
  where: readonly Condition[];
  isInferred: boolean;
}

/** Which of two came first, by lines of each. */
export function cameFirst(
  question: string,
  { times, quotes, isAsked = false }: Around,
  schema: Schema,
): Parsed | undefined {
  const asked = orderAsked(question, isAsked);
  // "Did it get hotter after the update": which way it went.
  if (asked === undefined || courseAsked(`did ${asked.one}`) !== undefined) return undefined;
  const { one, other, expects } = asked;
  const [left, right] = [linesOf(one, other, schema, quotes), linesOf(other, one, schema, quotes)];
  if (left === undefined || right === undefined) return undefined;
  const sides = { where: asSaidOf(left.where, right.where), against: asSaidOf(right.where, left.where) };
  return {
    query: { take: 'order', ...sides, ...(expects && { expects }), ...windowOf(times) },
    unread: [],
    absent: [],
    isInferred: left.isInferred || right.isInferred,
    isFramed: true,
    isProse: false,
  };
}

/** "Before bob did": what is said of the one is meant of the other, where that is a name alone. */
function asSaidOf(own: readonly Condition[], other: readonly Condition[]): Condition[] {
  const areNames = own.every(({ field, is }) => is === '=' && !/^(?:level|outcome|status)$/.test(field));
  const isShared = areNames && own.some(({ field }) => other.some((one) => one.field === field));
  return [...own, ...(isShared ? other.filter(({ field }) => !own.some((one) => one.field === field)) : [])];
}

/** The lines that tell of one of the two; `main` tells of the other. */
function linesOf(said: string, main: string, schema: Schema, quotes: readonly string[]): Side | undefined {
  const isTold = ({ where }: Pick<Side, 'where'>) => !schema.isWhole || schema.sample.some(compile([...where], schema));
  const lines = linesMeant(inVerbs(said), schema);
  if (lines !== undefined && isTold(lines))
    return { where: lines.where, isInferred: lines.taken.length > 0 || lines.isInferred === true };
  const event = eventsIn(said, main, schema, quotes).find((one) => one.event.state === undefined && isTold(one.event));
  return event && { where: event.event.where, isInferred: event.isInferred };
}
