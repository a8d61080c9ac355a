import { isOfWriters } from './aliases.ts';
import { alternationsOf } from './alternations.ts';
import { type TurnsOf, turnsFrom, worth } from './learn-state.ts';
import { type StateWords, states } from './lexicon.ts';
import { type Column, oncePerSample, type Schema } from './schema.ts';
import { stem } from './stem.ts';

/**
 * How the lines of this file say that a thing is out of reach or out of order, and that it is back: of all words for it
 * those that take turns for each thing. What fails and starts beside them, such as a job on a worker, does not.
 */
export const learnOutage = oncePerSample((schema) => outageOf(schema));

interface Outage {
  words: StateWords;
  /** Of what it is told. */
  column: Column;
}

const outage = states.find(({ state }) => state === 'outage');
/** Of what fails, stops or has a fault it is known by its end alone that it was out of order. */
const broken = 'tripped fault halted stop stopped gone unmounted no not'.split(' ');
const mended =
  'repaired fixed released cleared running run resumed reset normal again mounted accepting unblocked opened'.split(
    ' ',
  );

const stemsOf = (words: readonly string[]): Set<string> => new Set(words.filter((one) => !one.includes(' ')).map(stem));
const begins = stemsOf([...(outage?.begins ?? []), ...broken]);
const knownEnds = stemsOf([...(outage?.ends ?? []), ...mended]);
/** "re-established", "reopened": again what it was. */
export const isEnd = (word: string): boolean => knownEnds.has(word) || knownEnds.has(stem(word.replace(/^re-?/, '')));

/** Of each thing of the kind, and fewer of a job. */
const fewestLines = 4;

/** Each of them has lines of its own, and they are not who writes lines. What failed and is started is a job. */
const isOutage = (begin: string, { column }: TurnsOf): boolean =>
  column.values.size * fewestLines <= column.seen && !isOfWriters(column) && begin !== stem('failed');

/** How lines with the word take turns with others, either way. */
const turnsWith = (schema: Schema, begin: string, mayEnd: (word: string) => boolean) =>
  [false, true].flatMap((isBegunFirst) => {
    const one = turnsFrom(schema, begin, mayEnd, isBegunFirst);
    return one === undefined ? [] : [{ begin, ...one }];
  });

function outageOf(schema: Schema): Outage | undefined {
  const said = [...begins].filter((word) => schema.kinds.some(({ stems }) => stems.has(word)));
  const found = said.flatMap((begin) => turnsWith(schema, begin, isEnd).filter((one) => isOutage(begin, one)));
  // Of as many turns the word that comes first in the list of them says it best.
  const [best] = [...found, ...alternationsOf(schema)].sort((a, b) => worth(b) - worth(a));
  if (best === undefined) return undefined;
  const { begin, ends, others, isBegunFirst, column } = best;
  return {
    words: {
      state: 'down',
      opposite: 'up',
      begins: [begin],
      ends,
      asked: [],
      others,
      isBegunFirst,
      ofColumn: column.name,
    },
    column,
  };
}

/** The word by which lines say that it began. */
export const begunIn = ({ kinds }: Schema, begins: readonly string[]): string | undefined =>
  kinds
    .flatMap(({ example }) => example.split(/[^A-Za-z]+/))
    .find((word) => begins.includes(stem(word)))
    ?.toLowerCase();
