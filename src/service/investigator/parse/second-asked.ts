import type { Query } from '../query/query.ts';

/** What the answer to the first question tells as well; undefined where it does not. */
type Second = (query: Query) => Query | undefined;

const seconds: readonly (readonly [RegExp, RegExp])[] = [
  [
    /,? and (?:for )?how long(?: (?:each|every)(?: time| one)?| did (?:each|it|they)(?: one)? (?:last|take))?[?. ]*$/i,
    /^episodes$/,
  ],
  [/,? (?:and )?from (?:what|which) to (?:what|which)[?. ]*$/i, /^(?:first|last|list|net|trend|differ)$/],
];

/** "How often was it down, and how long each time": the first of two questions, and what its answer has to be for the second. */
export function withoutSecond(text: string): { first: string; second: Second } {
  const [pattern, takes] = seconds.find(([one]) => one.test(text)) ?? [];
  return pattern === undefined
    ? { first: text, second: (query) => query }
    : { first: text.replace(pattern, ''), second: (query) => (takes?.test(query.take) ? query : undefined) };
}
