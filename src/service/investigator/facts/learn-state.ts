import { oncePer } from '#core/once-per.ts';
import { isOfWriters } from './aliases.ts';
import { namesOfUnits } from './intervals.ts';
import { type StateWords, states } from './lexicon.ts';
import { mentionReader } from './mentions.ts';
import type { LogRecord } from './records.ts';
import type { Column, Schema } from './schema.ts';
import { stem } from './stem.ts';

/**
 * A state that only this file's lines tell of: "stowed" until "unstowed", "jammed" until "cleared". Its end is the word
 * that comes next for the same thing, time after time.
 */
export function learnState(schema: Schema, word: string, endsBy: 'any word' | 'a known end' = 'any word') {
  const begin = stem(word);
  const key = `${begin} until ${endsBy}`;
  const known = learnt(schema);
  const mayEnd = endsBy === 'any word' ? () => true : (one: string) => endings.has(one);
  if (!known.has(key))
    known.set(key, isWord.test(word) ? endsOf(schema, begin, word.toLowerCase(), mayEnd) : undefined);
  return known.get(key);
}
const learnt = oncePer((_: Schema) => new Map<string, StateWords | undefined>());
const isWord = /^(?!(?:time|duration|period|length|size|count|value|total|number|rate|average)s?$)[a-z][a-z-]{2,30}$/i;

/** What lines say of one thing, in their order: each by the place of its words among those of the sample. */
type Story = number[];
/** The stems of what lines say: few lines say what no other does. */
type Sayings = readonly ReadonlySet<string>[];

/** Which lines begin it, which end it, and how well they take turns. */
export interface Turns {
  ends: readonly string[];
  /** Words of lines that have the word and begin nothing: "pass failed: stow". */
  others: readonly string[];
  /** Lines that have words of both sides begin it: "stopped accepting jobs", "accepting jobs". */
  isBegunFirst: boolean;
  pairs: number;
  faults: number;
}

/** Turns of the things that a column names. */
export interface TurnsOf extends Turns {
  column: Column;
}

/** So many different ends of one state are told apart: finished, failed, cancelled. */
const mostEnds = 4;
const mostFirsts = 12;
const mostBeside = 20;
const mostWords = 80;
/** Fewer turns may be chance. */
const seldom = 3;

function endsOf(
  schema: Schema,
  begin: string,
  word: string,
  mayEnd: (word: string) => boolean,
): StateWords | undefined {
  const turns = turnsFrom(schema, begin, mayEnd);
  if (turns === undefined) return undefined;
  const { ends, others, pairs } = turns;
  const isNoun = kindsWith(schema, ends).every((stems) => stems.has(begin));
  const told = { isNoun, isSeldom: pairs < seldom };
  return { state: word, opposite: `not ${word}`, begins: [begin], ends, asked: [word], others, learnt: told };
}

/** How what the word begins takes turns with what ends it, for the things that tell it best. */
export function turnsFrom(
  schema: Schema,
  begin: string,
  mayEnd: (word: string) => boolean,
  isBegunFirst = false,
): TurnsOf | undefined {
  const names = namesIn(schema);
  if (names.has(begin) || !schema.kinds.some(({ stems }) => stems.has(begin))) return undefined;
  const found: TurnsOf[] = [];
  const sample = sampleOf(schema);
  // "Backup started" is no end of a backup, though it follows on each that finished.
  const isEnd = (one: string) =>
    mayEnd(one) &&
    !names.has(one) &&
    !(starting.has(one) && kindsWith(schema, [one]).every((stems) => stems.has(begin)));
  for (const column of namesOfUnits(schema)) {
    const stories = storiesOf(sample, column, begin);
    if (stories === undefined) return undefined;
    const turns = turnsIn(stories, sample.sayings, { begin, isBegunFirst }, isEnd);
    if (turns !== undefined) found.push({ ...turns, column });
  }
  return ofThings(found);
}

/** Who or what lines are of is neither the begin nor the end of a state. */
const namesIn = ({ columns }: Schema): ReadonlySet<string> =>
  new Set(
    columns.flatMap(({ name, values }) =>
      /^(?:source|host|unit|service)$/.test(name)
        ? [...values.keys()].map((value) => stem(value))
        : [...values.keys()].flatMap((value) => /^([a-z]{3,})-(?=.*\d)[a-z\d-]+$/.exec(value)?.[1] ?? []).map(stem),
    ),
  );

/** The lines of one program take turns too: of what tells them the finest apart, where it tells nearly as many; a field first. */
function ofThings(found: readonly TurnsOf[]): TurnsOf | undefined {
  const most = Math.max(...found.map(worth));
  const clearness = (one: TurnsOf) =>
    isOfWriters(one.column) ? 0 : one.column.isPlace !== true && worth(one) >= most * 0.9 ? 2 : 1;
  const [finest] = found
    .filter((turns) => worth(turns) * 2 >= most)
    .sort((a, b) => clearness(b) - clearness(a) || b.column.values.size - a.column.values.size);
  return finest;
}

const kindsWith = ({ kinds }: Schema, words: readonly string[]) =>
  kinds.flatMap(({ stems }) => (words.some((one) => stems.has(one)) ? [stems] : []));

/** Each pair speaks for it, and each line out of turn against it. */
export const worth = ({ pairs, faults }: Turns): number => pairs - 3 * faults;

interface Line {
  record: LogRecord;
  /** Its place among the sayings. */
  told: number;
}

/** The lines that are learnt from, read once however many words are asked about. */
interface Sample {
  lines: readonly Line[];
  sayings: Sayings;
  /** By column, for each of the lines. */
  values: Map<Column, readonly (string | undefined)[]>;
}

const sampleOf = oncePer((schema: Schema): Sample => {
  const known = new Map<string, number>();
  const sayings: ReadonlySet<string>[] = [];
  const lines = schema.sample.map((record) => {
    const { key, stems } = schema.said(record);
    const told = known.get(key) ?? sayings.push(stems()) - 1;
    known.set(key, told);
    return { record, told };
  });
  return { lines, sayings, values: new Map() };
});

function valuesOf({ lines, values }: Sample, column: Column): readonly (string | undefined)[] {
  const read = mentionReader(column);
  const known = values.get(column) ?? lines.map(({ record }) => read(record));
  values.set(column, known);
  return known;
}

/** The lines of each thing, from the first that says that it began; undefined where the word is none for a state. */
function storiesOf(sample: Sample, column: Column, begin: string): Story[] | undefined {
  const stories = new Map<string, Story>();
  let [begun, called] = [0, 0];
  const values = valuesOf(sample, column);
  const begins = sample.sayings.map((words) => words.has(begin));
  for (const [at, { record, told }] of sample.lines.entries()) {
    const value = values[at];
    if (value === undefined) continue;
    const isBegin = begins[told] === true;
    if (isBegin && begun < enoughBegun && isOfName(record.row().message, begin, value)) called++;
    if (isBegin) begun++;
    const story = stories.get(value);
    if (story !== undefined) story.push(told);
    else if (isBegin) stories.set(value, [told]);
  }
  return called * 2 > Math.min(begun, enoughBegun) ? undefined : [...stories.values()];
}

/** So many lines show whether the word names things. */
const enoughBegun = 300;

/** "Fixture spot-07": a word before the name says what it is the name of. "Not responding" is the other state. */
function isOfName(message: string, word: string, name: string): boolean {
  const tokens = message.toLowerCase().split(/[\s"'=:]+/);
  const at = tokens.findIndex((one) => stem(one) === word);
  return (
    at >= 0 &&
    (tokens[at + 1]?.startsWith(name.toLowerCase()) === true || /^(?:not|no|never)$/.test(tokens[at - 1] ?? ''))
  );
}

/** Ends are found one by one, each that pairs more beginnings, beside what only looks like a beginning. */
function turnsIn(
  stories: readonly Story[],
  sayings: Sayings,
  { begin, isBegunFirst }: { begin: string; isBegunFirst: boolean },
  isEnd: (word: string) => boolean,
): Turns | undefined {
  const count = (ends: readonly string[], others: readonly string[]): Turns => {
    const words = { begin, ends, others, isBegunFirst };
    return { ends, others, isBegunFirst, ...turnsOf(stories, sayings, words) };
  };
  const all = timesTold(stories);
  const begun = new Map([...all].filter(([told]) => sayings[told]?.has(begin)));
  const lines = [...begun.values()].reduce((sum, times) => sum + times, 0);
  // Of what stops taking orders and takes them again, the lines share the word for what it does.
  const isShared = (word: string) => isBegunFirst && [...begun.keys()].every((told) => sayings[told]?.has(word));
  const after = asCommon(wordsOf(all, sayings), lines, mostWords).filter(
    (word) => word !== begin && (isEnd(word) || isShared(word)),
  );
  const beside = asCommon(wordsOf(begun, sayings), lines, mostBeside);
  const withOthers = (turns: Turns): Turns => {
    if (turns.faults === 0) return turns;
    return bestOf([turns, ...beside.map((word) => count(turns.ends, [...turns.others, word]))]) ?? turns;
  };
  const firsts = after.map((word) => count([word], [])).sort((x, y) => y.pairs - y.faults - (x.pairs - x.faults));
  let best = bestOf(firsts.slice(0, mostFirsts).map(withOthers));
  for (let size = 2; size <= mostEnds && best !== undefined; size++) {
    const { ends, others }: Turns = best;
    const found = bestOf(after.map((word) => count([...ends, word], others)));
    if (found === undefined || worth(found) <= worth(best)) break;
    best = found;
  }
  return best !== undefined && isTold(best) ? best : undefined;
}

/** Of those that are worth the same the one whose word is known to end things, and to begin none. */
function bestOf(found: readonly Turns[]): Turns | undefined {
  let best: Turns | undefined;
  for (const one of found)
    if (
      best === undefined ||
      worth(one) > worth(best) ||
      (worth(one) === worth(best) && clearnessOf(one) > clearnessOf(best))
    )
      best = one;
  return best;
}

function clearnessOf({ ends }: Turns): number {
  const word = ends.at(-1) ?? '';
  return endings.has(word) ? 2 : isKnownEnd(word) ? 1 : 0;
}

/** Once may be chance, unless the word is one that ends things. */
const isTold = ({ ends, pairs, faults }: Turns): boolean =>
  pairs >= (ends.some(isKnownEnd) ? 1 : seldom) && faults <= pairs * 0.1;

/** What begins a run. */
const starting = new Set(states.flatMap(({ state, begins }) => (state === 'running' ? begins.map(stem) : [])));

const knownEnds = new Set(
  states.flatMap(({ begins, ends }) => [...begins, ...ends]).flatMap((one) => (one.includes(' ') ? [] : [stem(one)])),
);
const endings = new Set(states.flatMap(({ ends }) => ends.map(stem)));
const isKnownEnd = (word: string): boolean => knownEnds.has(word) || /^(?:re|un|de|dis)[a-z]{3}/.test(word);

function timesTold(stories: readonly Story[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const story of stories) for (const told of story) times.set(told, (times.get(told) ?? 0) + 1);
  return times;
}

/** On how many lines each word stands. */
function wordsOf(told: ReadonlyMap<number, number>, sayings: Sayings): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [at, times] of told)
    for (const word of sayings[at] ?? [])
      if (/^[a-z-]{2,}$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + times);
  return counts;
}

/** Those that stand on about so many lines. */
const asCommon = (counts: ReadonlyMap<string, number>, as: number, most: number): string[] =>
  [...counts]
    .sort((a, b) => Math.abs(a[1] - as) - Math.abs(b[1] - as))
    .slice(0, most)
    .map(([word]) => word);

function turnsOf(
  stories: readonly Story[],
  sayings: Sayings,
  { begin, ends, others, isBegunFirst }: Omit<Turns, 'pairs' | 'faults'> & { begin: string },
): { pairs: number; faults: number } {
  const parts = sayings.map((told): 'begin' | 'end' | undefined => {
    if (others.some((one) => told.has(one))) return undefined;
    const isBegin = told.has(begin);
    if (!(isBegin && isBegunFirst) && ends.some((one) => told.has(one))) return 'end';
    return isBegin ? 'begin' : undefined;
  });
  let [pairs, faults] = [0, 0];
  for (const story of stories) {
    let isOpen = false;
    for (const told of story) {
      const part = parts[told];
      if (part === undefined) continue;
      const isBegin = part === 'begin';
      if (isBegin === isOpen) faults++;
      else if (isOpen) pairs++;
      isOpen = isBegin;
    }
  }
  return { pairs, faults };
}
