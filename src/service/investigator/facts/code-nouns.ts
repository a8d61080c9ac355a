import { isVerb, small } from './tokens.ts';

/** `LX` of the flight "LX1472", `worker` of "worker-3" and "worker-1b". */
export const codePrefix = (value: string): string | undefined =>
  /^([A-Za-z]{2,})(?:[-_#.:]?\d+|[-_][a-z]{0,3}\d{1,3}[a-z]?)$/.exec(value)?.[1];

const noun = /^[a-z]{3,20}$/;
const number = /^\d{1,12}$/;
/** With a letter before a digit: no number with its unit is written so. */
const hash = /^(?:(?=.*[a-f]\d)[\da-f]{6,40}|(?=.*[A-F]\d)[\dA-F]{6,40})$/;
const hexadecimal = /^(?:[\da-f]{6,40}|[\dA-F]{6,40})$/;
const fewestHashes = 3;
/** "tx" and "ST" stand for the noun, which is easier to read. */
const shortestWord = 4;

/** Learns which nouns stand before codes and numbers, to name all that one noun stands before alike. */
export class CodeNouns {
  /** By noun, how often each prefix stands right behind it. */
  private readonly behind = new Map<string, Map<string, number>>();
  private readonly prefixes = new Map<string, number>();
  /** By noun, how often a hash of hexadecimal digits stands right behind it. */
  private readonly hashes = new Map<string, number>();
  /** Nouns that number things with no other word before them: "cue 12 complete" beside "GO cue 12". */
  private readonly alone = new Set<string>();

  learn(before: string, written: string, value: string): void {
    const word = written.toLowerCase();
    if (number.test(value) && before === '' && noun.test(word) && this.alone.size < 1000) this.alone.add(word);
    if (hash.test(value) && this.hashes.size < 1000) this.hashes.set(word, (this.hashes.get(word) ?? 0) + 1);
    const prefix = codePrefix(value);
    if (prefix === undefined || this.prefixes.size > 5000) return;
    this.prefixes.set(prefix, (this.prefixes.get(prefix) ?? 0) + 1);
    if (!noun.test(word) || isVerb(word)) return;
    const known = this.behind.get(word) ?? new Map<string, number>();
    known.set(prefix, (known.get(prefix) ?? 0) + 1);
    this.behind.set(word, known);
  }

  /** What stands behind the noun is a hash, though some of them have no letter, and "171399a" is no current. */
  isHash(word: string, value: string): boolean {
    return hexadecimal.test(value) && (this.hashes.get(word) ?? 0) >= fewestHashes;
  }

  numbers(word: string): boolean {
    return this.alone.has(word.toLowerCase());
  }

  /** Codes of several kinds stand behind the noun, or of one that is too short for a word, and hardly anywhere else. */
  isNounOf(written: string, prefix: string): boolean {
    const word = written.toLowerCase();
    const known = this.behind.get(word);
    if (known === undefined || small.test(word) || (known.size < 2 && prefix.length >= shortestWord)) return false;
    return (known.get(prefix) ?? 0) >= (this.prefixes.get(prefix) ?? 0) * 0.9;
  }
}
