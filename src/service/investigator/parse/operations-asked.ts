import type { Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import { hasMeaning } from './told-words.ts';

/** "How many were printed", where lines say only of some that the program "could not print" them. */
export function isDenied(word: string, { kinds }: Schema): boolean {
  const one = stem(word);
  const own = kinds.filter(({ stems }) => stems.has(one));
  return (
    own.length > 0 &&
    own.every(({ example }) => denial.test(example) && !new RegExp(`\\b${word}\\b`, 'i').test(example))
  );
}
const denial = /\b(?:could not|can ?not|can't|couldn't|failed to|unable to|did not|was not able to) [a-z]/i;

/** No line has it, and no name is called so. */
export const isStrange = (word: string, schema: Schema): boolean =>
  /^[a-z]{3,}$/i.test(word) && !hasMeaning(word, schema);
