import { levelNamed } from '../../lines/level-words.ts';
import { succeededWord } from '../facts/lexicon.ts';
import { columnNamed, isStatus, type Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import type { Condition } from '../query/query.ts';
import { add, type Reading } from './phrase.ts';
import { isWordOfMessages } from './told-words.ts';

/** What the numbers of HTTP's answers are called. */
const statusWords: readonly (readonly [RegExp, string])[] = [
  [/^bad gateways?\b/, '502'],
  [/^unauthori[sz]ed\b/, '401'],
  [/^(?:too many requests|rate[- ]?limit(?:ed|s|ing)?|throttled)\b/, '429'],
];

export function statusWordsAt(reading: Reading, tokens: readonly string[], at: number): number {
  const status = reading.schema.isAccess ? reading.schema.columns.find((one) => isStatus(one)) : undefined;
  if (status === undefined) return statusNowhere(reading, tokens, at);
  const text = tokens
    .slice(at, at + 3)
    .join(' ')
    .toLowerCase();
  for (const [pattern, value] of statusWords) {
    const found = pattern.exec(text)?.[0];
    if (found === undefined || found.split(' ').every((word) => isWordOfMessages(reading.schema, word))) continue;
    return add(reading, { field: status.name, is: '=', value }, found.split(' ').length);
  }
  return 0;
}

/** "500 errors" of a file that has no such number, and none of a status. */
function statusNowhere(reading: Reading, tokens: readonly string[], at: number): number {
  const { schema } = reading;
  const [value = '', next = ''] = tokens.slice(at, at + 2);
  const isStatusAsked = /^[45]\d\d$/.test(value) && /^(?:errors?|responses?|status(?:es)?|codes?)$/i.test(next);
  if (!isStatusAsked || !schema.isWhole || schema.columns.some((one) => isStatus(one))) return 0;
  const number = new RegExp(String.raw`(?<!\d)${value}(?!\d)`);
  if (schema.sample.some(({ text }) => number.test(text))) return 0;
  reading.isInferred = true;
  return add(reading, { field: 'text', is: 'has', value }, 2);
}

/** Levels and outcomes. */
export function meaningAt(reading: Reading, tokens: readonly string[], at: number): number {
  const { schema } = reading;
  const word = tokens[at]!.toLowerCase();
  const level = levelNamed(word.replace(/s$/, ''));
  const isLevelHere = schema.hasLevels || columnNamed(schema, 'level')?.values.has(level ?? '') === true;
  if (level !== undefined && isLevelHere && !/^(?:log|note|alert|fine|information|panic)s?$/.test(word)) {
    // "Fatal errors" are of one level.
    const next = /^(?:level|severity|log|lines?|messages?|entries|events?|logs|errors?)$/i.test(tokens[at + 1] ?? '')
      ? 2
      : 1;
    const levels = columnNamed(schema, 'level')?.values;
    if (levels?.has(level) !== true && isWordOfMessages(schema, word)) return 0;
    // "Errors" may be those of the level, or all that is as bad or worse.
    const isNamed = /^(?:level|severity)$/i.test(tokens[at - 1] ?? '');
    if (level === 'error' && !isNamed && levels?.has('critical') === true) {
      reading.isInferred = true;
      if (!levels.has(level)) return add(reading, { field: 'level', is: '=', value: 'critical' }, next);
    }
    return add(reading, { field: 'level', is: '=', value: level }, next);
  }
  if (/^errors?$/.test(word) && !schema.hasLevels && schema.isAccess && !isWordOfMessages(schema, word)) {
    const status = schema.columns.find((one) => isStatus(one));
    if (status !== undefined) {
      reading.isInferred = true;
      return add(reading, { field: status.name, is: '=', value: '5xx' }, 1);
    }
  }
  const isTrouble = /^(?:problems?|issues?|troubles?|errors?)$/.test(word) && !isWordOfMessages(schema, word);
  if (isTrouble) reading.isInferred = true;
  const isFailed = isTrouble || /^(?:fail(?:ed|ure|ures|s|ing)?|unsuccessful(?:ly)?)$/.test(word);
  if (!isFailed && !/^(?:succe(?:ss|sses|ssful|ssfully|ed|eded|eds|eding))$/.test(word)) return 0;
  const outcome = columnNamed(schema, 'outcome');
  const verdict = verdictOf(word, schema);
  if (verdict !== undefined) return add(reading, verdict, 1);
  const status = schema.columns.find((one) => isStatus(one));
  if (schema.isAccess && status !== undefined && isFailed && (outcome === undefined || isOfStatus(reading, tokens))) {
    if (isOfStatus(reading, tokens)) return 1;
    reading.isInferred = true;
    return add(reading, { field: status.name, is: '=', value: '5xx' }, 1);
  }
  const isByLevel = outcome === undefined && columnNamed(schema, 'level')?.values.has('error') === true;
  if (isByLevel && isFailed && !isTrouble && !isWordOfMessages(schema, word)) {
    reading.isInferred = true;
    return add(reading, { field: 'level', is: '=', value: 'error' }, 1);
  }
  // Where no line has a level and none tells an outcome, some word would.
  if (outcome === undefined && /^errors?$/.test(word) && isTrouble && schema.isWhole) {
    const [value = '', ...or] = errorWords;
    return add(reading, { field: 'words', is: 'has', value, or }, 1);
  }
  if (outcome === undefined) return 0;
  // Of requests it is taken by their status.
  const isByStatus = schema.isAccess && !isWordOfMessages(schema, 'failed');
  if (isByStatus) reading.isInferred = true;
  return add(reading, { field: 'outcome', is: '=', value: isFailed ? 'failed' : 'ok' }, 1);
}

const errorWords = ['error', 'failed', 'fatal', 'exception', 'critical'];

/** `result=FAILURE` beside `ABORTED` and `UNSTABLE`: of a field with more than two ends what failed is what it calls so. */
function verdictOf(word: string, { columns }: Schema): Condition | undefined {
  const isFailed = word.startsWith('fail');
  if (!isFailed && !word.startsWith('succe')) return undefined;
  const isWanted = (value: string) => (isFailed ? stem(value) === 'fail' : succeededWord.test(value));
  const isStated = columns.some(({ name }) => /^(?:status|result|verdict|conclusion)$/i.test(name));
  for (const { name, isNumber, values } of columns) {
    if (isNumber || values.size < 3 || values.size > 30 || (name === 'outcome' && isStated)) continue;
    if (!/^(?:status|result|outcome|verdict|conclusion|state)$/i.test(name)) continue;
    const found = [...values.values()].filter(({ shown }) => isWanted(shown));
    if (found.length === 1) return { field: name, is: '=', value: found[0]!.shown };
  }
  return undefined;
}

/** "Failed with 500": the number says which. */
const isOfStatus = ({ where, schema }: Reading, tokens: readonly string[]): boolean =>
  tokens.some((token) => /^[1-5](?:\d\d|xx)s?$/i.test(token)) ||
  where.some(({ field }) => schema.columns.some((one) => one.name === field && isStatus(one)));
