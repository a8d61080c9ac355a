import { isAnyState, states } from '../facts/lexicon.ts';
import type { Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import { unitWords } from '../facts/tokens.ts';
import type { Query } from '../query/query.ts';
import { namesAmong } from './named-columns.ts';
import { isOfQuestions, softWords } from './words.ts';

const functionWords = new Set(
  'between before after since until once when while whenever if than prior nothing none often still yet next other another else every also minus plus versus besides apart'.split(
    ' ',
  ),
);

export const isFunctionWord = (word: string): boolean => functionWords.has(word.toLowerCase());

/** All that is counted, whatever it is called. */
const ofAll = '(?:how many|number of|count of|(?:percent(?:age)?|share|proportion) of|most|fewest|least)';

/** Each line states the same: it is one more of whatever the file is about. */
function isOfOneKind({ columns, sample }: Schema): boolean {
  const fields = columns.filter(({ isPlace, name }) => isPlace !== true && !derived.test(name));
  const stated = fields.filter(({ seen }) => seen >= sample.length * 0.95);
  return stated.length > 2 && sample.length >= 10 && stated.length >= fields.length * 0.75;
}

/** "Who lifted the heaviest load", "slowest transfer": what each line is of, or what was done there. */
const isWordForRow = (word: string, all: string, schema: Schema): boolean =>
  !isOfQuestions(word) &&
  !functionWords.has(word) &&
  !softWords.has(word) &&
  !isAnyState(word) &&
  new RegExp(
    String.raw`\b(?:who|which [a-z]+) ${word}\b|\b[a-z]{3,}est ${word}(?:$| of | in | on | at | by )`,
    'i',
  ).test(all) &&
  isOfOneKind(schema);
const derived = /^(?:level|outcome|exception|message|source|host)$/;

/** To finish is to come to the end of a run. */
const isOfRuns = (word: string): boolean =>
  states.some(
    ({ state, begins, ends }) => state === 'running' && [...begins, ...ends].some((one) => stem(one) === stem(word)),
  );

/** Before the noun that says what is counted or looked for. */
const heads =
  '(?:how many|number of|count of|any|each|every|per|all|an?|the (?:first|last|latest|longest|shortest|average)|first|last|which|what|percent(?:age)? of|share of)(?: (?:the|an?|all|different|first|last))?';
/** Of one of these something is asked that is true of another. */
const between = String.raw`(?:(?!(?:of|on|in|at|by|from|for|to|with|about)\b)[\w.\ue000-\ue0ff-]+ ){0,2}`;
const isOfLines = /^(?:count|rate|share|first|last|list|gap|episodes|duration|longest)$/;
const isOfNumbers = /^(?:mean|median|percentile|max|min|sum)$/;
/**
 * "How many trains arrived" of lines that say `arrived` and nowhere `train`: people call the lines of a trade by names
 * of their own. Such a noun may go unread where something else of the question says which lines are meant; the answer
 * names it.
 */
export function unnamedNoun(
  unread: readonly string[],
  all: string,
  { take, of, where, by }: Query,
  schema: Schema,
): string | undefined {
  const [word] = unread;
  if (word === undefined || unread.length > 1 || !/^[a-z]{3,20}$/.test(word)) return undefined;
  const isOfNumber = isOfNumbers.test(take) && of !== undefined && by === undefined;
  if (isOfNumbers.test(take) && of !== undefined && isWordForRow(word, all, schema)) return word;
  if (!(isOfLines.test(take) || isOfNumber) || unitWords.test(word)) return undefined;
  if (
    isOfQuestions(word) ||
    functionWords.has(word) ||
    softWords.has(word) ||
    isAnyState(word) ||
    /(?:ed|ing|ly)$/.test(word)
  )
    return undefined;
  // "Did zoltan connect": without an article it is a name, and no noun for lines.
  if (!word.endsWith('s') && new RegExp(String.raw`\b(?:did|does|do|has|had|was|is) ${word}\b`, 'i').test(all))
    return undefined;
  // "Electric cars": before a noun that was read it says which of them.
  const behind = new RegExp(String.raw`\b${word} ([a-z]+s)\b`, 'i').exec(all)?.[1]?.toLowerCase();
  if (behind !== undefined && !word.endsWith('s') && where.some(({ value }) => value.toLowerCase().includes(behind)))
    return undefined;
  const isNarrowed = where.some(
    ({ field, is, value }) => field !== 'level' && field !== 'outcome' && is !== '!=' && value !== '*',
  );
  const isOfAll =
    /^(?:count|share)$/.test(take) &&
    of === undefined &&
    new RegExp(String.raw`(?:^|[ ,])${ofAll} ${word}\b`, 'i').test(all);
  const ofNamed = isOfAll && !isNarrowed && where.length > 0 ? namesAmong({ take, where }, schema) : undefined;
  const isKnown =
    isNarrowed || ofNamed !== undefined
      ? by === undefined
      : (where.length > 0 || by !== undefined) && isOfOneKind(schema);
  if (isOfAll && isKnown) return word;
  if (!isNarrowed) return undefined;
  // "Did LEI-101 lose": what it did.
  const isDone =
    (!isOfRuns(word) || /^(?:first|last)$/.test(take)) &&
    new RegExp(
      String.raw`\b(?:did|does|do) (?:the )?(?:[a-z]+ )?[\w.-]+ (?:(?:last|first|ever|never) )?${word}\b`,
      'i',
    ).test(all);
  if (isDone) return undefined;
  const isHead = by === undefined && new RegExp(String.raw`(?:^|[ ,])${heads} ${between}${word}\b`, 'i').test(all);
  // "Faulted notifications": what lines say stands before it.
  const before = new RegExp(String.raw`([\w.-]+) ${word}\b`, 'i').exec(all)?.[1]?.toLowerCase() ?? '';
  const isBehindRead = before !== '' && where.some(({ value }) => value.toLowerCase().split(' ').includes(before));
  return isHead || isBehindRead ? word : undefined;
}
