import { isOfWriters } from '../facts/aliases.ts';
import { participantCalled } from '../facts/participants.ts';
import type { Column, Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import type { Condition, Query } from '../query/query.ts';
import { columnsCalled } from './columns-called.ts';
import { isToldOf } from './told-words.ts';
import { singular } from './words.ts';

/** Of the least of them, in whichever word. */
const isLeast = (word = ''): boolean => /^(?:quick|fast|short|min|least|low|small|few)/i.test(word);

const takes: readonly (readonly [RegExp, Pick<Query, 'take'>])[] = [
  [/^(?:averag|avg|mean)/i, { take: 'mean' }],
  [/^median/i, { take: 'median' }],
  [/^(?:total|sum)/i, { take: 'sum' }],
];

/** "Median", "p95", "highest". */
export function takeOf(stat = ''): Pick<Query, 'take' | 'percent'> {
  const percent = /\d{1,2}/.exec(stat)?.[0];
  if (percent !== undefined) return { take: 'percentile', percent: Number(percent) };
  return takes.find(([word]) => word.test(stat))?.[1] ?? { take: isLeast(stat) ? 'min' : 'max' };
}

/** "44 MB/s", where lines state a bare number. */
const inUnitOf = (column: Column, said: string): string =>
  column.unit.name === '' ? said.replace(/ ?[a-z%°/]+$/i, '') : said;

/** Such a number is beyond a bound that the question states. */
export const boundOn = (column: Column, { is, value }: Pick<Condition, 'is' | 'value'>): Condition => ({
  field: column.name,
  is,
  value: inUnitOf(column, value),
});

/** Nouns for who writes lines. */
export const ofWriting =
  /^(?:component|logger|module|source|service|process|program|thread|host|unit|daemon|agent)s?$/i;

/** What is told apart by a noun, on lines of which some name one: by its name or the noun of its trade. */
function columnBeside(
  noun: string,
  schema: Schema,
  isOn: (record: Schema['sample'][number]) => boolean,
  except: readonly string[],
): Column | undefined {
  const one = singular(noun.toLowerCase());
  const participant = participantCalled(one, schema);
  const called = [...columnsCalled(schema, one.split(' ')), participant];
  // Who writes lines is called by many names, and only by the way what they are about.
  const isOfWriting = ofWriting.test(one);
  const isNamed = (column: Column | undefined): column is Column =>
    column !== undefined &&
    !except.includes(column.name) &&
    column.values.size > 0 &&
    isName(column) &&
    schema.sample.some((record) => isOn(record) && column.read(record) !== undefined);
  const own = [...called, ...schema.columns.filter(({ stems }) => stems.has(stem(one)))].filter(isNamed);
  return (
    // Of those who write lines, threads called worker-3 are the workers.
    own.find((column) => column === participant || !isOfWriters(column)) ??
    (isOfWriting ? own.find((column) => isSeveral(column, schema, isOn)) : undefined)
  );
}

/** Numbers may be names: those of extensions. */
const isName = ({ isNumber, isLabel }: Column): boolean => !isNumber || isLabel === true;

/** "Which printer" is none of those who print. */
const people =
  /^(?:who|users?|person|people|colleagues?|operators?|accounts?|customers?|clients?|members?|owners?|staff)$/i;

/** Of a number, and of no thing. */
const ofMeasure =
  /\b(?:score|value|amount|size|length|price|cost|total|volume|weight|mass|duration|temperature|pressure|speed|depth|height|level|rate|count|percentage)s?$/i;

const noThing =
  /^(?:level|sev(?:erity)?|lvl|outcome|message|msg|d|t|ts|date|time|timestamp|thread|source|name|new value|old value|version|exception|(?:stated )?(?:reason|exception)|cause|changed by|.*\b(?:no|nr|number|count|retry|try|attempt))$/i;

/** What lines name one of each, by a noun of theirs; by one that no line has, where they name one kind of thing. */
export function kindOn(
  noun: string,
  schema: Schema,
  isOn: (record: Schema['sample'][number]) => boolean,
  except: readonly string[] = [],
): Column | undefined {
  const named = columnBeside(noun, schema, isOn, except);
  if (named !== undefined || isToldOf(schema, singular(noun.toLowerCase()))) return named;
  const beside = schema.columns.filter(
    (column) =>
      !except.includes(column.name) &&
      isName(column) &&
      column.isSerial !== true &&
      !isOfWriters(column) &&
      column.values.size > 1 &&
      !noThing.test(column.name) &&
      !schema.columns.some((whole) => whole !== column && column.name.startsWith(`${whole.name} `)) &&
      schema.sample.some((record) => isOn(record) && column.read(record) !== undefined),
  );
  if (ofMeasure.test(noun)) return undefined;
  const isOfPeople = people.test(noun);
  const fitting = beside.filter(({ aliases }) => aliases.has('who') === isOfPeople);
  const [only, second] = beside.length === 1 ? beside : fitting;
  // What is the same on all of them tells none apart.
  return second === undefined && only !== undefined && isSeveral(only, schema, isOn) ? only : undefined;
}

/** Lines state more than one of it. */
export const isSeveral = (
  { read }: Column,
  { sample }: Schema,
  isOn: (record: Schema['sample'][number]) => boolean,
): boolean => new Set(sample.flatMap((record) => (isOn(record) ? (read(record) ?? []) : []))).size > 1;
