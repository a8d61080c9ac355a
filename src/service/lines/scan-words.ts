/** Where a needle stands in a piece of text: its bytes, and the run of ASCII letters and digits it is in. */
export interface WordHit {
  needle: number;
  start: number;
  end: number;
  wordStart: number;
  wordEnd: number;
}

/** Calls `see` for each place where a needle stands in `bytes`, in order of place; `hit` is only valid in the call. */
export type ScanWords = (bytes: Uint8Array, end: number, see: (hit: WordHit) => void) => void;

const fold = new Uint8Array(256).map((_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));
const isWordByte = new Uint8Array(256).map((_, byte) =>
  (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) ? 1 : 0,
);
const longestWord = 200;

/**
 * Finds many needles in one pass, upper and lower case of ASCII alike: pairs of bytes tell how far the next needle can
 * be at the soonest, so most bytes are never looked at (after Wu and Manber). Needles have two bytes or more.
 */
export function scanWords(needles: readonly Uint8Array[]): ScanWords {
  const folded = needles.map((needle) => Uint8Array.from(needle, (byte) => fold[byte]!));
  const shortest = Math.min(...folded.map((needle) => needle.length));
  const shifts = new Uint8Array(65_536).fill(Math.min(255, shortest - 1));
  /** By pair that ends the first bytes of a needle: which needles. */
  const beginning = new Uint16Array(65_536);
  const lists: number[][] = [[]];
  for (const [index, needle] of folded.entries()) {
    for (let at = 0; at + 1 < shortest; at++) {
      const shift = shortest - 2 - at;
      for (const pair of spellings(needle[at]!, needle[at + 1]!)) {
        shifts[pair] = Math.min(shifts[pair]!, shift);
        if (shift > 0) continue;
        if (beginning[pair] === 0) beginning[pair] = lists.push([]) - 1;
        lists[beginning[pair]!]!.push(index);
      }
    }
  }
  const hit: WordHit = { needle: 0, start: 0, end: 0, wordStart: 0, wordEnd: 0 };
  const tryAt = (
    bytes: Uint8Array,
    start: number,
    end: number,
    list: readonly number[],
    see: (hit: WordHit) => void,
  ) => {
    for (let i = 0; i < list.length; i++) {
      const needle = folded[list[i]!]!;
      const needleEnd = start + needle.length;
      if (needleEnd > end) continue;
      let at = start;
      while (at < needleEnd && fold[bytes[at]!] === needle[at - start]) at++;
      if (at < needleEnd) continue;
      hit.needle = list[i]!;
      hit.start = start;
      hit.end = needleEnd;
      hit.wordStart = wordStart(bytes, start);
      hit.wordEnd = wordEnd(bytes, needleEnd, end);
      see(hit);
    }
  };
  const step = shortest - 2;
  return (bytes, end, see) => {
    for (let at = step; at + 1 < end; ) {
      const pair = (bytes[at]! << 8) | bytes[at + 1]!;
      const shift = shifts[pair]!;
      if (shift > 0) at += shift;
      else {
        tryAt(bytes, at - step, end, lists[beginning[pair]!]!, see);
        at++;
      }
    }
  };
}

function wordStart(bytes: Uint8Array, start: number): number {
  const least = Math.max(0, start - longestWord);
  let at = start;
  while (at > least && isWordByte[bytes[at - 1]!] === 1) at--;
  return isWordByte[bytes[start]!] === 1 ? at : start;
}

function wordEnd(bytes: Uint8Array, from: number, end: number): number {
  if (isWordByte[bytes[from - 1]!] === 0) return from;
  const most = Math.min(end, from + longestWord);
  let at = from;
  while (at < most && isWordByte[bytes[at]!] === 1) at++;
  return at;
}

function spellings(first: number, second: number): number[] {
  const upper = (byte: number) => (byte >= 97 && byte <= 122 ? byte - 32 : byte);
  const pairs = [first, upper(first)].flatMap((a) => [second, upper(second)].map((b) => (a << 8) | b));
  return [...new Set(pairs)];
}
