import { exactly, wordings } from '../generate/phrase.ts';
import type { Random } from '../generate/random.ts';
import type { Asked } from '../generate/world.ts';
import type { Truth } from '../grade/truth.ts';

type Texts = readonly string[];
type Maybe<T> = T | undefined;

/** A log of a trade and what is asked about it. */
export interface TradeLog {
  name: string;
  text: string;
  asked: readonly Asked[];
}

export type Trade = (random: Random) => TradeLog;

/**
 * Collects questions, each under a key of its own in the log. One whose truth is `undefined`, since this draw leaves it
 * open by a tie or an empty group, is left out; the others stay as they are.
 */
export function createQuestions(random: Random) {
  const asked: Asked[] = [];
  const ask = (kind: string, key: string, truth: Maybe<Truth>, texts: Texts) => {
    if (truth === undefined) return;
    asked.push({ key, class: kind, truth, texts: wordings(random.fork(key), texts, {}) });
  };
  return {
    asked,
    count: (key: string, count: number, texts: Texts) => ask('count', key, exactly(count), texts),
    distinct: (key: string, count: number, texts: Texts) => ask('distinct', key, exactly(count), texts),
    /** Where methods differ, or an end of a window may belong to it or not. */
    between: (key: string, range: Maybe<Range>, texts: Texts, unit?: string) =>
      ask('range', key, range && { kind: 'number', ...range, ...(unit === undefined ? {} : { unit }) }, texts),
    value: (key: string, value: Maybe<number>, texts: Texts, unit?: string) =>
      ask('value', key, value === undefined ? undefined : exactly(value, unit), texts),
    share: (key: string, part: number, whole: number, texts: Texts) =>
      ask('share', key, whole === 0 ? undefined : { kind: 'share', part, whole }, texts),
    duration: (key: string, seconds: Maybe<number>, texts: Texts) =>
      ask('duration', key, seconds === undefined ? undefined : { kind: 'duration', ms: seconds * 1000 }, texts),
    time: (key: string, timeMs: Maybe<number>, texts: Texts) =>
      ask('time', key, timeMs === undefined ? undefined : { kind: 'time', timeMs, offsetMinutes: 0 }, texts),
    /** In seconds since the start of the log's clock. */
    elapsed: (key: string, seconds: Maybe<number>, texts: Texts) =>
      ask('time', key, seconds === undefined ? undefined : elapsed(seconds), texts),
    /** The one name among `all` that is right. */
    name: (key: string, name: Maybe<string>, all: Iterable<string>, texts: Texts) =>
      ask('name', key, name === undefined ? undefined : namesOf([name], all), texts),
    names: (key: string, names: readonly string[], all: Iterable<string>, texts: Texts) =>
      ask('name', key, names.length === 0 ? undefined : namesOf(names, all), texts),
    /** What an answer says in the log's words: one of `words`, none of `others`. */
    words: (key: string, words: Maybe<readonly string[]>, others: readonly string[], texts: Texts) =>
      ask('words', key, words && { kind: 'words', words, others }, texts),
    /** `states` say yes and no. */
    yes: (key: string, isYes: boolean, texts: Texts, states?: readonly [string, string]) =>
      ask(
        'yes or no',
        key,
        { kind: 'yes', isYes, ...(states && { yesWords: [states[0]], noWords: [states[1]] }) },
        texts,
      ),
    /** Of something the file does not hold, asked as if it might. */
    absent: (key: string, texts: Texts) => ask('absent', key, { kind: 'yes', isYes: false, isAbsent: true }, texts),
    /** Nothing in the file can tell. */
    untold: (key: string, texts: Texts) => ask('nothing can tell', key, { kind: 'nothing', why: 'not told' }, texts),
  };
}

export type Questions = ReturnType<typeof createQuestions>;

export interface Range {
  low: number;
  high: number;
}

function elapsed(seconds: number): Truth {
  return { kind: 'time', timeMs: seconds * 1000, offsetMinutes: 0, zeroMs: 0 };
}

function namesOf(names: readonly string[], all: Iterable<string>): Truth {
  return { kind: 'names', names, others: [...new Set(all)].filter((other) => !names.includes(other)) };
}
