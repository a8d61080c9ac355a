import { literalPattern } from '#core/literal-pattern.ts';
import { learnOutage } from './learn-outage.ts';
import { learnState } from './learn-state.ts';
import { restarts, type StateAsked, type StateWords, stateAsked } from './lexicon.ts';
import type { LogRecord } from './records.ts';
import { columnNamed, type Schema } from './schema.ts';
import { stateInColumn } from './state-column.ts';
import { stem } from './stem.ts';
import { newValue } from './turns.ts';

/**
 * A state by its name: of all files, or of this one, whose lines say that something turned into it. `isAbout`: which
 * lines are meant, where not all are.
 */
export function stateIn(
  schema: Schema,
  word: string,
  isAbout?: (record: LogRecord) => boolean,
): StateAsked | undefined {
  const written = isAbout && switchedAs(word, schema, isAbout);
  if (written !== undefined) return stateIn(schema, written, isAbout);
  const asked = stateAsked(word);
  const stated = stateInColumn(schema, word, asked, isAbout);
  if (stated !== undefined) return stated;
  const outage = asked !== undefined && isOutage(asked) ? outageOf(schema, isAbout) : undefined;
  if (asked !== undefined && outage !== undefined) return { words: outage, isOpposite: saysUp(asked) };
  const isKnown = asked !== undefined && (asked.isOpposite || asked.words.begins.some((one) => isSaid(schema, one)));
  // "Websocket connected" until "websocket closed": no line has any of the ends that other files have.
  const isEnded = isKnown && asked.words.ends.some((one) => isSaid(schema, one) && isWritten(schema, one));
  const isOpposite = isKnown && asked.isOpposite;
  const begun = isOpposite ? asked.words.state : word;
  const learnt =
    isKnown && (isEnded || !isWritten(schema, begun))
      ? undefined
      : learnState(schema, begun, isKnown ? 'a known end' : 'any word');
  if (learnt !== undefined) return { words: learnt, isOpposite };
  return isKnown ? { ...asked, words: inOwnWord(asked.words, word, schema) } : asked;
}

/** How lines say that something is on. */
const switches = [
  ['on', 'off'],
  ['enabled', 'disabled'],
  ['true', 'false'],
];

/** "Is the flag on", where its lines say that it was enabled, or turned to true: their word for it. */
function switchedAs(word: string, schema: Schema, isAbout: (record: LogRecord) => boolean): string | undefined {
  const own = switches.find((pair) => pair.includes(word.toLowerCase()));
  if (own === undefined) return undefined;
  const column = columnNamed(schema, newValue);
  const meant = schema.sample.filter(isAbout);
  const said = new Set(meant.flatMap((record) => [stem(column?.read(record) ?? ''), ...schema.said(record).stems()]));
  const told = [own, ...switches].find((pair) => pair.some((one) => said.has(stem(one))));
  return told === own ? undefined : told?.[own.indexOf(word.toLowerCase())];
}

/** Of what is out of reach, whatever it is called: "disconnected" too, and "online" as its opposite. */
const isOutage = ({ words, isOpposite }: StateAsked): boolean =>
  words.state === 'down' || words.state === 'outage' || (words.state === 'connected' && isOpposite);

const saysUp = ({ words, isOpposite }: StateAsked): boolean => isOpposite && words.state !== 'connected';

/** Of what lines are about, and of nothing else that this file's lines tell of. */
function outageOf(schema: Schema, isAbout: ((record: LogRecord) => boolean) | undefined): StateWords | undefined {
  const outage = learnOutage(schema);
  const isMeant = (record: LogRecord) => isAbout?.(record) !== false && outage?.column.read(record) !== undefined;
  return schema.sample.some(isMeant) ? outage?.words : undefined;
}

/** Where lines say "down" and "up", what is refused or failed beside them is no state. */
function inOwnWord(words: StateWords, word: string, schema: Schema): StateWords {
  const low = word.toLowerCase();
  const [own, other] = words.ends.includes(low) ? [words.state, low] : [low, words.opposite];
  const areTold = words.state !== 'running' && [own, other].every((one) => isSaid(schema, one));
  if (!words.begins.includes(own) || !areTold) return words;
  const begins = words.begins.filter((one) => stem(one) === stem(own));
  return { ...words, begins, ends: words.ends.filter((one) => !restarts.includes(one)) };
}

/** Some line has the word, or all of the words. */
const isSaid = ({ kinds }: Schema, words: string): boolean =>
  kinds.some(({ stems }) => words.split(' ').every((part) => stems.has(stem(part))));

/** In this form: "connection lost" has no "connected", and "EVDisconnected" no "disconnected". */
function isWritten({ kinds }: Schema, word: string): boolean {
  const pattern = new RegExp(`(?<!\\w)${literalPattern(word)}(?!\\w)`, 'i');
  return kinds.some(({ example }) => pattern.test(example));
}
