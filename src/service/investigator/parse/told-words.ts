import { levelNamed } from '../../lines/level-words.ts';
import { failedWord, stateAsked, succeededWord, synonymsOf } from '../facts/lexicon.ts';
import type { Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import { columnsCalled } from './columns-called.ts';
import { isNounForLines, isOfQuestions, meansRequests, negations, plainWords, recordNouns } from './words.ts';

/** A test of what records say, settled once for all that say the same; `held` tells what the ones it held for say. */
export function sayingOf(schema: Schema, test: (stems: ReadonlySet<string>) => boolean) {
  const known = new Map<string, ReadonlySet<string> | undefined>();
  return {
    holds(record: Schema['sample'][number]): boolean {
      const { key, stems } = schema.said(record);
      if (!known.has(key)) {
        const told = stems();
        known.set(key, test(told) ? told : undefined);
      }
      return known.get(key) !== undefined;
    },
    held: () => [...known.values()].filter((told) => told !== undefined),
  };
}

/** The file has it, or any question does. */
export const hasMeaning = (word: string, schema: Schema): boolean =>
  isOfQuestions(word) ||
  failedWord.test(word) ||
  succeededWord.test(word) ||
  levelNamed(word) !== undefined ||
  isToldOf(schema, word) ||
  isKnownElsewhere(schema, word) ||
  isNounForLines(word, schema) ||
  columnsCalled(schema, [word]).length > 0;

/** A word that means nothing in the file or in questions, right behind the name of a column: "service zeta". */
export function isStranger(schema: Schema, word: string): boolean {
  const low = word.toLowerCase();
  return (
    /^\p{L}{3,}$/u.test(word) &&
    !plainWords.has(low) &&
    !negations.has(low) &&
    !recordNouns.has(low) &&
    !meansRequests(low, schema) &&
    !/(?:ed|ing|[^e]er|est)$/.test(low) &&
    levelNamed(low.replace(/s$/, '')) === undefined &&
    stateAsked(low) === undefined &&
    !failedWord.test(low) &&
    !succeededWord.test(low) &&
    !isToldOf(schema, word) &&
    columnsCalled(schema, [word]).length === 0
  );
}

export const looksLikeName = (token: string): boolean =>
  /\d|[-_/@]|[a-z][A-Z]|^[A-Z]{2,}$|\w\.\w/.test(token) && !/^\d+(?:st|nd|rd|th|s)$/.test(token) && token.length <= 80;

/** `DailyClose`, `render-a`: no word of a language is written so. */
export const isWrittenAsName = (word: string): boolean => /[a-z][A-Z]|\w[\d_-]/.test(word);

export function isKnownElsewhere(schema: Schema, name: string): boolean {
  const low = name.toLowerCase();
  return (
    schema.named.has(low) ||
    schema.columns.some((one) => one.values.has(low)) ||
    schema.kinds.some(({ example }) => example.toLowerCase().includes(low))
  );
}

export function isWordOfMessages({ kinds }: Schema, word: string): boolean {
  const one = stem(word);
  return kinds.some(({ stems }) => stems.has(one));
}

export const isNameOfLines = (one: string, schema: Schema): boolean =>
  isQuotedInLines(one, schema) ||
  ((/[a-z]/i.test(one) || isAddress.test(one)) && looksLikeName(one) && isKnownElsewhere(schema, one));

/** `parameter "mtu" modified`: a plain word that a line puts in quotes is a name there. */
const isQuotedInLines = (one: string, { kinds }: Schema): boolean =>
  /^[\w.-]{2,40}$/.test(one) && kinds.some(({ example }) => example.includes(`"${one}"`));

/** "How many calls were answered", where some lines say so of a call and others do not. */
export function isSaidOfSome(word: string, { kinds, records }: Schema): boolean {
  if (!telling.test(word)) return false;
  const told = kinds.filter(({ example }) => new RegExp(`\\b${word}\\b`, 'i').test(example));
  const lines = told.reduce((sum, { count }) => sum + count, 0);
  return lines > 0 && lines < records * 0.5;
}

const telling =
  /^(?:answered|entered|registered|returned|raised|issued|emitted|generated|listed|reported|thrown|stayed)$/;

/** In a form of its own: a server does not serve. */
export function isSaidAs(word: string, { kinds }: Schema): boolean {
  const base = word.replace(/(?:ing|ed|d|s)$/, '');
  const forms = new RegExp(`\\b${base}(?:e?s|e?d|ing|e|[a-z]?ed|[a-z]?ing|t|tten)?\\b`, 'i');
  return kinds.some(({ example }) => forms.test(example)) || synonymsOf(word).length > 0;
}

/** Of a host, a port or a network. */
export const isAddress = /^\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d{1,5})?$/;

export function isToldOf(schema: Schema, word: string): boolean {
  return [word, ...synonymsOf(word)].some((one) => {
    const parts = one.split(' ').map(stem);
    return schema.kinds.some(({ stems }) => parts.every((part) => stems.has(part)));
  });
}
