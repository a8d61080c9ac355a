const ones = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** Hours of a clock in words, from one on. */
export const hourWords: readonly string[] = ones;

const numbers: Readonly<Record<string, number>> = {
  ...Object.fromEntries(ones.map((word, at) => [word, at + 1])),
  fifteen: 15,
  twenty: 20,
  'twenty-five': 25,
  thirty: 30,
  fifty: 50,
  hundred: 100,
};

/** The source of a pattern for a small amount; of three digits on, a number is more often a status or a name, as "one" is somebody. */
export const amountWord = `(?:\\d{1,2}|${Object.keys(numbers)
  .filter((word) => word !== 'one')
  .toReversed()
  .join('|')})`;

export const numberOf = (word: string | undefined): number | undefined =>
  word === undefined ? undefined : /^\d+$/.test(word) ? Number(word) : numbers[word.toLowerCase()];

const places = 'second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');

/** The source of a pattern for a place in an order, written out. */
export const placeWord = `(?:${places.join('|')})`;

/** "Third", "13th". */
export function placeOf(word: string): number {
  const at = places.indexOf(word.toLowerCase());
  return at >= 0 ? at + 2 : Number.parseInt(word, 10);
}
