import type { Schema } from '../facts/schema.ts';
import { newValue } from '../facts/turns.ts';
import type { Condition, Window } from '../query/query.ts';
import type { EventAsked } from '../run/find-moment.ts';
import { statesIn } from './cues/states-said.ts';
import { placeOf, placeWord } from './number-words.ts';
import type { Phrase } from './phrase.ts';
import { readPhrase } from './read-phrase.ts';

/** An event, as the question names it. */
interface Named {
  event: EventAsked;
  /** Which of several is said. */
  isOne: boolean;
  isInferred: boolean;
}

const firstTime =
  /\b(?:for the (?:very )?(?:first|last) time|the (?:very )?(?:first|last) time|first|last|latest|earliest)\b/gi;
const nthTime = new RegExp(`\\b(?:for the )?(?<place>${placeWord})(?: time)?\\b`, 'i');
const restart = /^(?:\S+ )?(?:(?:was|were|got|had|is|been) )*(?:re-?start(?:ed|s)?|reboot(?:ed|s)?)$/i;
const pronoun = /^(?:it|they|he|she|its|their|that|this)\b(?: (?:was|were|had|has|is|got))*(?= )/i;

/** Words that hold sentences together are none to be looked for: "the end of the backup" is that it finished. */
export const inVerbs = (said: string): string =>
  said
    .replace(/\b(?:end|completion) of (?:the )?(?<what>.+)$/i, '$<what> finished')
    .replace(/\b(?:start|beginning|begin) of (?:the )?(?<what>.+)$/i, '$<what> started');

/** What the words for an event may mean, best first; `main` is what stands beside it and may name whose event it is. */
export function eventsIn(said: string, main: string, schema: Schema, quotes: readonly string[]): Named[] {
  const edge = /\b(?:last|latest)\b/i.test(said) ? ('last' as const) : ('first' as const);
  const place = nthTime.exec(said)?.groups?.place;
  const nth = place === undefined ? {} : { nth: placeOf(place) };
  const isOne = place !== undefined || new RegExp(firstTime.source, 'i').test(said);
  const text = inVerbs(said)
    .replace(firstTime, ' ')
    .replace(nthTime, ' ')
    .replace(/^(?:some|any)(?:one|body) (?:was|got) /i, '')
    .replace(/\s+/g, ' ')
    .trim();
  const owner = pronoun.test(text) ? namesIn(main, schema, quotes) : [];
  const own = text.replace(pronoun, '').trim();
  const of = ({ where, isInferred }: Phrase, state: Pick<EventAsked, 'state'> = {}): Named => ({
    event: {
      where: [...where, ...owner.filter((one) => !where.some(({ field }) => field === one.field))],
      edge,
      ...nth,
      ...state,
    },
    isOne,
    // "It was changed": what was is said by the other conditions.
    isInferred: isInferred && !(where.length > 1 && where.some(({ field }) => field === newValue)),
  });
  const phrase = readPhrase(own, schema, quotes);
  const [column] = phrase.columns;
  // "After download_delay changed": of lines that state a number the first is meant.
  const stated = column === undefined ? [] : [{ field: column.name, is: 'has' as const, value: '*' }];
  const told = phrase.where.length > 0 ? phrase : { ...phrase, where: stated };
  const found = isUnderstood(told) && told.where.length > 0 ? [of(told)] : [];
  for (const { state, rest } of statesIn(own, true, schema)) {
    const others = readPhrase(rest, schema, quotes);
    if (isUnderstood(others)) found.push(of(others, { state }));
  }
  if (restart.test(own)) found.push({ event: { where: [], isRestart: true, edge }, isOne, isInferred: false });
  return found;
}

/** What the times in which something was so are called, best first. */
export function spansIn(
  said: string,
  schema: Schema,
  quotes: readonly string[],
): (Window['during'] & { isInferred: boolean })[] {
  const found: (Window['during'] & { isInferred: boolean })[] = [];
  const add = (state: string, { where, isInferred }: Phrase) => found.push({ state, where, isInferred });
  // A noun for a time: "the outage of db-1", "the block".
  for (const { state, rest } of statesIn(said, true, schema)) {
    const phrase = readPhrase(rest, schema, quotes);
    if (isUnderstood(phrase)) add(state, phrase);
  }
  const phrase = readPhrase(said, schema, quotes);
  if (isUnderstood(phrase) && phrase.where.length > 0) add('running', phrase);
  return found;
}

const isUnderstood = ({ unread, absent }: Phrase): boolean => unread.length + absent.length === 0;

const namesIn = (main: string, schema: Schema, quotes: readonly string[]): Condition[] =>
  readPhrase(main, schema, quotes).where.filter(
    ({ field, is }) => (is === '=' && !/^(?:level|outcome|words)$/.test(field)) || field === 'text',
  );
