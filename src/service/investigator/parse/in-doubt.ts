import { isOfWriters } from '../facts/aliases.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import { newValue } from '../facts/turns.ts';
import { type Condition, hasAny, isOfAny, type Query } from '../query/query.ts';
import { columnsCalled, isColumnNamed, isCutShort } from './columns-called.ts';
import { isTimed, knownNamesLeftOut } from './coverage.ts';
import { doubtsOfWords, recordsOf, saidIn } from './doubts-of-words.ts';
import { isTheirNoun } from './event-asked.ts';
import { isUnderstood, type Parsed } from './parsed.ts';
import { withoutPoliteness } from './politeness.ts';
import { timesIn } from './times-asked.ts';
import { isFunctionWord } from './unnamed-noun.ts';
import { isOfQuestions, plainWords, singular } from './words.ts';
import { heldIn, isHeld } from './words-of-query.ts';

/** A question as its query is held against it. */
interface Asked {
  text: string;
  words: readonly string[];
  query: Query;
  schema: Schema;
}
type Doubt = (asked: Asked) => boolean;

const ofWord = (value: string): Condition => ({ field: 'words', is: 'has', value });

/** "Count every restart", where lines that number none tell of restarts as well. */
const leavesSomeOut: Doubt = ({ query, schema }) => {
  const said = saidIn(query);
  const isNumbered = ({ field }: Condition) => schema.operations.some(({ name }) => name === field);
  const stated = query.where.filter(
    (one) => isOfAny(one) && one.field !== 'outcome' && (said.length > 0 || !isNumbered(one)),
  );
  if (stated.length === 0) return false;
  const others = query.where.filter((one) => !stated.includes(one));
  const told = said.length > 0 ? others : [...others, ...stated.map(({ field }) => ofWord(field))];
  return recordsOf(told, schema).length > recordsOf(query.where, schema).length;
};

/** "How many were applied", where some that came out well were, and others were confirmed. */
const isOfSomeThatCameOutSo: Doubt = ({ words, query, schema }) => {
  const came = query.where.find(({ field, is }) => field === 'outcome' && is === '=');
  const thing = thingIn(query, schema);
  if (came === undefined || thing === undefined) return false;
  const base: Condition[] = [hasAny(thing.name), came];
  const count = (where: readonly Condition[]) => new Set(recordsOf(where, schema).flatMap(thing.read)).size;
  const rest = { ...query, where: query.where.filter((one) => one !== came) };
  const held = heldIn(rest, schema);
  const told = words.filter((word) => /^[a-z]+ed$/.test(word) && !plainWords.has(word) && !isHeld(word, held));
  return told.some((word) => {
    const some = count([...base, ofWord(word)]);
    return some > 0 && some < count(base);
  });
};

/** "How often was it started", where some of the lines that have the word say that it could not be. */
const hasSomeThatFailed: Doubt = ({ query, schema }) => {
  const outcome = columnNamed(schema, 'outcome');
  if (query.take !== 'count' || (query.of ?? query.by) !== undefined || saidIn(query).length === 0) return false;
  if (outcome === undefined || query.where.some(({ field }) => field === outcome.name)) return false;
  const came = recordsOf(query.where, schema).map((record) => outcome.read(record));
  return came.includes('failed') && came.some((one) => one !== 'failed');
};

/** What is numbered, by a noun that neither it nor its lines have: "lookups" for transfers. */
const isOfGuessedThing: Doubt = ({ words, query, schema }) => {
  const thing = thingIn(query, schema);
  if (thing === undefined || thing !== schema.operation) return false;
  if (query.where.some(({ field, is }) => field === thing.name && is === '=')) return false;
  const held = heldIn({ take: 'count', where: [hasAny(thing.name)] }, schema);
  const isNoun = (word: string) => !/(?:ed|ing)$/.test(word);
  // "Requests" by `req`.
  const isTheirs = (word: string) =>
    isHeld(word, held) || word.startsWith(thing.name.toLowerCase()) || isTheirNoun(word, schema);
  return !words.some((word) => isNoun(word) && isTheirs(word));
};

/** "Per oven", where the lines have names of ovens and no such word. */
const isToldApartByGuess: Doubt = ({ words, query, schema }) => {
  const { take, of, by = /^(?:distinct|values)$/.test(take) ? of : undefined, where } = query;
  const column = columnNamed(schema, by);
  const isAmount = column?.isNumber === true && column.isLabel !== true;
  if (column === undefined || isAmount || schema.operations.includes(column)) return false;
  if (toldOfLines.test(column.name) || where.some((one) => one.field === column.name && !isOfAny(one))) return false;
  const content = words.filter((word) => !isOfQuestions(word));
  // What writes the lines, where they name no other source.
  const isSource = (word: string) =>
    ofSources.test(word) || (/^sources?$/.test(word) && columnsCalled(schema, [word]).length === 1);
  if (column.name === 'source') return !words.some(isSource);
  const isKind = (word: string) =>
    where.some(({ field, value }) => field !== 'outcome' && value.toLowerCase() === singular(word));
  return !isOfWriters(column) && !content.some((word) => isKind(word) || isCalled(column, word, schema));
};

/** "Motor temperature" of `MOT_TEMP`: a word that the name of the number may be cut short of. */
const isOfNumberCutShort: Doubt = ({ words, query, schema }) => {
  const column = columnNamed(schema, query.of);
  return column !== undefined && words.some((word) => isCutShort(column, stem(word)) && !isColumnNamed(column, word));
};
/** "Too hot": the hottest, and nothing says that it was too much. */
const hasNoLimit: Doubt = ({ text, query }) => /^(?:max|min)$/.test(query.take) && /\btoo [a-z]+/i.test(text);
/** A word behind which one line or two have a name may call no things at all. */
const isOfSeldomName: Doubt = ({ query: { of, by }, schema }) =>
  [of, by].some((name) => {
    const column = columnNamed(schema, name);
    const isName = column?.isPlace === true && !column.isNumber;
    return isName && (column.seen < fewestNamed || column.values.size < 2);
  });
const fewestNamed = 3;
const toldOfLines = /^(?:(?:new|old) value|changed by|level|outcome|setting|form|message|.*(?:reason|cause).*)$/;
const ofSources =
  /^(?:components?|loggers?|modules?|class(?:es)?|programs?|process|services?|writers?|who|units?|daemons?)$/;
const isCalled = (column: Column, word: string, schema: Schema): boolean =>
  columnsCalled(schema, [word]).includes(column) ||
  [word, singular(word)].some(
    (one) => column.stems.has(stem(one)) || column.aliases.has(stem(one)) || column.values.has(one),
  );

/** "The last depth of A", by where its lines come from: a value of it is meant, and not the time of a line. */
const asksForValue: Doubt = ({ text, query }) =>
  /^(?:first|last)$/.test(query.take) &&
  (query.of ?? query.by) === undefined &&
  query.where.some(({ field, is }) => field === 'source' && is === '=') &&
  !/\bwhen\b|\btimes?\b|\bmoment\b|\bdate\b|\b(?:line|entry|record|message)\b/i.test(text);

/** What "many" come to is asked for, and a single line states it. */
const isOfOneLine: Doubt = ({ query: { take, of, where }, schema }) =>
  /^(?:sum|mean|median|percentile|max|min)$/.test(take) &&
  of !== undefined &&
  (where.some(({ field }) => field === 'words') || !/^(?:max|min)$/.test(take)) &&
  recordsOf([...where, hasAny(of)], schema).length === 1;

/** "Did every run succeed": that none is said to have failed is no proof that all came to their end. */
const isOfEvery: Doubt = ({ text, query, schema }) =>
  query.take === 'exists' &&
  query.expects === 'none' &&
  query.where.some(({ field }) => field === 'outcome') &&
  /\b(?:every|each|all|always)\b/i.test(text) &&
  recordsOf(query.where, schema).length === 0;

/** The number of what is meant, whichever of them. */
const thingIn = ({ where }: Query, { operations }: Schema): Column | undefined =>
  operations.find(({ name }) => where.some(({ field }) => field === name));

/** A name may say which time is meant, where no clock does. */
const leavesNameOut: Doubt = ({ text, query, schema }) =>
  (!isTimed(query) || timesIn(text).times.length > 0) && knownNamesLeftOut(text, query, schema).length > 0;

/** Of lines that tell of a state or a setting, the words beside it only name whose it is. */
const isOfOtherLines: Doubt = (asked) =>
  asked.query.state === undefined &&
  !asked.query.where.some(({ field }) => field === newValue) &&
  doubtsOfWords.some((doubt) => doubt(asked));

const doubts: readonly Doubt[] = [
  isOfOtherLines,
  leavesNameOut,
  leavesSomeOut,
  isOfSomeThatCameOutSo,
  hasSomeThatFailed,
  isOfGuessedThing,
  isToldApartByGuess,
  isOfNumberCutShort,
  isOfSeldomName,
  hasNoLimit,
  asksForValue,
  isOfOneLine,
  isOfEvery,
];

/** A question that may as well have meant something else is answered, and not for certain. */
export function inDoubt(parsed: Parsed, text: string, schema: Schema): Parsed {
  if (!isUnderstood(parsed) || parsed.isInferred) return parsed;
  const plain = withoutPoliteness(text);
  const words = plain
    .toLowerCase()
    .split(/[^\p{L}\d_.-]+/u)
    .filter((word) => word !== '' && !isFunctionWord(word));
  const asked = { text: plain, words, query: parsed.query, schema };
  return doubts.some((doubt) => doubt(asked)) ? { ...parsed, isInferred: true } : parsed;
}
