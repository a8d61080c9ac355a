const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** The source of a pattern for "third" and "3rd", in one group. */
export const ordinalPattern = `(${ordinals.join('|')}|\\d{1,3}(?:st|nd|rd|th))`;

const ordinal = new RegExp(`\\b${ordinalPattern}\\b`, 'i');

/** Of a word of that pattern, from 1. */
export function numberOfOrdinal(word: string): number {
  return /^\d/.test(word) ? Number.parseInt(word, 10) : ordinals.indexOf(word.toLowerCase()) + 1;
}

/** The first one in a text, from 1; undefined where there is none. */
export function ordinalIn(text: string): number | undefined {
  const word = ordinal.exec(text)?.[1];
  return word === undefined ? undefined : numberOfOrdinal(word);
}
