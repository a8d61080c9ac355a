import { failedWord, succeededWord, synonymsOf } from '../facts/lexicon.ts';
import type { Column, Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import type { Reading } from './phrase.ts';
import { isToldOf, isWrittenAsName, sayingOf } from './told-words.ts';
import { softWords } from './words.ts';

export const isRun = (word: string): boolean => /^(?:runs?|executions?)$/i.test(word);

const holds = (word: string) => {
  const forms = [word, ...synonymsOf(word)].map((one) => one.split(' ').map(stem));
  return (stems: ReadonlySet<string>) => forms.some((parts) => parts.every((part) => stems.has(part)));
};

/** Words are looked for together: those that never stand in one message with the others are not understood. */
export function settleWords(reading: Reading): void {
  const { schema } = reading;
  // "Runs that failed": what is said of them tells which lines are meant.
  const others = reading.words.filter((word) => !isRun(word));
  const hasRun = others.length < reading.words.length;
  const isSaidElse =
    (hasRun && others.length > 0) ||
    reading.where.some(
      ({ field, value }) => field === 'outcome' || failedWord.test(value) || succeededWord.test(value),
    );
  // A run is one by its beginning.
  const isBegun = isToldOf(schema, 'start');
  const words = reading.words
    .filter((word) => !isSaidElse || !isRun(word))
    .map((word) => (isBegun && /^(?:runs?|ran|executions?)$/i.test(word) ? 'started' : word));
  if (words.length === 0) {
    reading.words = [];
    return;
  }
  // Whether each line with the word is a run of its own is not said.
  if (words.some(isRun)) reading.isInferred = true;
  const asked = new Set(reading.where.map(({ field }) => field));
  const thing = [...reading.columns, ...schema.columns.filter(({ name }) => asked.has(name))].find(
    ({ isLabel }) => isLabel === true,
  );
  let kinds = schema.kinds;
  const together: string[] = [];
  const isOnOtherLine = (word: string, left: number) =>
    left === 0 && thing?.isSerial === true && isSaidOf(thing, holds(word), schema);
  for (const word of words) {
    const left = kinds.filter(({ stems }) => holds(word)(stems));
    const isApart = thing !== undefined && left.length > 0 && !isSaidOf(thing, holds(word), schema);
    // Each line of a thing says a part of what is true of it.
    if (isOnOtherLine(word, left.length)) reading.where.push({ field: 'words', is: 'has', value: word.toLowerCase() });
    else if (isApart || (left.length === 0 && thing !== undefined)) {
      if (!isDone.test(word)) reading.unread.push(word);
      else reading.isInferred = true;
    } else if (left.length === 0 && softWords.has(word.toLowerCase())) reading.isInferred = true;
    else if (left.length === 0) reading.unread.push(word);
    else {
      kinds = left;
      together.push(word);
    }
  }
  reading.words = together;
  // A name such as `DailyClose` is told as it is written.
  const shown = together.map((word) => (isWrittenAsName(word) ? word : word.toLowerCase()));
  if (shown.length > 0) reading.where.push({ field: 'words', is: 'has', value: shown.join(' ') });
}

const isDone =
  /^(?:play|run|ran|runs|held|hold|make|made|do|done|use|using|submit|submits|submitted|place|placed|process|processed|handle|handled|perform|performed|execute|executed|create|created|issue|issued|start|started|finish|finished|complete|completed|end|ended)(?:ed|s)?$/i;

/** Some line that states the thing has the word. */
function isSaidOf(thing: Column, test: (stems: ReadonlySet<string>) => boolean, schema: Schema): boolean {
  const { holds } = sayingOf(schema, test);
  return schema.sample.some((record) => holds(record) && thing.read(record) !== undefined);
}
