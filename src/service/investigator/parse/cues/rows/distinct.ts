import { columnNamed } from '../../../facts/schema.ts';
import { nounOf } from '../../named-columns.ts';
import { tokensOfPhrase } from '../../phrase.ts';
import { recordNouns } from '../../words.ts';
import type { Shape } from './rows.ts';

/** How many different ones there are. */
export const distinct: Shape = ({ where, by, things, phrase, schema, told: { cues } }) => {
  const { asks, order, per, rest } = cues;
  const isDistinct = asks.has('distinct');
  if (isDistinct && by !== undefined) return { take: 'distinct', of: by, where };
  const isOfThings =
    asks.has('count') &&
    asks.size === 1 &&
    where.every(({ field }) => field === 'words') &&
    order === undefined &&
    per === undefined;
  const isOfRecords = tokensOfPhrase(phrase).some((word) => recordNouns.has(word.toLowerCase()));
  if (!isDistinct && (!isOfThings || isOfRecords)) return undefined;
  // "Different errors": what they say.
  const [one, second] = where;
  const isOfMessages = isDistinct && one?.field === 'level' && second === undefined;
  if (isOfMessages && columnNamed(schema, 'message') !== undefined) return { take: 'distinct', of: 'message', where };
  const named = isOfThings && /\bthere\b/.test(rest) ? nounOf(phrase, schema) : undefined;
  if (named?.rest === '') return { take: 'distinct', of: named.column.name, where: [] };
  const of = things.find(({ isNumber }) => !isNumber)?.name;
  return of === undefined || (isOfThings && where.length > 0) ? undefined : { take: 'distinct', of, where };
};
