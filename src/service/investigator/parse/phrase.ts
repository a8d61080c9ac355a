import type { Column, Schema } from '../facts/schema.ts';
import type { Condition } from '../query/query.ts';

/** What the words of a part of the question mean in this file. */
export interface Phrase {
  where: Condition[];
  /** Columns the words name without a value. */
  columns: Column[];
  /** Content words that mean nothing here. */
  unread: string[];
  /** What looks like a name and is nowhere in the file. */
  absent: string[];
  /** A word was taken by what it means rather than by what the lines say. */
  isInferred: boolean;
  /** Words of messages, to be looked for together. */
  words: string[];
  /** A word for not was read. */
  hasNegation: boolean;
}

export interface Reading extends Phrase {
  schema: Schema;
  quotes: readonly string[];
  text: string;
  isNegated: boolean;
}

const splitting = /\s+/;

const strip = (token: string): string =>
  token
    .replace(/^[("'[{<,;:]+|^#(?=\w)|[)"'\]}>,;:?!]+$/g, '')
    .replace(/\.$/, '')
    .replace(/'s$/, '')
    // "GCs", "ANRs": more than one of what is written in capitals.
    .replace(/^([A-Z]{2,})s$/, '$1');

export function tokensOfPhrase(text: string): string[] {
  return text
    .split(splitting)
    .map(strip)
    .filter((token) => token !== '');
}

/** Quoted texts stand in the phrase as one private character each. */
export const quoteMark = (index: number): string => String.fromCharCode(0xe000 + index);

export function add(reading: Reading, condition: Condition, consumed: number): number {
  reading.where.push(reading.isNegated && condition.is === '=' ? { ...condition, is: '!=' } : condition);
  reading.hasNegation ||= reading.isNegated;
  reading.isNegated = false;
  return consumed;
}
