import { literalPattern } from '#core/literal-pattern.ts';
import { learnOutage } from './learn-outage.ts';
import { learnState } from './learn-state.ts';
import { restarts, type StateWords, stateAsked, states } from './lexicon.ts';
import type { LogRecord } from './records.ts';
import { columnNamed, type KindOfLine, type Schema } from './schema.ts';
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
): { words: StateWords; isOpposite: boolean } | undefined {
  const written = switchedAs(word, schema, isAbout);
  if (written !== undefined) return stateIn(schema, written, isAbout);
  const { kinds } = schema;
  const asked = stateAsked(word);
  const stated = stateInColumn(schema, word, asked, isAbout);
  if (stated !== undefined) return stated;
  const outage = asked !== undefined && isOutage(asked) ? outageOf(schema, asked.words, isAbout) : undefined;
  if (asked !== undefined && outage !== undefined) return { words: outage, isOpposite: saysUp(asked) };
  // "Stopped" is not where a run ends, where lines tell what stopped and what resumed.
  const own = asked?.isOpposite === true ? states.find((one) => isToldBy(kinds, one, word)) : undefined;
  const isKnown =
    asked !== undefined &&
    own === undefined &&
    (asked.isOpposite || asked.words.begins.some((one) => isSaid(kinds, one)));
  // "Websocket connected" until "websocket closed": no line has any of the ends that other files have.
  // "Connection lost" has no "connected", and "EVDisconnected" no "disconnected".
  const isWritten = (one: string) => {
    const pattern = new RegExp(`(?<!\\w)${literalPattern(one)}(?!\\w)`, 'i');
    return kinds.some(({ example }) => pattern.test(example));
  };
  const isEnded = isKnown && asked.words.ends.some((one) => isSaid(kinds, one) && isWritten(one));
  const isOpposite = isKnown && asked.isOpposite;
  const begun = isOpposite ? asked.words.state : word;
  const learnt =
    isKnown && (isEnded || !isWritten(begun))
      ? undefined
      : learnState(schema, begun, isKnown ? 'a known end' : 'any word');
  // `run=61` says of nothing that it is running.
  const isOwn = asked?.words.state !== 'running' || isWritten('running');
  if (isKnown && learnt === undefined)
    return isOwn ? { ...asked, words: inOwnWord(asked.words, word, schema, isAbout) } : asked;
  const words = learnt ?? own;
  return words === undefined ? asked : { words, isOpposite };
}

interface Asked {
  words: StateWords;
  isOpposite: boolean;
}

/** Of what is out of reach, whatever it is called: "disconnected" too, and "online" as its opposite. */
const isOutage = ({ words, isOpposite }: Asked): boolean =>
  words.state === 'down' || words.state === 'outage' || (words.state === 'connected' && isOpposite);

const saysUp = ({ words, isOpposite }: Asked): boolean => isOpposite && words.state !== 'connected';

/** Said of jobs as well as of what is out of reach. */
const ofJobs = /^(?:failed|crashed|degraded|started|restarted|ready|registered)$/;

/** Of what lines are about, and of nothing else that this file's lines tell of. */
function outageOf(
  schema: Schema,
  asked: StateWords,
  isAbout: ((record: LogRecord) => boolean) | undefined,
): StateWords | undefined {
  const outage = learnOutage(schema);
  if (outage === undefined || isAbout === undefined) return outage?.words;
  const meant = schema.sample.filter((record) => isAbout(record) && outage.column.read(record) !== undefined);
  const says = ({ begins, ends }: StateWords) => {
    const words = [...begins, ...ends].filter((one) => !ofJobs.test(one)).map(stem);
    return meant.some((record) => {
      const stems = schema.said(record).stems();
      return words.some((word) => stems.has(word));
    });
  };
  // Of one that was never out of reach no line tells it, in whichever words.
  return meant.length > 0 && (says(outage.words) || !says(asked)) ? outage.words : undefined;
}

/** How lines say that something is on. */
const switched: readonly (readonly [string, string])[] = [
  ['on', 'off'],
  ['enabled', 'disabled'],
  ['true', 'false'],
];

/** "Is the flag on", where its lines say that it was enabled, or turned to true: their word for it. */
function switchedAs(
  word: string,
  schema: Schema,
  isAbout: ((record: LogRecord) => boolean) | undefined,
): string | undefined {
  const own = switched.find((pair) => pair.includes(word.toLowerCase()));
  if (own === undefined || isAbout === undefined) return undefined;
  const said = kindsOf(schema, isAbout);
  const column = columnNamed(schema, newValue);
  const values = new Set(schema.sample.filter(isAbout).map((record) => column?.read(record)?.toLowerCase()));
  const isTold = (pair: readonly string[]) => pair.some((one) => values.has(one) || isSaid(said, one));
  const other = isTold(own) ? undefined : switched.find(isTold);
  return other?.[own.indexOf(word.toLowerCase())];
}

/** What the lines that are meant say. */
function kindsOf(schema: Schema, isAbout: ((record: LogRecord) => boolean) | undefined): Pick<KindOfLine, 'stems'>[] {
  if (isAbout === undefined) return schema.kinds;
  const said = new Map(
    schema.sample
      .filter(isAbout)
      .map((record) => schema.said(record))
      .map((one) => [one.key, one]),
  );
  return [...said.values()].map(({ stems }) => ({ stems: stems() }));
}

/**
 * Where lines say "down" and "up", and those that are meant say one of them, what is refused or failed beside them is no
 * state, whichever of the two is asked for.
 */
function inOwnWord(
  words: StateWords,
  word: string,
  schema: Schema,
  isAbout: ((record: LogRecord) => boolean) | undefined,
): StateWords {
  const low = word.toLowerCase();
  const [own, other] = words.ends.includes(low) ? [words.state, low] : [low, words.opposite];
  if (!words.begins.includes(own) || ![own, other].every((one) => isSaid(schema.kinds, one))) return words;
  const meant = kindsOf(schema, isAbout);
  if (![own, other].some((one) => isSaid(meant, one))) return words;
  const begins = words.begins.filter((one) => stem(one) === stem(own));
  return { ...words, begins, ends: words.ends.filter((one) => words.state === 'running' || !restarts.includes(one)) };
}

/** Some line has the word, or all of the words. */
const isSaid = (kinds: readonly Pick<KindOfLine, 'stems'>[], words: string): boolean =>
  kinds.some(({ stems }) => words.split(' ').every((part) => stems.has(stem(part))));

function isToldBy(kinds: Schema['kinds'], { begins, ends }: StateWords, word: string): boolean {
  const isTold = (one: string) => !one.includes(' ') && isSaid(kinds, one);
  return (
    begins.includes(word.toLowerCase()) && isTold(word) && ends.some((one) => /^(?:re|un)/.test(one) && isTold(one))
  );
}
