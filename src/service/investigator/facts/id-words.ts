const [digit, hexLetter, letter] = [1, 2, 3];

const kinds = Uint8Array.from({ length: 0x10000 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/[0-9]/.test(sign)) return digit;
  return /[A-Fa-f]/.test(sign) ? hexLetter : Number(/[A-Za-z]/.test(sign)) * letter;
});

/** A letter or a digit of ASCII. */
export const isOfWord = (code: number): boolean => kinds[code] !== 0;

interface Word {
  end: number;
  isId: boolean;
}

const fewestOfId = 4;
const word: Word = { end: 0, isId: false };

/**
 * The letters and digits that stand at a place; the result is shared between calls. Programs number requests by ids:
 * "9f3ac0d1", "aZ3kQ9x1", whose letters say nothing. Those of "worker12", "1024kB" and "E1004" say something: they stand
 * on one side of the digits and are not those of hexadecimal numbers, or a single one.
 */
export function wordAt(text: string, from: number): Word {
  let at = from;
  let [letters, runs, others] = [0, 0, 0];
  let before = -1;
  for (; at < text.length; at++) {
    const kind = kinds[text.charCodeAt(at)] ?? 0;
    if (kind === 0) break;
    const isLetter = kind > digit ? 1 : 0;
    letters += isLetter;
    if (kind === letter) others++;
    if (isLetter !== before) runs++;
    before = isLetter;
  }
  word.end = at;
  word.isId = at - from >= fewestOfId && (runs > 2 || (runs === 2 && others === 0 && letters > 1));
  return word;
}

/** Whether a value that began or ended at a place would cut an id in two. */
export function isInId(text: string, place: number): boolean {
  let from = place;
  while (from > 0 && isOfWord(text.charCodeAt(from - 1))) from--;
  const { end, isId } = wordAt(text, from);
  return from < place && place < end && isId;
}
