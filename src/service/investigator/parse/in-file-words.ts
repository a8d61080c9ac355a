import { isAnyState, stateAsked } from '../facts/lexicon.ts';
import type { Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import { columnsCalled } from './columns-called.ts';
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
    const own = ownFor(said, schema);
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
  return undefined;
}

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

/** What something is worth is asked of a number, and no word for any value says it. */
const isOwn = (words: readonly string[], schema: Schema): boolean =>
  columnsCalled(schema, words).some(
    ({ name, stems }) => !/^(?:new value|old value)$/.test(name) && words.every((word) => stems.has(stem(word))),
  ) ||
  (!words.every((word) => /^(?:value|total|sum)s?$/.test(word)) && isToldOf(schema, words.join(' ')));
