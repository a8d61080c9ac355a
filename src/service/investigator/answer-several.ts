import type { Schema } from './facts/schema.ts';
import { laterOf } from './parse/several-asked.ts';
import type { Query } from './query/query.ts';
import { readQuery } from './query/read-query.ts';
import type { Answered } from './settle-cause.ts';
import type { Draft } from './tell/draft.ts';
import { atMostLikely } from './tell/draft-of.ts';
import { clockOf } from './typed-query.ts';
import { say, words } from './wording/say.ts';

/** Each way to put a question: in words, or as a query. */
export interface Ask {
  text(question: string): Promise<Answered>;
  query(query: Query): Promise<Answered>;
}

/**
 * Questions asked in one, each answered by itself: the first in the headline, the others behind it. Undefined where the
 * first has no answer.
 */
export async function answerSeveral(
  [first = '', ...others]: readonly string[],
  ask: Ask,
  schema: Schema,
): Promise<Answered | undefined> {
  const head = await ask.text(first);
  const query = queryOf(head, schema);
  // That no line has a word of it is no answer to build on.
  const isOfNothing = query?.take === 'exists' && query.where.length === 0;
  if (head.draft.verdict === 'INCONCLUSIVE' || isOfNothing) return undefined;
  let { draft } = head;
  for (const part of others) {
    const later = laterOf(part, first, query, schema);
    if (later === undefined) continue;
    let next = later.query === undefined ? await ask.text(later.text) : await ask.query(later.query);
    const own = later.isOfSameLines === true ? queryOf(next, schema) : undefined;
    if (own !== undefined && query !== undefined) next = await ask.query(ofSameLines(own, query));
    draft = withNext(draft, part, next.draft);
  }
  return { draft, query: head.query };
}

/** Of the highest what the same line has of it, else what the lines of the first have. */
const ofSameLines = (own: Query, first: Query): Query =>
  /^(?:max|min)$/.test(first.take) && first.by === undefined && own.of !== undefined
    ? { ...first, beside: own.of }
    : { ...own, where: [...first.where, ...own.where] };

const queryOf = ({ query }: Answered, schema: Schema): Query | undefined =>
  query === null ? undefined : readQuery(query, clockOf(schema));

function withNext(draft: Draft, part: string, next: Draft): Draft {
  const asked = words(part.charAt(0).toUpperCase() + part.slice(1).replace(/[^\w ,'-]/g, ' '));
  if (next.verdict === 'INCONCLUSIVE')
    return {
      ...draft,
      verdict: atMostLikely(draft.verdict),
      unsettled: [...draft.unsettled, say`${asked}: ${next.cause}`],
    };
  return {
    ...draft,
    verdict: next.verdict === 'CONFIRMED' ? draft.verdict : next.verdict,
    explanation: [...draft.explanation, { text: say`${asked}: ${next.cause}`, ranges: [] }, ...next.explanation],
    proof: [...draft.proof.slice(0, 3), ...next.proof.slice(0, 3)],
    unsettled: [...draft.unsettled, ...next.unsettled],
    used: [...draft.used, ...next.used],
  };
}
