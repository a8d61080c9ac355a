import type { Query } from '../query/query.ts';

const least = /\b(?:least|fewest|lowest|smallest|rarest)\b/i;
const ofSome =
  /,? ?\(?(?:(?:but|and|with|having|among those with|of those with) )?(?:at least (?:one|1)|(?:min(?:imum)?|>=|≥) ?1|more than (?:none|zero|0))(?: of them)?\)?(?=$|[?.,)])|,? ?\(?(?:leaving out|leave out|excluding|exclude|not counting|ignoring|ignore|skipping|without) (?:those|the ones|ones|any|all)(?: of them)? (?:with|that (?:have|had)|having|who had) (?:none|zero|no \w+|0)\)?/i;

/** "The fewest failed runs, but at least one": what has none is left out of the ranking. */
export function withoutNone(text: string): { text: string; isOfSome: boolean } {
  const isOfSome = least.test(text.replace(/\bat least\b/gi, '')) && ofSome.test(text);
  return { text: isOfSome ? text.replace(ofSome, '') : text, isOfSome };
}

/** A reason that was never given is none of the rare ones. */
export const ofThoseWithAny = (query: Query, isOfSome: boolean): Query =>
  query.order === 'least' && query.take === 'count' && (isOfSome || ofWhy.test(query.by ?? ''))
    ? { ...query, only: 'some' }
    : query;

const ofWhy = /reason|cause|error|exception/i;
