import type { Schema } from '../../facts/schema.ts';
import type { Query } from '../../query/query.ts';
import { hasMeaning } from '../told-words.ts';
import { unnamedNoun } from '../unnamed-noun.ts';
import type { Asked } from './asked.ts';
import type { Cues } from './cues.ts';
import { honours } from './honours.ts';
import { leavesOut } from './leaves-out.ts';
import { isOfNoun } from './ways-to-read.ts';

/** A query that all words fit but for some that the file knows nothing of. */
export interface Strangers {
  query: Query;
  unread: readonly string[];
  absent: readonly string[];
}

/** What is asked but for the words that were not read; undefined where it could not be told without them. */
export function withStrangers(
  { query: known, unread, absent }: Omit<Strangers, 'query'> & { query: Query | undefined },
  cues: Cues,
  schema: Schema,
): Strangers | undefined {
  const isNowhere = asksWhether(cues) && !unread.some((word) => hasMeaning(word, schema));
  const limited = known === undefined || cues.limit === undefined ? known : { ...known, limit: cues.limit };
  const query: Query | undefined = isNowhere ? { take: 'exists', where: [] } : limited;
  const isOfAll = query?.take === 'exists' && query.where.length === 0;
  if (query === undefined || isOfAll !== isNowhere) return undefined;
  return honours(query, cues) && !leavesOut(query, cues, schema) ? { query, unread, absent } : undefined;
}

/** Whether there is any, and nothing more. */
const asksWhether = ({ asks }: Cues): boolean =>
  asks.has('exists') && [...asks].every((ask) => ask === 'exists' || ask === 'ever');

/** The likeliest of them; what was asked for has to be told apart by a noun that was read. */
export function likeliestOf(
  all: readonly Strangers[],
  nounAsked: readonly string[],
  text: string,
  schema: Schema,
): Asked | undefined {
  const found = all.find(
    ({ query, unread }) =>
      nounAsked.length === 0 || (!unread.some((one) => nounAsked.includes(one)) && isOfNoun(query, nounAsked, schema)),
  );
  if (found === undefined) return undefined;
  const { query, unread, absent } = found;
  const unnamed = absent.length === 0 ? unnamedNoun(unread, text, query, schema) : undefined;
  const asked = { query, taken: [], isGuessed: true };
  return unnamed === undefined ? { ...asked, unread, absent } : { ...asked, unnamed };
}
