import { statedReason } from '../facts/reason.ts';
import type { LogRecord } from '../facts/records.ts';
import type { Schema } from '../facts/schema.ts';
import { type Condition, isOfAny, type Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';

type Doubt = (asked: { query: Query; schema: Schema }) => boolean;

/** What lines say, by the query. */
export const saidIn = ({ where }: Query): Condition[] =>
  where.filter(({ field, is }) => field === 'words' && is === 'has');
export const recordsOf = (where: readonly Condition[], schema: Schema): readonly LogRecord[] =>
  schema.sample.filter(compile([...where], schema));

/** "How many routes were rejected": where most lines with the rest of the words have no such noun, it may be what all of them are of. */
const isNarrowedByNoun: Doubt = ({ query, schema }) => {
  const [said] = saidIn(query);
  const parts = said?.value.split(' ') ?? [];
  // "Pick tours", of which few lines say pick.
  const isOfThing = query.where.some(isOfAny);
  if (said === undefined || (parts.length < 2 && !isOfThing)) return false;
  const others = query.where.filter((one) => one !== said);
  const whole = recordsOf(query.where, schema).length;
  return parts
    .filter((word) => /^[a-z]+s?$/.test(word) && !/(?:ed|ing)$/.test(word))
    .some((noun) => {
      const value = parts.filter((word) => word !== noun).join(' ');
      return whole < recordsOf(value === '' ? others : [...others, { ...said, value }], schema).length * 0.7;
    });
};

/** "Slow disk warnings": what people call a warning stands on lines of other levels too. */
const isOfOtherLevels: Doubt = ({ query, schema }) => {
  const [said] = saidIn(query);
  const level = query.where.find(({ field }) => field === 'level');
  if (said === undefined || level === undefined) return false;
  return recordsOf([said], schema).some((record) => record.level() !== level.value);
};

/** What stands behind a colon or in brackets was taken for the reason. */
const isOfStatedReason: Doubt = ({ query: { of, by } }) => of === statedReason || by === statedReason;

/** That a query may as well have meant something else, though its words are those of the lines. */
export const doubtsOfWords: readonly Doubt[] = [isNarrowedByNoun, isOfOtherLevels, isOfStatedReason];
