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
const isOver = (word: string): boolean => ending.has(word) || isEnd(word) || /^(?:no|not|off)$/.test(word);

/** A line as it stands in the turns of its thing. */
interface Told {
  stems: ReadonlySet<string>;
  key: string;
}

interface Turns {
  pairs: number;
  faults: number;
  /** Stems that only lines have with which it goes on, or is over. */
  later: ReadonlySet<string>;
}

/**
 * Stems that lines have which tell of an event for a second time: that it goes on, or is over. "Jam", "stop, cause jam"
 * and "jam cleared" are one jam. Undefined where the lines take no such turns.
 */
export function laterPhases(held: readonly LogRecord[], schema: Schema): ReadonlySet<string> | undefined {
  const told = held.map((record): Told => {
    const { key, stems } = schema.said(record);
    return { key, stems: stems() };
  });
  const found = [undefined, ...namesOfUnits(schema)].flatMap((column) => {
    const stories = storiesOf(held, told, column);
    const turns = stories && turnsIn(stories);
    return turns === undefined ? [] : [turns];
  });
  return found.sort((a, b) => worth(b) - worth(a))[0]?.later;
}

/** The lines of each thing; without a column those of all. */
function storiesOf(
  held: readonly LogRecord[],
  told: readonly Told[],
  column: Column | undefined,
): Told[][] | undefined {
  if (column === undefined) return [[...told]];
  const stories = new Map<string, Told[]>();
  let named = 0;
  for (const [at, record] of held.entries()) {
    const value = column.read(record);
    const line = told[at];
    if (value === undefined || line === undefined) continue;
    named++;
    stories.set(value, [...(stories.get(value) ?? []), line]);
  }
  return stories.size > 1 && named >= held.length * nearlyAll ? [...stories.values()] : undefined;
}

const worth = ({ pairs, faults }: Turns): number => pairs - 3 * faults;

function turnsIn(stories: readonly Told[][]): Turns | undefined {
  const ends = endsIn(stories);
  if (ends.size === 0) return undefined;
  const isEnding = ({ stems }: Told) => [...ends].some((word) => stems.has(word));
  const [begins, between] = [new Set<Told>(), new Set<Told>()];
  let [pairs, faults] = [0, 0];
  for (const story of stories) {
    let open: Told | undefined;
    for (const [at, line] of story.entries()) {
      if (isEnding(line)) {
        // What was so before the file began ends in it.
        if (open !== undefined) pairs++;
        else if (at > 0 && story[at - 1]?.key === line.key) faults++;
        open = undefined;
      } else if (open === undefined) {
        begins.add(line);
        open = line;
      } else if (open.key === line.key) faults++;
      else between.add(line);
    }
  }
  if (pairs < fewestTurns || faults > pairs * mostFaults || pairs * 2 < begins.size) return undefined;
  const going = wordsOfAll([...between], [...begins]);
  return going && { pairs, faults, later: new Set([...ends, ...going]) };
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
