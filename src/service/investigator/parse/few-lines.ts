import type { Schema } from '../facts/schema.ts';
import { amountWord, numberOf } from './number-words.ts';
import type { Around, Understanding } from './parsed.ts';
import { tokensOfPhrase } from './phrase.ts';
import { readPhrase } from './read-phrase.ts';
import { windowOf } from './window.ts';
import { isNounForLines } from './words.ts';

const few = new RegExp(
  `^(?:(?:show|give|list|tell|what (?:are|were))(?: me)? )?(?:the )?(?:(?<first>first|earliest)|last|latest|most recent) (?<n>${amountWord}) (?<what>[a-z].*)$`,
  'i',
);
const mostLines = 50;

/** "The last 3 errors": so many lines at one end of those that are meant. */
export function fewLines(question: string, { times, quotes }: Around, schema: Schema): Understanding | undefined {
  const { first, n, what = '' } = few.exec(question)?.groups ?? {};
  const limit = numberOf(n);
  if (limit === undefined || limit < 1 || limit > mostLines) return undefined;
  const { where, columns, unread, absent, isInferred } = readPhrase(what, schema, quotes);
  const isOfLines = where.length > 0 || tokensOfPhrase(what).every((word) => isNounForLines(word, schema));
  if (!isOfLines || unread.length + absent.length + columns.length > 0) return undefined;
  const only = first === undefined ? 'last' : 'first';
  return { query: { take: 'list', where, only, limit, ...windowOf(times) }, unread, absent, isInferred };
}
