import { type StateWords, stateAsked, stateOfFile } from './lexicon.ts';
import type { Schema } from './schema.ts';
import { newValue } from './turns.ts';

/** A state by its name: of all files, or of this one, whose lines say that something turned into it. */
export function stateIn({ columns }: Schema, word: string): { words: StateWords; isOpposite: boolean } | undefined {
  return isOwnState(columns, word) ? { words: stateOfFile(word), isOpposite: false } : stateAsked(word);
}

const isOwnState = (columns: Schema['columns'], word: string): boolean =>
  columns.find(({ name }) => name === newValue)?.values.has(word.toLowerCase()) === true;
