import { stem } from '../../../facts/stem.ts';
import { type Condition, oneOf, type Query } from '../../../query/query.ts';
import { counted } from '../../counted.ts';
import { type AboutLines, isNounOf, rowsBy, type Way } from './about-lines.ts';

/** Which of two, or of all, has more. */
export const ranks: Way = (about) => {
  const { cues, lines, own, where } = about;
  const { asks, order, which, per } = cues;
  const [one, ...more] = own;
  if (one !== undefined && more.length > 0 && more.every(({ field }) => field === one.field))
    return amongNamed(one, more, about);
  const noun = which ?? per ?? (asks.has('who') ? 'who' : undefined);
  const by = rowsBy(noun, about);
  // "Which print job has the most pages": the pages are a number.
  if (noun !== undefined && order !== undefined && isNounOf(noun, lines) && by?.stems.has(stem(noun)) !== true)
    return undefined;
  if (asks.has('distinct') || (asks.has('count') && which !== undefined))
    return by && { take: 'distinct', of: by.name, where: [...where] };
  if (by === undefined || (order === undefined && per === undefined)) return undefined;
  const ranked = order === undefined ? {} : { order };
  return { take: 'count', ...counted(lines), where: [...where], by: by.name, ...ranked };
};

/** Of those that the question names. */
function amongNamed(one: Condition, more: readonly Condition[], { cues, lines }: AboutLines): Query | undefined {
  const { asks, order } = cues;
  const [other, third] = more;
  const against = other !== undefined && third === undefined ? [...lines.where, other] : undefined;
  const compared = against && {
    take: 'compare' as const,
    ...counted(lines),
    where: [...lines.where, one],
    against,
  };
  // "How many more on A than on B".
  if (asks.has('more') && asks.has('count') && compared !== undefined) return compared;
  if (asks.has('exists') || (order === undefined && !asks.has('more'))) return undefined;
  if (compared !== undefined && !asks.has('id') && cues.stat === undefined) return compared;
  return {
    take: 'count',
    ...counted(lines),
    where: [...lines.where, oneOf(one, more)],
    by: one.field,
    order: order ?? 'most',
  };
}
