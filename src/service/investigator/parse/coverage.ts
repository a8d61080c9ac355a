import { levelNamed } from '../../lines/level-words.ts';
import { failedWord, samesOf, stateAsked, succeededWord, synonymsOf } from '../facts/lexicon.ts';
import { participantCalled } from '../facts/participants.ts';
import { columnNamed, isStatus, type Schema } from '../facts/schema.ts';
import { stateIn } from '../facts/state-in.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import { unitWords } from '../facts/tokens.ts';
import { changedBy, changeVerbs, newValue, oldValue } from '../facts/turns.ts';
import type { Condition, Query } from '../query/query.ts';
import { columnsCalled } from './columns-called.ts';
import { isNounOfOperation, outcomePhrases, outcomeSaid } from './event-asked.ts';
import { outageWords } from './outage-words.ts';
import { withoutPoliteness } from './politeness.ts';
import { timesIn } from './times-asked.ts';
import { isToldOf, looksLikeName } from './told-words.ts';
import { isFunctionWord } from './unnamed-noun.ts';
import { isOfQuestions, negations, plainWords, recordNouns, requestNouns, singular, softWords } from './words.ts';

/**
 * Words of a question that the query read of it stands for in no way: neither named in it, nor another word for what is,
 * nor a part of how questions are put. The law of verdicts: such a word forbids CONFIRMED, and the answer names it.
 */
export function passedOver(text: string, query: Query, schema: Schema): string[] {
  // Of the file itself, whatever its lines say.
  if (query.take === 'span') return [];
  const plain = withoutPoliteness(text).replace(/["`][^"`]*["`]/g, ' ');
  const timeless = (isTimed(query) ? timesIn(plain).rest.replace(clauseOfTime, ' ') : plain).replace(/[,;:?!]/g, ' ');
  const asked = outcomePhrases.reduce((said, { pattern }) => said.replace(pattern, ' '), timeless);
  const held = heldIn(query, schema);
  const tokens = asked.split(/[\s,;:?!()/+]+/).map((one) => one.replace(/^['.]+|['.]+$|'s$/g, ''));
  return [...new Set(tokens.filter((token, at) => isPassedOver(token, tokens[at + 1] ?? '', held, query, schema)))];
}

/** Of those which no line has: where there are several, something else is asked about. */
export const strangersAmong = (words: readonly string[], schema: Schema): string[] =>
  words.filter((word) => !isToldOf(schema, word) && columnsCalled(schema, [word]).length === 0);

const isTimed = ({ window, atMs, than }: Query): boolean => [window, atMs, than].some((one) => one !== undefined);
/** Read as a time, whichever words name it; "when" at the front asks for one. */
const clauseOfTime = /(?<=\S )(?:before|after|since|until|till|while|during|when|once)\b[^,]*/i;

function isPassedOver(token: string, next: string, held: ReadonlySet<string>, query: Query, schema: Schema): boolean {
  const word = token.toLowerCase();
  // Names and numbers are looked for by the parser itself.
  if (!/^[a-z][a-z-]{2,}$/.test(word) || looksLikeName(token) || isGrammar(word) || isHeld(word, held)) return false;
  // "Tank FV2": what a name is called by says no more than the name.
  if (isHeld(next.toLowerCase(), held) && /\d|[A-Z]|[-_.]/.test(next)) return false;
  const fields = query.where.map(({ field }) => field);
  if (isOfOutcome(query, schema) && (saysOutcome.test(word) || outcomeSaid(word, schema) !== undefined)) return false;
  if (fields.includes('level') && (levelNamed(singular(word)) !== undefined || saysOutcome.test(word))) return false;
  if (isOfChange([query.of, query.by, ...fields]) && changeVerb.test(word)) return false;
  const outage = outageWords(schema);
  if (query.state !== undefined && (outage.isDown(word) || outage.isOutage(word))) return false;
  const named = [query.of, query.by, query.through, ...fields];
  if (columnsCalled(schema, [word]).some(({ name }) => named.includes(name))) return false;
  const party = participantCalled(word, schema)?.name;
  if (party !== undefined && named.includes(party)) return false;
  const isOfOperation =
    query.state === 'running' || named.includes(schema.operation?.name) || named.includes('outcome');
  return !(isOfOperation && isNounOfOperation([word], schema));
}

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

const isOfChange = (names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name === newValue || name === oldValue || name === changedBy);
const changeVerb = new RegExp(`^${changeVerbs}$`, 'i');

const isHeld = (word: string, held: ReadonlySet<string>): boolean =>
  [word, ...word.split(/[-_/.]/)].some((one) => held.has(stem(one))) ||
  [...synonymsOf(word), ...samesOf(word)].some((one) => one.split(' ').every((part) => held.has(stem(part))));

/** Beside what other rooms know of how questions are put: what they ask for, and how they compare and place it. */
const ofAsking = new Set(
  `long why same each under above below around way but yes ask right part fraction proportion rank ranked compare compared versions
   longer bigger higher lower faster slower earlier later previous recent common frequent unique max maximum minimum peak trend avg
   name names kind kinds type types counts counting totals sum top size length setting settings state status reason reasons causes
   fewer half two three start starts started beginning end ends ended take took takes run runs ran doing gone happening
   change changes changed gap gaps silence consecutive simultaneously concurrent parallel duration durations spans alone
   separately combined both either break breakdown read down high low big`.split(/\s+/),
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
  ofAsking.has(word);

/** Stems of all words that the query stands for: what it names, what that is called, and what its outcomes and states are called. */
function heldIn(query: Query, schema: Schema): Set<string> {
  const held = new Set<string>();
  const say = (text: string) => {
    for (const word of text.toLowerCase().split(/[^\p{L}\d]+/u)) if (word !== '') held.add(stem(word));
    for (const one of stemsOf(text)) held.add(one);
  };
  const column = (name: string | undefined) => {
    if (name === undefined) return;
    say(name);
    const one = columnNamed(schema, name);
    if (one === undefined) return;
    for (const word of [...one.stems, ...one.aliases]) held.add(word);
    say(one.unit.name);
  };
  const conditions: Condition[] = [...query.where, ...(query.against ?? []), ...(query.window?.during?.where ?? [])];
  for (const { field, value, or = [] } of conditions) {
    column(field);
    for (const one of [value, ...or]) {
      say(one);
      for (const other of [...samesOf(one), ...synonymsOf(one)]) say(other);
      for (const part of one.split(' ')) for (const other of synonymsOf(part)) say(other);
    }
  }
  for (const name of [query.of, query.by, query.beside, query.through]) column(name);
  for (const state of [query.state, query.window?.during?.state]) {
    if (state === undefined) continue;
    say(state);
    for (const found of [stateIn(schema, state)?.words, stateAsked(state)?.words])
      for (const one of found === undefined ? [] : [found.opposite, ...found.begins, ...found.ends, ...found.asked])
        say(one);
  }
  return held;
}
