import { byteClass, byteClasses } from './byte-classes.ts';

/** Bytes of a line that shape its form; what follows is not looked at. */
export const formBytes = 2048;

/** Hashes of the last line's form; shared, so that hashing makes no garbage. */
export const lineForm = { first: 0, second: 0 };

const variable = 0x5bd1e995;
const coarseWords = 4;

/**
 * Hashes what stays the same in lines of one kind: words with a digit count as one variable, runs of variables as one,
 * blanks as nothing. `coarse` looks at the first four words alone, for documents whose lines share no words.
 * The byte at `end` must be there and end a word: a line feed or carriage return.
 */
export function hashForm(bytes: Uint8Array, start: number, lineEnd: number, seed: number, coarse: boolean): void {
  const end = lineEnd - start > formBytes ? start + formBytes : lineEnd;
  const classes = byteClasses;
  let first = 0x811c9dc5 ^ seed;
  let second = 0x1b873593 + seed;
  // Hashes as they were behind the last variable, while only blanks and joiners have followed it.
  let firstAtVariable = 0;
  let secondAtVariable = 0;
  let isBehindVariable = false;
  let wordsLeft = coarse ? coarseWords : formBytes;
  let p = start;
  while (p < end) {
    let byte = bytes[p]!;
    let kind = classes[byte]!;
    if (kind === byteClass.blank) {
      p++;
      continue;
    }
    if (kind < byteClass.dot || (kind === byteClass.dot && isInnerDot(bytes, p, classes))) {
      let word = 0;
      while (
        kind !== byteClass.digit &&
        (kind === byteClass.word || (kind === byteClass.dot && isInnerDot(bytes, p, classes)))
      ) {
        word = Math.imul(word ^ byte, 0x01000193);
        byte = bytes[++p]!;
        kind = classes[byte]!;
      }
      if (kind === byteClass.digit) {
        do kind = classes[bytes[++p]!]!;
        while (kind < byteClass.dot || (kind === byteClass.dot && isInnerDot(bytes, p, classes)));
        if (isBehindVariable) {
          first = firstAtVariable;
          second = secondAtVariable;
        } else {
          first = Math.imul(first ^ variable, 0x85ebca6b);
          second = ((second << 5) | (second >>> 27)) + variable;
          firstAtVariable = first;
          secondAtVariable = second;
          isBehindVariable = true;
          if (--wordsLeft === 0) break;
        }
      } else {
        first = Math.imul(first ^ word, 0x85ebca6b);
        second = ((second << 5) | (second >>> 27)) + word;
        isBehindVariable = false;
        if (--wordsLeft === 0) break;
      }
      continue;
    }
    p++;
    if (kind === byteClass.escape) {
      while (p < end && bytes[p] !== 0x6d && !(bytes[p]! >= 0x41 && bytes[p]! <= 0x5a)) p++;
      p++;
      continue;
    }
    if (kind === byteClass.ignored) continue;
    if (kind !== byteClass.joiner) isBehindVariable = false;
    first = Math.imul(first ^ byte, 0x01000193);
    second = ((second << 3) | (second >>> 29)) ^ byte;
  }
  lineForm.first = first ^ (first >>> 15);
  lineForm.second = Math.imul(second ^ (second >>> 16), 0xc2b2ae35);
}

/** A dot between two parts of a word; dots that lead to a value (`enabled.....1`) are none. */
function isInnerDot(bytes: Uint8Array, at: number, classes: Uint8Array): boolean {
  return classes[bytes[at + 1]!]! < byteClass.dot && bytes[at - 1] !== 0x2e;
}
