import { type StateWords, stateAsked, stateOfFile, states } from './lexicon.ts';
import type { Schema } from './schema.ts';
import { stem } from './stem.ts';
import { newValue } from './turns.ts';

/** A state by its name: of all files, or of this one, whose lines say that something turned into it. */
export function stateIn(
  { columns, kinds }: Schema,
  word: string,
): { words: StateWords; isOpposite: boolean } | undefined {
  if (isOwnState(columns, word)) return { words: stateOfFile(word), isOpposite: false };
  const asked = stateAsked(word);
  // "Stopped" is not where a run ends, where lines tell what stopped and what resumed.
  const own = asked?.isOpposite === true ? states.find((one) => isToldBy(kinds, one, word)) : undefined;
  return own === undefined ? asked : { words: own, isOpposite: false };
}

function isToldBy(kinds: Schema['kinds'], { begins, ends }: StateWords, word: string): boolean {
  const isTold = (one: string) => !one.includes(' ') && kinds.some(({ stems }) => stems.has(stem(one)));
  return (
    begins.includes(word.toLowerCase()) && isTold(word) && ends.some((one) => /^(?:re|un)/.test(one) && isTold(one))
  );
}

const isOwnState = (columns: Schema['columns'], word: string): boolean =>
  columns.find(({ name }) => name === newValue)?.values.has(word.toLowerCase()) === true;
