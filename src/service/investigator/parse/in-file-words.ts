import { oncePer } from '#core/once-per.ts';
import { isAnyState, stateAsked } from '../facts/lexicon.ts';
import type { Column, Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import { columnsCalled } from './columns-called.ts';
import { isOneOff } from './misspelt.ts';
import { meansOperation } from './operation-called.ts';
import { thesaurus } from './thesaurus.ts';
import { hasMeaning, isToldOf } from './told-words.ts';
import { recordNouns, singular } from './words.ts';

/** A question in words of the file, and those that it had instead. */
interface InFileWords {
  text: string;
  taken: string[];
}

const mostWords = 4;

/** A question with the file's own word where it has another for the same: "handovers" of a file that prints `HO`. */
export function inFileWords(text: string, schema: Schema): InFileWords {
  const words = text.split(/(?<= )(?=\S)/);
  const taken: string[] = [];
  const said: string[] = [];
  for (let at = 0; at < words.length; ) {
    if (isBesideOwn(words, at, schema)) {
      const word = words[at] ?? '';
      const own = said.at(-1)?.trim().toLowerCase() === schema.operation?.name ? said.pop() : undefined;
      if (own !== undefined) said.push(`${own.trim()}${isPlural(bare(word)) ? 's' : ''}${signsBehind(word)}`);
      taken.push(bare(word));
      at++;
      continue;
    }
    const found = ownAt(words, at, schema);
    if (found === undefined) {
      said.push(words[at] ?? '');
      at++;
      continue;
    }
    const last = words[at + found.length - 1] ?? '';
    // What stands beside it already is not said twice.
    const isSaid = found.own.toLowerCase() === bare(said.at(-1) ?? '').toLowerCase();
    const end = signsBehind(last);
    said.push(isSaid ? end.trimStart() : found.own + end);
    taken.push(bare(words.slice(at, at + found.length).join('')));
    at += found.length;
  }
  return { text: said.join(''), taken };
}

/** "Yaw manoeuvres" of what each line has a number as a yaw, "car washes" of washes: what such a thing is. */
function isBesideOwn(words: readonly string[], at: number, schema: Schema): boolean {
  const [before, word, behind] = [at - 1, at, at + 1].map((one) => bare(words[one] ?? '').toLowerCase());
  const own = schema.operation?.name;
  if (own === undefined || word === undefined || !/^[a-z]{3,}$/.test(word)) return false;
  const isOwnNoun = (one = '') => one === own || columnsCalled(schema, [one])[0] === schema.operation;
  const isOwn = before === own || (/^[a-z]{3,}$/.test(behind ?? '') && isOwnNoun(behind));
  return isOwn && !hasMeaning(word, schema) && !isToldOf(schema, word) && ownFor([word], schema) === undefined;
}

const bare = (said: string): string => said.trim().replace(/[^\w-]+$/, '');
const signsBehind = (said: string): string => /[^\w-]*$/.exec(said)?.[0] ?? '';
const isPlural = (word: string): boolean => word !== singular(word);

function ownAt(words: readonly string[], at: number, schema: Schema): { own: string; length: number } | undefined {
  for (let length = Math.min(mostWords, words.length - at); length > 0; length--) {
    const parts = words.slice(at, at + length);
    // What is closed by a sign is said by itself.
    if (parts.slice(0, -1).some((word) => !/^[\w-]+ $/.test(word))) continue;
    const said = bare(parts.join('')).toLowerCase().split(' ');
    if (!said.every((word) => /^[a-z][a-z/-]+$/.test(word)) || !parts.every((word) => /^[a-z]/.test(word))) continue;
    if (isKnown(said, schema)) continue;
    const own = ownFor(said, schema) ?? (length === 1 ? correctly(said[0] ?? '', schema) : undefined);
    if (own !== undefined) return { own, length };
  }
  return undefined;
}

/** The file has it, or it has a meaning in any question. */
function isKnown(said: readonly string[], schema: Schema): boolean {
  const [word = '', second] = said;
  if (second !== undefined) return columnsCalled(schema, said).length > 0 || isToldOf(schema, said.join(' '));
  return recordNouns.has(word) || stateAsked(word) !== undefined || isAnyState(word) || hasMeaning(word, schema);
}

/** Whether the file has another word for the same, for what it numbers or for anything else. */
export const hasOtherWord = (word: string, schema: Schema): boolean =>
  meansOperation(word, schema) || ownFor([word.toLowerCase()], schema) !== undefined;

function ownFor(said: readonly string[], schema: Schema): string | undefined {
  const asked = stemsOf(said);
  const isMany = isPlural(said.at(-1) ?? '');
  for (const { row } of rowsOf.get(asked) ?? []) {
    const own = row.find((one) => stemsOf(one) !== asked && isOwn(one, schema));
    if (own !== undefined) return `${own.join(' ')}${isMany && !/s$/.test(own.at(-1) ?? '') ? 's' : ''}`;
  }
  return said.length === 1 ? byNumbers(said[0] ?? '', isMany, schema) : undefined;
}

/** "Lockages", where each has a number as `LK-3516`. */
function byNumbers(word: string, isMany: boolean, { operations }: Schema): string | undefined {
  const own = operations.find((one) => isShortFor(prefixOf(one), singular(word)));
  return own && `${own.name}${isMany ? 's' : ''}`;
}

/** The letters that all of its numbers begin with. */
const prefixOf = oncePer(({ values }: Column): string => {
  const found = new Set([...values.keys()].map((value) => /^[a-z]{2,4}(?=[-_.:#]?\d)/.exec(value)?.[0] ?? ''));
  const [prefix = '', second] = found;
  return second === undefined ? prefix : '';
});

/** It begins with the same letter and has the others in their order: `wo`, `bg`, `lk`. */
function isShortFor(prefix: string, word: string): boolean {
  if (prefix === '' || word.length <= prefix.length || word[0] !== prefix[0]) return false;
  let at = 0;
  return [...prefix].every((letter) => {
    at = word.indexOf(letter, at) + 1;
    return at > 0;
  });
}

/** "Screeenings": the one word of the file that it is a mistake for. */
function correctly(word: string, schema: Schema): string | undefined {
  if (word.length < fewestLetters) return undefined;
  const [one, second] = wordsOfFile(schema).filter((own) => isOneOff(word, own) || isOneOff(singular(word), own));
  return second === undefined ? one : undefined;
}
const fewestLetters = 5;

const wordsOfFile = oncePer((schema: Schema): readonly string[] => [
  ...new Set([
    ...schema.kinds.flatMap(({ example }) => example.toLowerCase().match(/(?<![\w-])[a-z]{5,20}(?![\w-])/g) ?? []),
    ...schema.columns.flatMap(({ name }) => name.toLowerCase().match(/[a-z]{5,20}/g) ?? []),
  ]),
]);

const stemsOf = (words: readonly string[]): string => words.map((word) => stem(singular(word))).join(' ');

/** The rows of the thesaurus by the stems of what stands in them. */
const rowsOf = Map.groupBy(
  thesaurus.flatMap((row) => row.map((one) => ({ key: stemsOf(one), row }))),
  ({ key }) => key,
);

/** What the file numbers, by another noun that people have for it. */
export const namesOperation = (noun: string, schema: Schema): boolean =>
  schema.operation !== undefined &&
  columnsCalled(schema, noun.split(' ')).length === 0 &&
  (meansOperation(noun, schema) || isAlike(noun.split(' '), schema.operation.name));

const isAlike = (words: readonly string[], own: string): boolean =>
  (rowsOf.get(stemsOf(words)) ?? []).some(({ row }) => row.some((one) => stemsOf(one) === stemsOf(own.split(' '))));

/** "Pick tours" of a file that numbers tours: its word by a longer name, which no line has. */
export const withoutLongerNames = (text: string, { operation, kinds }: Schema): string =>
  text.replace(/\b([a-z]+) (?=([a-z]+)\b)/gi, (all, kind: string, noun: string) => {
    const words = [kind, noun].map((one) => singular(one.toLowerCase()));
    const isSaid = kinds.some(({ example }) => example.toLowerCase().includes(words.join(' ')));
    return !isSaid && operation !== undefined && words[1] === operation.name && isAlike(words, operation.name)
      ? ''
      : all;
  });

/** What something is worth is asked of a number, and no word for any value says it. */
const isOwn = (words: readonly string[], schema: Schema): boolean =>
  columnsCalled(schema, words).some(
    ({ name, stems }) => !/^(?:new value|old value)$/.test(name) && words.every((word) => stems.has(stem(word))),
  ) ||
  (!words.every((word) => /^(?:value|total|sum)s?$/.test(word)) && isToldOf(schema, words.join(' ')));
