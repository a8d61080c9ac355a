import { namesOfUnits } from './intervals.ts';
import { isEnd } from './learn-outage.ts';
import { states } from './lexicon.ts';
import type { LogRecord } from './records.ts';
import type { Column, Schema } from './schema.ts';
import { stem } from './stem.ts';

/** Of fewer turns it may be chance. */
const fewestTurns = 2;
const mostFaults = 0.1;
/** So many of the lines name one of the things whose turns they tell. */
const nearlyAll = 0.9;
const ending = new Set(states.flatMap(({ ends }) => ends.map(stem)));
/** "NodeHasNoDiskPressure", "off": what was so is so no more. */
const isOver = (word: string): boolean =>
  ending.has(word) || isEnd(word) || /^(?:no|not|off)$|^(?:un|dis|de)[a-z]{3,}/.test(word);

/** A line as it stands in the turns of its thing. */
interface Told {
  record: LogRecord;
  stems: ReadonlySet<string>;
  key: string;
}

/** An event from the line with which it begins to the one with which it is over, if it is. */
interface Phase {
  unit: string;
  begin: LogRecord;
  end: LogRecord | undefined;
}

interface Phases {
  /** Names the things that take turns each on its own. */
  column: Column | undefined;
  /** In the order of their things. */
  all: readonly Phase[];
  faults: number;
  /** Stems that only lines have with which it goes on, or is over. */
  later: ReadonlySet<string>;
}

/**
 * How lines that tell of one event take turns: that it begins, goes on and is over. "Jam", "stop, cause jam" and "jam
 * cleared" are one jam. Undefined where fewer than `fewest` of them come to an end.
 */
export function phasesIn(held: readonly LogRecord[], schema: Schema, fewest: number = fewestTurns): Phases | undefined {
  const told = held.map((record): Told => {
    const { key, stems } = schema.said(record);
    return { record, key, stems: stems() };
  });
  const found = [undefined, ...namesOfUnits(schema)].flatMap((column) => {
    const stories = storiesOf(told, column);
    const phases = stories && phasesOf(stories, fewest);
    return phases === undefined ? [] : [{ ...phases, column }];
  });
  return found.sort((a, b) => worth(b) - worth(a))[0];
}

/** The lines of each thing; without a column those of all. */
function storiesOf(told: readonly Told[], column: Column | undefined): Map<string, Told[]> | undefined {
  if (column === undefined) return new Map([['', [...told]]]);
  const named = told.filter(({ record }) => column.read(record) !== undefined);
  const stories = Map.groupBy(named, ({ record }) => column.read(record) ?? '');
  return stories.size > 1 && named.length >= told.length * nearlyAll ? stories : undefined;
}

const endedOf = (all: readonly Phase[]): number => all.filter(({ end }) => end !== undefined).length;
const worth = ({ all, faults }: Phases): number => endedOf(all) - 3 * faults;

function phasesOf(stories: ReadonlyMap<string, Told[]>, fewest: number): Omit<Phases, 'column'> | undefined {
  const ends = endsIn([...stories.values()]);
  if (ends.size === 0) return undefined;
  const isEnding = ({ stems }: Told) => [...ends].some((word) => stems.has(word));
  const told = [...stories].map(([unit, story]) => turnsOf(unit, story, isEnding));
  const all = told.flatMap((one) => one.all);
  const faults = told.reduce((sum, one) => sum + one.faults, 0);
  const ended = endedOf(all);
  if (ended < fewest || faults > ended * mostFaults || ended * 2 < all.length) return undefined;
  const [begins, between] = [told.flatMap((one) => one.begins), told.flatMap((one) => one.between)];
  const going = wordsOfAll(between, begins);
  return going && { all, faults, later: new Set([...ends, ...going]) };
}

interface Turns {
  all: Phase[];
  begins: Told[];
  /** Lines on which it goes on. */
  between: Told[];
  faults: number;
}

function turnsOf(unit: string, story: readonly Told[], isEnding: (line: Told) => boolean): Turns {
  const turns: Turns = { all: [], begins: [], between: [], faults: 0 };
  let open: Told | undefined;
  for (const [at, line] of story.entries()) {
    if (isEnding(line)) {
      // What was so before the file began ends in it.
      if (open !== undefined) turns.all.push({ unit, begin: open.record, end: line.record });
      else if (at > 0 && story[at - 1]?.key === line.key) turns.faults++;
      open = undefined;
    } else if (open === undefined) {
      turns.begins.push(line);
      open = line;
    } else if (open.key === line.key) turns.faults++;
    else turns.between.push(line);
  }
  if (open !== undefined) turns.all.push({ unit, begin: open.record, end: undefined });
  return turns;
}

/** Words that say that it is over, and that no first line of a thing has. */
function endsIn(stories: readonly Told[][]): ReadonlySet<string> {
  const firsts = stories.flatMap((story) => story.slice(0, 1));
  const isFirst = (word: string) => firsts.filter(({ stems }) => stems.has(word)).length > firsts.length * mostFaults;
  return new Set(stories.flat().flatMap(({ stems }) => [...stems].filter((word) => isOver(word) && !isFirst(word))));
}

/** One word for all of some lines which none of the others has; undefined where they have none. */
function wordsOfAll(some: readonly Told[], others: readonly Told[]): string[] | undefined {
  const [first] = some;
  if (first === undefined) return [];
  const word = [...first.stems].find(
    (one) =>
      /^[a-z-]{3,}$/.test(one) &&
      some.every(({ stems }) => stems.has(one)) &&
      !others.some(({ stems }) => stems.has(one)),
  );
  return word === undefined ? undefined : [word];
}
