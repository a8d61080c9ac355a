import { statedReason } from '../facts/reason.ts';
import type { Schema } from '../facts/schema.ts';
import { isOfAny, type Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';

type Doubt = (asked: { query: Query; schema: Schema }) => boolean;

const saidIn = ({ where }: Query) => where.find(({ field, is }) => field === 'words' && is === 'has');
const linesOf = (where: Query['where'], schema: Schema): number => schema.sample.filter(compile(where, schema)).length;

/** "How many routes were rejected": where most lines with the rest of the words have no such noun, it may be what all of them are of. */
const isNarrowedByNoun: Doubt = ({ query, schema }) => {
  const said = saidIn(query);
  const parts = said?.value.split(' ') ?? [];
  // "Pick tours", of which few lines say pick.
  const isOfThing = query.where.some((one) => isOfAny(one));
  if (said === undefined || (parts.length < 2 && !isOfThing)) return false;
  const others = query.where.filter((one) => one !== said);
  const whole = linesOf(query.where, schema);
  return parts
    .filter((word) => /^[a-z]+s?$/.test(word) && !/(?:ed|ing)$/.test(word))
    .some((noun) => {
      const value = parts.filter((word) => word !== noun).join(' ');
      return whole < linesOf(value === '' ? others : [...others, { ...said, value }], schema) * 0.7;
    });
};

/** "Slow disk warnings": what people call a warning stands on lines of other levels too. */
const isOfOtherLevels: Doubt = ({ query, schema }) => {
  const said = saidIn(query);
  const level = query.where.find(({ field }) => field === 'level');
  if (said === undefined || level === undefined) return false;
  return schema.sample.filter(compile([said], schema)).some((record) => record.level() !== level.value);
};

/** What stands behind a colon or in brackets was taken for the reason. */
const isOfStatedReason: Doubt = ({ query: { of, by } }) => of === statedReason || by === statedReason;

/** That a query may as well have meant something else, though its words are those of the lines. */
export const doubtsOfWords: readonly Doubt[] = [isNarrowedByNoun, isOfOtherLevels, isOfStatedReason];
