import { newValue } from '../facts/turns.ts';
import type { Query } from '../query/query.ts';

/** What the answer to the first question tells as well; undefined where it does not. */
type Second = (query: Query) => Query | undefined;

const ofTakes =
  (takes: RegExp): Second =>
  (query) =>
    takes.test(query.take) ? query : undefined;

/** How often it turned to a state, or lines said so of a thing: for how long it was in it each time. */
const eachSpell: Second = (query) => {
  const { take, where } = query;
  const isSaid = where.length > 1 && where.filter(({ field }) => field === 'words').length === 1;
  const into =
    where.find(({ field, is }) => field === newValue && is === '=') ??
    where.find(({ field, is, value }) => isSaid && field === 'words' && is === 'has' && /^[a-z]+$/i.test(value));
  if (take !== 'count' || into === undefined) return ofTakes(/^episodes$/)(query);
  return { take: 'episodes', state: into.value.toLowerCase(), where: where.filter((one) => one !== into) };
};

const seconds: readonly (readonly [RegExp, Second])[] = [
  [
    /,? and (?:for )?how long(?: (?:each|every)(?: time| one)?| did (?:each|it|they)(?: one)? (?:last|take))?[?. ]*$/i,
    eachSpell,
  ],
  [/,? (?:and )?from (?:what|which) to (?:what|which)[?. ]*$/i, ofTakes(/^(?:first|last|list|net|trend|differ)$/)],
];

/** "How often was it down, and how long each time": the first of two questions, and what its answer has to be for the second. */
export function withoutSecond(text: string): { first: string; second: Second } {
  const found = seconds.find(([pattern]) => pattern.test(text));
  return found === undefined
    ? { first: text, second: (query) => query }
    : { first: text.replace(found[0], ''), second: found[1] };
}
