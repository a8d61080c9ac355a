import { byteClasses } from './byte-classes.ts';

/** Bytes of a line that shape its form; what follows is not looked at. */
export const formBytes = 2048;

/** Hashes of the last line's form; shared, so that hashing makes no garbage. */
export const lineForm = { first: 0, second: 0 };

const variable = 0x5bd1e995;

/**
 * Hashes what stays the same in lines of one kind: words with a digit count as one variable, runs of variables as one.
 * `coarse` looks at the first four words and at which alarming words occur, for documents whose lines share no words.
 */
export function hashForm(bytes: Uint8Array, start: number, lineEnd: number, seed: number, coarse: boolean): void {
  const end = lineEnd - start > formBytes ? start + formBytes : lineEnd;
  let first = 0x811c9dc5 ^ seed;
  let second = 0x1b873593 + seed;
  let word = 0;
  // 0: between words, 1: in a word, 2: in a word with a digit.
  let state = 0;
  // Hashes as they were behind the last variable, while only joiners have followed it.
  let firstAtVariable = 0;
  let secondAtVariable = 0;
  let isBehindVariable = false;
  let wordCount = 0;
  const classes = byteClasses;
  for (let p = start; p <= end; p++) {
    const byte = p < end ? bytes[p]! : 0x20;
    let kind = classes[byte]!;
    if (kind === 1) {
      word = Math.imul(word ^ byte, 0x01000193);
      if (state === 0) state = 1;
      continue;
    }
    if (kind === 2) {
      state = 2;
      continue;
    }
    if (kind === 3) {
      const isInner =
        bytes[p + 1] !== 0x2e &&
        bytes[p - 1] !== 0x2e &&
        p + 1 < end &&
        classes[bytes[p + 1]!]! < 3 &&
        classes[bytes[p + 1]!]! > 0;
      if (isInner) {
        word = Math.imul(word ^ byte, 0x01000193);
        if (state === 0) state = 1;
        continue;
      }
      kind = 0;
    }
    if (kind === 6) {
      while (p + 1 < end && bytes[p]! !== 0x6d && !(bytes[p]! >= 0x41 && bytes[p]! <= 0x5a)) p++;
      continue;
    }
    if (kind === 5) continue;
    if (state === 2) {
      if (isBehindVariable) {
        first = firstAtVariable;
        second = secondAtVariable;
      } else {
        first = Math.imul(first ^ variable, 0x85ebca6b);
        second = Math.imul(second + variable, 0xc2b2ae35) ^ (second >>> 13);
        if (coarse && ++wordCount >= 4) break;
      }
      firstAtVariable = first;
      secondAtVariable = second;
      isBehindVariable = true;
    } else if (state === 1) {
      if (!coarse || wordCount < 4) {
        first = Math.imul(first ^ word, 0x85ebca6b);
        first ^= first >>> 15;
        second = Math.imul(second + word, 0xc2b2ae35) ^ (second >>> 13);
      }
      isBehindVariable = false;
      if (coarse && ++wordCount >= 4) break;
    }
    state = 0;
    word = 0;
    if (kind === 0) isBehindVariable = false;
    first = Math.imul(first ^ byte, 0x01000193);
    second = Math.imul(second ^ byte, 0x27d4eb2d);
  }
  lineForm.first = first | 0;
  lineForm.second = second | 0;
}
