import { failedWord, samesOf, stateAsked, synonymsOf } from '../facts/lexicon.ts';
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
import { isToldOf, looksLikeName } from './told-words.ts';
import { isFunctionWord } from './unnamed-noun.ts';
import { isOfQuestions, plainWords, recordNouns, requestNouns, softWords } from './words.ts';

/**
 * Words of a question that the query read of it stands for in no way: neither named in it, nor another word for what is,
 * nor a part of how questions are put. The law of verdicts: such a word forbids CONFIRMED, and the answer names it.
 */
export function passedOver(text: string, query: Query, schema: Schema): string[] {
  const plain = withoutPoliteness(text).replace(/["`][^"`]*["`]/g, ' ');
  const timeless = (isTimed(query) ? plain.replace(clauseOfTime, ' ') : plain).replace(/[,;:?!]/g, ' ');
  const asked = outcomePhrases.reduce((said, { pattern }) => said.replace(pattern, ' '), timeless);
  const held = heldIn(query, schema);
  const tokens = asked.split(/[\s,;:?!()/+]+/).map((one) => one.replace(/^['.]+|['.]+$|'s$/g, ''));
  return [...new Set(tokens.filter((token, at) => isPassedOver(token, tokens[at + 1] ?? '', held, query, schema)))];
}

/** Of those which no line has: where there are several, something else is asked about. */
export const strangersAmong = (words: readonly string[], schema: Schema): string[] =>
  words.filter((word) => !isToldOf(schema, word) && columnsCalled(schema, [word]).length === 0);

const isTimed = ({ window, atMs, than }: Query): boolean => [window, atMs, than].some((one) => one !== undefined);
/** Read as a time, whichever words name it. */
const clauseOfTime = /\b(?:before|after|since|until|till|while|during|when|once)\b[^,]*/i;

function isPassedOver(token: string, next: string, held: ReadonlySet<string>, query: Query, schema: Schema): boolean {
  const word = token.toLowerCase();
  // Names and numbers are looked for by the parser itself.
  if (!/^[a-z][a-z-]{2,}$/.test(word) || looksLikeName(token) || isGrammar(word) || isHeld(word, held)) return false;
  // "Tank FV2": what a name is called by says no more than the name.
  if (isHeld(next.toLowerCase(), held) && /\d|[A-Z]|[-_.]/.test(next)) return false;
  const fields = query.where.map(({ field }) => field);
  if (fields.includes('outcome') && outcomeSaid(word, schema) !== undefined) return false;
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

const isOfChange = (names: readonly (string | undefined)[]): boolean =>
  names.some((name) => name === newValue || name === oldValue || name === changedBy);
const changeVerb = new RegExp(`^${changeVerbs}$`, 'i');

const isHeld = (word: string, held: ReadonlySet<string>): boolean =>
  [word, ...word.split(/[-_/.]/)].some((one) => held.has(stem(one))) ||
  [...synonymsOf(word), ...samesOf(word)].some((one) => one.split(' ').every((part) => held.has(stem(part))));

const more =
  /^(?:what's|who's|how's|long|much|many|time|when|where|why|while|after|before|since|until|between|still|never|without|not|now|then|row|same|each|per|under|over|more|than|above|below|least|fewer|less|up|end|start|beginning|half|second|minute|hour|day|hours|minutes|seconds|today|often|ever|anything|going|take|took|taken|takes|last|lasted|value|values|name|names|list|show|tell|count|counts|number|nr|overall|all|top|whole|log|file|did|didn't|wasn't|weren't|isn't|don't|doesn't|hasn't|haven't|longer|bigger|higher|lower|faster|slower|earlier|later|around|about|exactly|next|previous|reason|reasons|cause|causes|happened|happening|kind|kinds|type|types|total|totals|sum|common|frequent|average|avg|mean|median|max|min|maximum|minimum|peak|percent|percentage|share|trend|changed|change|changes|change|rank|ranked|compare|compared|versus|versions|both|either|neither|none|no|yes|any|gap|gaps|busiest|consecutive|simultaneously|concurrent|distinct|different|unique|duration|durations|long|length|set|setting|settings|state|status|doing|become|became|went|gone|back|moment|point|times|period|spend|spent|spans?|apart|together|alone|separately|altogether|combined|out|off|down|counting|but|way|run|runs|ran|parallel|silence|whats|read|break|breakdown|size|two|three|start|starts|started|ends|ended|high|low|big|recent|latest|earliest|right|ask|less|part|fraction|proportion|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|utc|noon|midnight|morning|evening|afternoon|night)$/;

const isGrammar = (word: string): boolean =>
  plainWords.has(word) ||
  isOfQuestions(word) ||
  isFunctionWord(word) ||
  recordNouns.has(word) ||
  requestNouns.has(word) ||
  softWords.has(word) ||
  unitWords.test(word) ||
  more.test(word);

/** Stems of all words that the query stands for: what it names, what that is called, and what its outcomes and states are called. */
function heldIn(query: Query, schema: Schema): Set<string> {
  const { columns } = schema;
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
    if (field === 'outcome' || columns.some((one) => one.name === field && isStatus(one)) || failedWord.test(value))
      say(outcomeWords);
    if (field === 'level')
      say('error errors warning warnings level severity problem problems issue issues critical fatal info debug');
  }
  for (const name of [query.of, query.by, query.beside, query.through]) column(name);
  for (const state of [query.state, query.window?.during?.state]) {
    if (state === undefined) continue;
    say(state);
    const found = stateIn(schema, state)?.words ?? stateAsked(state)?.words;
    if (found !== undefined)
      for (const one of [found.state, found.opposite, ...found.begins, ...found.ends, ...found.asked]) say(one);
    if (/^(?:down|outage|up)$/.test(state))
      say('outage outages downtime offline unreachable unavailable dead interrupted out down up online');
  }
  return held;
}

const outcomeWords =
  'fail failed failure failures success successful succeed succeeded ok complete completed finish finished error errors aborted rejected refused declined denied cancelled problem trouble unsuccessful outcome result status went wrong crash done pass passed';
