import { levelNamed } from '../../lines/level-words.ts';
import { changeVerbs } from '../facts/doers.ts';
import { failedWord, succeededWord } from '../facts/lexicon.ts';
import { participantCalled } from '../facts/participants.ts';
import { columnNamed, isStatus, type Schema } from '../facts/schema.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import { unitWords } from '../facts/tokens.ts';
import { changedBy, newValue, oldValue } from '../facts/turns.ts';
import { hasAny, type Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { notHeardOf } from '../run/states/silent.ts';
import { isOfWell } from '../run/states/well.ts';
import { columnsCalled } from './columns-called.ts';
import { measureOf } from './compared-number.ts';
import { isNounOfOperation, outcomePhrases, outcomeSaid } from './event-asked.ts';
import { outageWords } from './outage-words.ts';
import { withoutPoliteness } from './politeness.ts';
import { timesIn } from './times-asked.ts';
import { isToldOf, looksLikeName } from './told-words.ts';
import { isFunctionWord } from './unnamed-noun.ts';
import { isOfQuestions, negations, plainWords, recordNouns, requestNouns, singular, softWords } from './words.ts';
import { heldIn, isHeld } from './words-of-query.ts';

/**
 * Words of a question that the query read of it stands for in no way: neither named in it, nor another word for what is,
 * nor a part of how questions are put. The law of verdicts: such a word forbids CONFIRMED, and the answer names it.
 */
export function passedOver(text: string, query: Query, schema: Schema): string[] {
  // Of the file itself, or how a thing was at last: whatever its lines say.
  if (query.take === 'span' || isOfWell(query.state) || query.state === notHeardOf) return [];
  const plain = withoutPoliteness(text).replace(/["`][^"`]*["`]/g, ' ');
  const timeless = (isTimed(query) ? timesIn(plain).rest.replace(clauseOfTime, ' ') : plain).replace(/[,;:?!]/g, ' ');
  const asked = outcomePhrases.reduce((said, { pattern }) => said.replace(pattern, ' '), timeless);
  const covered = coveredBy(query, schema);
  const tokens = asked.split(/[\s,;:?!()/+]+/).map((one) => one.replace(/^['.]+|['.]+$|'s$/g, ''));
  return [...new Set(tokens.filter((token, at) => isPassedOver(token, tokens[at + 1] ?? '', covered, schema)))];
}

/** Names of the file that a question has and its query does not: it is about these, and the query about others. */
export const namesPassedOver = (text: string, query: Query, schema: Schema): string[] =>
  // A name may say which time is meant.
  isTimed(query) ? [] : knownNamesLeftOut(text, query, schema);

export function knownNamesLeftOut(text: string, query: Query, { columns }: Schema): string[] {
  const held = JSON.stringify(query).toLowerCase();
  const names =
    withoutPoliteness(text).match(/(?<![\w.@:/-])(?:[A-Za-z][\w]*(?:[-_.@#][\w]+)+|[A-Z][A-Za-z]*\d\w*)(?![\w/])/g) ??
    [];
  const isKnown = (low: string) => columns.some(({ values, isNumber }) => !isNumber && values.has(low));
  return [...new Set(names)].filter((name) => !held.includes(name.toLowerCase()) && isKnown(name.toLowerCase()));
}

/** Of those which no line has: where there are several, something else is asked about. */
export const strangersAmong = (words: readonly string[], schema: Schema): string[] =>
  words.filter((word) => !isToldOf(schema, word) && columnsCalled(schema, [word]).length === 0);

export const isTimed = ({ window, atMs, than }: Query): boolean =>
  [window, atMs, than].some((one) => one !== undefined);
/** Read as a time, whichever words name it; "when" at the front asks for one. */
const clauseOfTime =
  /(?<=\S )(?:before|after|since|until|till|while|during|when|once|(?:at|on|upon) (?:the (?:time|moment) of )?the (?:first|second|third|fourth|last))\b[^,]*|^(?:before|after|since|until|while|during|once|with)\b[^,]*,/i;

/** What a query stands for, for all words of its question. */
interface Covered {
  held: ReadonlySet<string>;
  /** Names of columns. */
  named: readonly string[];
  isOfOutcome: boolean;
  isOfLevel: boolean;
  isOfChange: boolean;
  isOfState: boolean;
  isOfOperation: boolean;
  /** All lines that are meant say it. */
  isSaid: (word: string) => boolean;
}

/** So many of the lines that are meant are looked at. */
const mostLooked = 300;

function saidByAll({ where, of, by }: Query, schema: Schema): (word: string) => boolean {
  const stated = [of, by].filter((name) => name !== undefined && columnNamed(schema, name) !== undefined);
  const conditions = [...where, ...stated.map((name = '') => hasAny(name))];
  if (conditions.length === 0) return () => false;
  const isMeant = compile(conditions, schema);
  // Most questions have no word that needs them.
  let lines: ReadonlySet<string>[] | undefined;
  return (word) => {
    lines ??= schema.sample
      .filter(isMeant)
      .slice(0, mostLooked)
      .map(({ text }) => stemsOf(text));
    return lines.length > 0 && lines.every((stems) => stems.has(stem(word)));
  };
}

function coveredBy(query: Query, schema: Schema): Covered {
  const fields = query.where.map(({ field }) => field);
  const named = [query.of, query.by, query.through, ...fields].filter((name) => name !== undefined);
  return {
    held: heldIn(query, schema),
    named,
    isOfOutcome: isOfOutcome(query, schema),
    isOfLevel: fields.includes('level'),
    isOfChange: [newValue, oldValue, changedBy].some((name) => [query.of, query.by, ...fields].includes(name)),
    isOfState: query.state !== undefined,
    isOfOperation:
      query.state === 'running' || named.includes('outcome') || named.some((name) => name === schema.operation?.name),
    isSaid: saidByAll(query, schema),
  };
}

function isPassedOver(token: string, next: string, covered: Covered, schema: Schema): boolean {
  const { held, named } = covered;
  const word = token.toLowerCase();
  // Names and numbers are looked for by the parser itself.
  if (!/^[a-z][a-z-]{2,}$/.test(word) || looksLikeName(token) || isGrammar(word) || isHeld(word, held)) return false;
  // "Tank FV2": what a name is called by says no more than the name.
  if (isHeld(next.toLowerCase(), held) && /\d|[A-Z]|[-_.]/.test(next)) return false;
  if (covered.isOfOutcome && (saysOutcome.test(word) || outcomeSaid(word, schema) !== undefined)) return false;
  if (covered.isOfLevel && (levelNamed(singular(word)) !== undefined || saysOutcome.test(word))) return false;
  if (covered.isOfChange && changeVerb.test(word)) return false;
  if (covered.isSaid(word) || isOfFile(word, schema)) return false;
  const outage = outageWords(schema);
  if (covered.isOfState && (outage.isDown(word) || outage.isOutage(word))) return false;
  const called = [...columnsCalled(schema, [word]), participantCalled(word, schema)];
  if (called.some((column) => column !== undefined && named.includes(column.name))) return false;
  return !(covered.isOfOperation && schema.operation !== undefined && isNounOfOperation([word], schema));
}

/** The file is called so: of `mail.log` each line is of a mail. */
const isOfFile = (word: string, { kinds }: Schema): boolean =>
  kinds.slice(0, 1).some(({ document }) => stemsOf(document).has(stem(word)));

/** How something came out, by whatever field. */
const isOfOutcome = ({ where, against = [], of, by }: Query, { columns }: Schema): boolean =>
  of === 'outcome' ||
  by === 'outcome' ||
  [...where, ...against].some(
    ({ field, value }) =>
      field === 'outcome' ||
      failedWord.test(value) ||
      succeededWord.test(value) ||
      columns.some((one) => one.name === field && isStatus(one)),
  );
const saysOutcome = new RegExp(
  `${failedWord.source}|${succeededWord.source}|^(?:succe(?:ed|ss)\\w*|finished|problems?|issues?|troubles?|errors?|outcome|results?|bad|wrong|went)$`,
  'i',
);

const changeVerb = new RegExp(`^(?:${changeVerbs}|config\\w*|parameters?|options?|users?)$`, 'i');

/** Beside what other rooms know of how questions are put: what they ask for, and how they compare and place it. */
const ofAsking = new Set(
  `too also long why same each under above below around way but yes ask right part fraction proportion rank ranked compare compared versions
   longer bigger higher lower faster slower earlier later previous recent common frequent unique max maximum minimum peak trend avg
   name names kind kinds type types counts counting totals sum top size length setting settings state status reason reasons causes
   fewer half two three start starts started beginning end ends ended take took takes run runs ran doing gone happening
   change changes changed gap gaps silence consecutive simultaneously concurrent parallel duration durations spans alone
   separately combined both either break breakdown read down high low big final initial original current middle phase timestamp
   timestamps begin begins more less often increase decrease rising falling stop stops stopped active live force worst best
   added add together just between being deep finish finished running already logged recorded version affected affect causing cause
   caused blame bad differ differs different difference`.split(/\s+/),
);

const isGrammar = (word: string): boolean =>
  plainWords.has(word) ||
  isOfQuestions(word) ||
  isFunctionWord(word) ||
  negations.has(word) ||
  recordNouns.has(word) ||
  requestNouns.has(word) ||
  softWords.has(word) ||
  unitWords.test(word) ||
  ofAsking.has(word) ||
  measureOf(word) !== undefined;
