import type { Schema } from '../../facts/schema.ts';
import type { Query } from '../../query/query.ts';

const turn =
  /\b(?:not|no|none|nobody|nothing|without|again|yet|recovered|except|other than|excluding|apart from|neither|nor|until|unless|before|after|next|following|previous|preceding|than|while|whilst|during the time)\b|n't\b|\b(?:is|are|was|were|ran|runs?|running) out of [\ue100-\ue1ff]/gi;

/** How many words turn a question into another, where no cue has taken them up. */
export const turnsIn = (rest: string, schema: Schema): number => withoutSaid(rest, schema).match(turn)?.length ?? 0;

/** "No space left", as lines say it, turns nothing into another. */
const withoutSaid = (rest: string, { kinds }: Schema): string =>
  rest.replace(/\b(?:no|not|without) [a-z]+/gi, (said) =>
    kinds.some(({ example }) => example.toLowerCase().includes(said.toLowerCase())) ? ' ' : said,
  );

/** "Without data": where nothing is left out, the negation was passed over. */
export const deniesSome = ({ take, where, against = [], expects }: Query): boolean =>
  take === 'never' ||
  expects === 'none' ||
  [...where, ...against].some(
    ({ field, is, value }) => is === '!=' || (field === 'words' && (is === '=' || / ?\bno[tn]?\b/i.test(value))),
  );

/** "Did all of them succeed": none came out otherwise. */
export function noneOther(query: Query): Query {
  const { where } = query;
  const outcome = where.find(({ field, is }) => field === 'outcome' && is === '=');
  if (outcome === undefined || query.take !== 'exists') return query;
  const other = { ...outcome, value: outcome.value === 'ok' ? 'failed' : 'ok' };
  return { ...query, where: where.map((one) => (one === outcome ? other : one)), against: where, expects: 'none' };
}
