import { byteClass, byteClasses } from './byte-classes.ts';

/** Bytes of a line that shape its form; what follows is not looked at. */
export const formBytes = 2048;

/**
 * Hashes of the form read so far; shared, so that hashing makes no garbage. The form is what stays the same in lines
 * of one kind: words with a digit count as one variable, runs of variables as one, blanks as nothing.
 */
export const lineForm = {
  first: 0,
  second: 0,
  /** Where reading stopped. */
  at: 0,
  /** Only blanks and joiners have followed the last variable, behind which the hashes were these: */
  isBehindVariable: false,
  firstAtVariable: 0,
  secondAtVariable: 0,
  /** Words still to be looked at. */
  wordsLeft: 0,
};

const variable = 0x5bd1e995;
const coarseWords = 4;

/**
 * Hashes the form of a line into `lineForm`. `coarse` looks at the first four words alone, for documents whose lines
 * share no words. The byte at `end` must be there and end a word: a line feed or carriage return.
 */
export function hashForm(bytes: Uint8Array, start: number, lineEnd: number, seed: number, coarse: boolean): void {
  const end = lineEnd - start > formBytes ? start + formBytes : lineEnd;
  beginForm(seed);
  if (coarse) lineForm.wordsLeft = coarseWords;
  let at = start;
  while (readPhrase(bytes, at, end)) {
    passVariable();
    if (lineForm.wordsLeft === 0) break;
    at = variableEnd(bytes, lineForm.at);
  }
  endForm(lineForm.first, lineForm.second);
}

export function beginForm(seed: number): void {
  lineForm.first = 0x811c9dc5 ^ seed;
  lineForm.second = (0x1b873593 + seed) | 0;
  lineForm.isBehindVariable = false;
  lineForm.wordsLeft = formBytes;
}

/** Takes the last words' hashes for those of a whole line. */
export function endForm(first: number, second: number): void {
  lineForm.first = first ^ (first >>> 15);
  lineForm.second = Math.imul(second ^ (second >>> 16), 0xc2b2ae35);
}

/** A variable follows what was read; several in a row count as one. */
export function passVariable(): void {
  if (lineForm.isBehindVariable) {
    lineForm.first = lineForm.firstAtVariable;
    lineForm.second = lineForm.secondAtVariable;
    return;
  }
  const { first, second } = lineForm;
  lineForm.first = lineForm.firstAtVariable = Math.imul(first ^ variable, 0x85ebca6b);
  lineForm.second = lineForm.secondAtVariable = (((second << 5) | (second >>> 27)) + variable) | 0;
  lineForm.isBehindVariable = true;
  lineForm.wordsLeft--;
}

/** Reads on from `start` to the next variable, or to the end. True where a variable begins, at `lineForm.at`. */
export function readPhrase(bytes: Uint8Array, start: number, end: number): boolean {
  const classes = byteClasses;
  let { first, second, isBehindVariable, wordsLeft } = lineForm;
  let isAtVariable = false;
  let p = start;
  while (p < end) {
    let byte = bytes[p]!;
    let kind = classes[byte]!;
    if (kind === byteClass.blank) {
      p++;
      continue;
    }
    if (kind < byteClass.dot || (kind === byteClass.dot && isInnerDot(bytes, p))) {
      const wordStart = p;
      let word = 0;
      while (kind === byteClass.word || (kind === byteClass.dot && isInnerDot(bytes, p))) {
        word = Math.imul(word ^ byte, 0x01000193);
        byte = bytes[++p]!;
        kind = classes[byte]!;
      }
      if (kind === byteClass.digit) {
        p = wordStart;
        isAtVariable = true;
        break;
      }
      first = Math.imul(first ^ word, 0x85ebca6b);
      second = (((second << 5) | (second >>> 27)) + word) | 0;
      isBehindVariable = false;
      if (--wordsLeft === 0) break;
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
  lineForm.first = first;
  lineForm.second = second;
  lineForm.isBehindVariable = isBehindVariable;
  lineForm.wordsLeft = wordsLeft;
  lineForm.at = p;
  return isAtVariable;
}

/** Where the word that begins at `at` ends, if it is a variable; -1 where it is none, or no word. */
export function variableEnd(bytes: Uint8Array, at: number): number {
  const classes = byteClasses;
  let p = at;
  let kind = classes[bytes[p]!]!;
  while (kind === byteClass.word || (kind === byteClass.dot && isInnerDot(bytes, p))) kind = classes[bytes[++p]!]!;
  if (kind !== byteClass.digit) return -1;
  do kind = classes[bytes[++p]!]!;
  while (kind < byteClass.dot || (kind === byteClass.dot && isInnerDot(bytes, p)));
  return p;
}

/** A dot between two parts of a word; dots that lead to a value (`enabled.....1`) are none. */
function isInnerDot(bytes: Uint8Array, at: number): boolean {
  return byteClasses[bytes[at + 1]!]! < byteClass.dot && bytes[at - 1] !== 0x2e;
}
