import { levelNamed } from '../../lines/level-words.ts';
import { synonymsOf } from '../facts/lexicon.ts';
import { columnNamed, isStatus, type Schema } from '../facts/schema.ts';
import { newValue } from '../facts/turns.ts';
import { type Condition, hasAny } from '../query/query.ts';
import { columnCalled, columnsCalled, onEachLine, thingCalled } from './columns-called.ts';
import { above, below, comparisonAt } from './compared-number.ts';
import { pairAt, turnedAt, valueAt, valueIn } from './named-value.ts';
import { otherWordAt } from './near-words.ts';
import { meaningAt, statusWordsAt } from './outcome-words.ts';
import { add, type Phrase, type Reading, tokensOfPhrase } from './phrase.ts';
import { isAddress, isKnownElsewhere, isNameOfLines, isSaidAs, isSaidOfSome, isToldOf } from './told-words.ts';
import { isNounForLines, isOwnThing, meansRequests, negations, plainWords, softWords } from './words.ts';
import { isRun, settleWords } from './words-together.ts';

export function readPhrase(text: string, schema: Schema, quotes: readonly string[] = []): Phrase {
  const reading: Reading = {
    schema,
    quotes,
    text,
    where: [],
    columns: [],
    unread: [],
    absent: [],
    isInferred: false,
    words: [],
    hasNegation: false,
    isNegated: false,
  };
  const tokens = tokensOfPhrase(text).flatMap((token) => partsOfCompound(token, schema));
  let at = 0;
  while (at < tokens.length) at += takeAt(reading, tokens, at);
  settleWords(reading);
  const { where, columns, unread, absent, isInferred, words } = reading;
  const hasNegation = reading.hasNegation || reading.isNegated;
  return {
    where: withoutRepeats(withoutDoubleOutcome(where, schema)),
    columns,
    unread,
    absent,
    isInferred,
    words,
    hasNegation,
  };
}

/** "Error-level lines", "slow-query warnings": words that no line joins are two. */
function partsOfCompound(token: string, schema: Schema): string[] {
  if (!/^[a-z]{3,20}(?:-[a-z]{2,20}){1,3}$/i.test(token) || isKnownElsewhere(schema, token)) return [token];
  const [, single] = /^(.+[^s])s$/.exec(token) ?? [];
  if (single !== undefined && isKnownElsewhere(schema, single)) return [single];
  const parts = token.split('-');
  const isMeant = (part: string) =>
    isToldOf(schema, part) || levelNamed(part) !== undefined || columnsCalled(schema, [part]).length > 0;
  return parts.some(isMeant) ? parts : [token];
}

/** "Failed with 500": the status says how it came out. */
function withoutDoubleOutcome(where: readonly Condition[], { columns }: Schema): Condition[] {
  const isByStatus = where.some(
    ({ field, is }) => is === '=' && columns.some((one) => one.name === field && isStatus(one)),
  );
  return where.filter(({ field }) => !(isByStatus && field === 'outcome'));
}

function withoutRepeats(where: readonly Condition[]): Condition[] {
  const seen = new Set<string>();
  return where.filter((one) => {
    const key = JSON.stringify(one).toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}

/** How many tokens were consumed. */
function takeAt(reading: Reading, tokens: readonly string[], at: number): number {
  const token = tokens[at]!;
  const quoted = token.charCodeAt(0) - 0xe000;
  if (quoted >= 0 && quoted < 100 && token.length === 1)
    return add(reading, { field: 'text', is: 'has', value: reading.quotes[quoted]! }, 1);
  if (/^[\w.@-]+(?:=|!=|>=|<=)[^=]+$/.test(token)) {
    const pair = /^([\w.@-]+)(!=|>=|<=|=)(.+)$/.exec(token)!;
    const column = columnCalled(reading.schema, [pair[1]!]);
    if (column !== undefined)
      return add(reading, { field: column.name, is: pair[2] as Condition['is'], value: pair[3]! }, 1);
  }
  const isSaid = reading.schema.kinds.some(({ example }) =>
    example.toLowerCase().includes(`${token} ${tokens[at + 1] ?? ''}`.toLowerCase()),
  );
  if (negations.has(token.toLowerCase()) && !isSaid) {
    reading.isNegated = true;
    return 1;
  }
  // "Not delivered", as lines say it.
  if (isSaid && /^(?:not|never)$/i.test(token) && at + 1 < tokens.length) {
    reading.words.push(`${token} ${tokens[at + 1]}`.toLowerCase());
    return 2;
  }
  return (
    furtherValueAt(reading, tokens, at) ||
    comparisonAt(reading, tokens, at) ||
    statusWordsAt(reading, tokens, at) ||
    pairAt(reading, tokens, at) ||
    turnedAt(reading, tokens, at) ||
    valueAt(reading, tokens, at) ||
    meaningAt(reading, tokens, at) ||
    wordAt(reading, tokens, at)
  );
}

/** "502 or 503", "attempt 2 or 3": another value of the field that was read last. */
function furtherValueAt({ where, schema }: Reading, tokens: readonly string[], at: number): number {
  const [before = '', or = '', next = ''] = tokens.slice(at - 1, at + 2).map((one) => one.toLowerCase());
  const last = where.at(-1);
  if (at === 0 || or !== 'or' || last?.is !== '=') return 0;
  const column = columnNamed(schema, last.field);
  const shown = column === undefined ? undefined : valueIn(column, next);
  if (shown === undefined || ![last.value, ...(last.or ?? [])].some((one) => one.toLowerCase() === before)) return 0;
  where[where.length - 1] = { ...last, or: [...(last.or ?? []), shown] };
  return 2;
}

const changing =
  /^(?:chang(?:e[ds]?|ing)|modif(?:y|ied|ies|ications?)|updated?|altered|adjusted|upgrade[ds]?|switch(?:ed)?|deploy(?:ed|ment)?|roll-?out|released?)$/;

/** Of versions and of things alike: a sample that is released has not changed. */
const releasing = /^(?:released?|deploy\w*|roll-?out|switch\w*|updated?|upgrade[ds]?)$/;

/** "Logged in", "timed out": two words that lines may say in one. */
function pairOfWordsAt({ words, where, schema }: Reading, tokens: readonly string[], at: number): number {
  const [word = '', next = ''] = tokens.slice(at).map((token) => token.toLowerCase());
  const pair = `${word} ${next}`;
  if (next === '' || synonymsOf(pair).length === 0 || !(plainWords.has(word) || plainWords.has(next))) return 0;
  words.push(pair);
  // Who "logged in" got in; who tried to may not have.
  const outcome = schema.columns.find(({ name, values }) => name === 'outcome' && values.has('ok'));
  const isTried = tokens.some((one) => /^(?:fail\w*|try|tried|tries|attempt\w*|unable|refused|denied)$/i.test(one));
  if (outcome !== undefined && /^(?:log|logs|logged|sign|signs|signed) (?:in|on)$/.test(pair) && !isTried)
    where.push({ field: 'outcome', is: '=', value: 'ok' });
  return 2;
}

/** `req=J40266`: what is numbered are the requests, and not what else has a path. */
const ofRequestsNumbered = /^(?:req|request|call|query)(?:[_ ]?id)?$/i;

function requestAt(reading: Reading, word: string, isGeneric: boolean): number {
  if (!meansRequests(word, reading.schema)) return 0;
  const { operation, requests: paths } = reading.schema;
  const requests = ofRequestsNumbered.test(operation?.name ?? '') ? operation?.name : paths;
  if (isGeneric && requests !== undefined) return add(reading, hasAny(requests), 1);
  // "POST /v2/bookings calls".
  return reading.where.some(({ field }) => ofRequests.test(field)) ? 1 : 0;
}

/** A word of messages, the name of a column, a word without weight, or one that means nothing here. */
function wordAt(reading: Reading, tokens: readonly string[], at: number): number {
  const { schema } = reading;
  const token = tokens[at]!;
  const word = token.toLowerCase();
  const isOfOwnWord = releasing.test(word) && isToldOf(schema, word);
  if (changing.test(word) && !isOfOwnWord && schema.columns.some(({ name }) => name === newValue)) {
    reading.isInferred ||= !isToldOf(schema, word) || !reading.where.some(({ is }) => is === '=');
    return add(reading, hasAny(newValue), 1);
  }
  const isGeneric = isNounForLines(word, schema);
  const [next = ''] = tokens.slice(at + 1);
  const pair = pairOfWordsAt(reading, tokens, at);
  if (pair > 0) return pair;
  const request = requestAt(reading, word, isGeneric);
  if (request > 0) return request;
  // A moment that was not found is no word to be looked for.
  if (/^(?:after|before|since|until|once|following)$/.test(word)) {
    reading.unread.push(token);
    return 1;
  }
  if (isRun(word)) {
    reading.words.push(token);
    return 1;
  }
  const isBare = plainWords.has(word) && !isOwnThing(word, schema.columns) && !isSaidOfSome(word, schema);
  if (isGeneric || isBare || /^\W*$/.test(word)) return 1;
  if (softWords.has(word) && !(isToldOf(schema, word) && isSaidAs(word, schema))) return 1;
  const thing = /^[a-z]+$/.test(word) && !reading.isNegated ? thingCalled(schema, word) : undefined;
  if (thing !== undefined) {
    reading.columns.push(thing);
    return 1;
  }
  const everywhere = onEachLine(schema, word);
  if (everywhere !== undefined) {
    reading.columns.push(everywhere);
    return 1;
  }
  if (isToldOf(schema, word)) {
    if (reading.isNegated) return add(reading, { field: 'words', is: '=', value: word }, 1);
    reading.words.push(token);
    return 1;
  }
  for (let size = above.test(next) || below.test(next) ? 1 : 2; size >= 1; size--) {
    const [column] = columnsCalled(schema, tokens.slice(at, at + size));
    if (column !== undefined && tokens.length >= at + size) {
      // "Arrived" of lines with `ARR` and a place behind it.
      if (size === 1 && column.isPlace === true && !column.isNumber && /(?:ed|ing|als?)$/.test(word)) {
        reading.isInferred = true;
        return add(reading, hasAny(column.name), 1);
      }
      reading.columns.push(column);
      return size;
    }
  }
  if (isNameOfLines(token, schema)) return add(reading, { field: 'text', is: 'has', value: token }, 1);
  // "The camera cam-2": what a name is called by says no more than the name.
  if (/^[a-z]{3,}$/.test(token) && (isCodeOfLines(next, schema) || isAddress.test(next))) return 1;
  // The amounts of a file without currencies are in whichever it has.
  if (/^in$/i.test(tokens[at - 1] ?? '') && currencies.test(word)) return 1;
  return otherWordAt(reading, token);
}

const ofRequests = /(?:^|[._])(?:method|path|route|url|uri|endpoint|verb)$/i;
/** `cam-2`, and no abbreviation: "the fingerprint HAL" is one of several. */
const isCodeOfLines = (word: string, schema: Schema): boolean =>
  /[\d._/@-]|[a-z][A-Z]/.test(word) && isNameOfLines(word, schema);
const currencies = /^(?:eur|usd|gbp|chf|jpy|euros?|dollars|pounds)$/;
