import { failedWord, succeededWord, synonymsOf } from '../facts/lexicon.ts';
import type { Column, Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import type { Condition } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import type { Reading } from './phrase.ts';
import { isToldOf, isWordOfMessages, isWrittenAsName, sayingOf } from './told-words.ts';
import { softWords } from './words.ts';

export const isRun = (word: string): boolean => /^(?:runs?|executions?)$/i.test(word);

const holds = (word: string) => {
  const forms = [word, ...synonymsOf(word)].map((one) => one.split(' ').map(stem));
  return (stems: ReadonlySet<string>) => forms.some((parts) => parts.every((part) => stems.has(part)));
};

/** They stand on lines of beginnings and on others. */
function areNamesOfRuns(words: readonly string[], { kinds }: Schema): boolean {
  const tests = words.map(holds);
  const told = kinds.filter(({ stems }) => tests.every((test) => test(stems)));
  const begun = told.filter(({ stems }) => isBeginning(stems)).length;
  return begun > 0 && begun < told.length;
}
const isBeginning = holds('started');

/** Words are looked for together: those that never stand in one message with the others are not understood. */
export function settleWords(reading: Reading): void {
  const { schema } = reading;
  // "Runs that failed": what is said of them tells which lines are meant, unless it is a name on those of beginnings, too.
  const others = reading.words.filter((word) => !isRun(word));
  const hasRun = others.length < reading.words.length;
  const isSaidElse =
    (hasRun && others.length > 0 && !areNamesOfRuns(others, schema)) ||
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
    // "How many matches were played": that they were is no word of their lines.
    const isClass = isClassOf(word, reading);
    if (isClass) reading.isInferred = true;
    // Each line of a thing says a part of what is true of it.
    else if (isOnOtherLine(word, left.length))
      reading.where.push({ field: 'words', is: 'has', value: word.toLowerCase() });
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

/** "Fetch errors" of warnings that speak of an error: the word is none of the level where no line is of both. */
export function errorsInWords(reading: Reading): void {
  const { schema, where } = reading;
  const level = where.find(({ field, is, value }) => field === 'level' && is === '=' && value === 'error');
  const said = where.find(({ field, is }) => field === 'words' && is === 'has');
  if (level === undefined || said === undefined || !isWordOfMessages(schema, 'error')) return;
  const others = where.filter((one) => one !== level && one !== said);
  const inWords: Condition[] = [...others, { ...said, value: `${said.value} error` }];
  const holds = (conditions: readonly Condition[]) => schema.sample.some(compile(conditions, schema));
  if (holds(where) || !holds(inWords)) return;
  reading.where = inWords;
  reading.isInferred = true;
}

/** "Print jobs": no line says `print`, though some say `printed`; it is what kind of job they all are. */
function isClassOf(word: string, { schema, columns, text }: Reading): boolean {
  if (!/^[a-z]+$/.test(word) || /(?:ed|ing)$/.test(word)) return false;
  const next = new RegExp(`\\b${word} ([a-z]+)`, 'i').exec(text)?.[1];
  const isThing = next !== undefined && columns.some(({ isLabel, stems }) => isLabel === true && stems.has(stem(next)));
  if (!isThing || schema.columns.some(({ values }) => values.has(word))) return false;
  return !schema.kinds.some(({ example }) => new RegExp(`\\b${word}\\b`, 'i').test(example));
}

const isDone =
  /^(?:play|run|ran|runs|held|hold|make|made|do|done|use|using|submit|submits|submitted|place|placed|process|processed|handle|handled|perform|performed|execute|executed|create|created|issue|issued|start|started|finish|finished|complete|completed|end|ended)(?:ed|s)?$/i;

/** Some line that states the thing has the word. */
function isSaidOf(thing: Column, test: (stems: ReadonlySet<string>) => boolean, schema: Schema): boolean {
  const { holds } = sayingOf(schema, test);
  return schema.sample.some((record) => holds(record) && thing.read(record) !== undefined);
}
