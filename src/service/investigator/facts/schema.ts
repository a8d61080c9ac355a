import type { Scene } from '../investigation.ts';
import { isOfWriters } from './aliases.ts';
import { plainUnit, type Unit } from './amount.ts';
import { startOf } from './begins.ts';
import { ColumnBuilder } from './column-builder.ts';
import { doerIn } from './doers.ts';
import { withOutcomes } from './learn-outcomes.ts';
import { withLives } from './lives.ts';
import { documentsOf, eachRecord, type LogRecord } from './records.ts';
import { withAlarmReasons } from './stated-reasons.ts';
import { stemsOf } from './stem.ts';
import { testsTold } from './test-results.ts';
import { timeTakenOf } from './time-taken.ts';
import { triesOf } from './tries.ts';
import { changedBy, newValue } from './turns.ts';
import { WordingBook } from './wording.ts';
import { workedOut } from './worked-out.ts';

/** Something each of many lines states: a field, a place in its message, its level, its host. */
export interface Column {
  name: string;
  /** Stems it may be called by. */
  stems: ReadonlySet<string>;
  /** Further stems, of other words for the same thing. */
  aliases: ReadonlySet<string>;
  isNumber: boolean;
  /** A place in messages that was found by comparing them: not each message with the name was seen to have it. */
  isPlace?: boolean | undefined;
  /** Its numbers are names: "order 8812". None is added up because many orders are asked about. */
  isLabel?: boolean;
  /** Tells one thing from the next of its kind: "build #4512", `order_id`. What is asked about such things is counted by them. */
  isSerial?: boolean;
  unit: Unit;
  /** By lower case: as written, and how many of the sample have it. */
  values: Map<string, { shown: string; count: number }>;
  seen: number;
  read(record: LogRecord): string | undefined;
  /** In the base of its unit. */
  number(record: LogRecord): number | undefined;
}

interface KindOfLine {
  stems: ReadonlySet<string>;
  text: string;
  count: number;
  example: string;
  document: string;
  line: number;
}

/** What the file can be asked about: the names that are its own. */
export interface Schema {
  columns: Column[];
  kinds: KindOfLine[];
  book: WordingBook;
  said: Said;
  /** All records were learnt from: what is not here is not in the file. */
  isWhole: boolean;
  /** False where the time of the run was used up on the way: nothing can be said to be absent. */
  isComplete: boolean;
  /** Most lines state a level. */
  hasLevels: boolean;
  records: number;
  /** Names of the question that stand in lines, wherever: in small letters. */
  named: ReadonlySet<string>;
  /** What was learnt from. */
  sample: readonly LogRecord[];
  /** What the rows of a table are called, by the name of its file: stems. */
  rows: ReadonlySet<string>;
  /** Numbers what the program does again and again, each of which came out well or failed: sessions, jobs, transfers. */
  operation?: Column;
  /** That one, and what else it numbers and does. */
  operations: readonly Column[];
  /** What each of them states a number of: the rows of a job, the amount of a payment. */
  figure?: Column;
  /** Lines are requests, with a path or method and a status. */
  isAccess: boolean;
  /** What tells requests from other lines, where not all lines are requests. */
  requests: string | undefined;
  clock: { firstMs: number; lastMs: number; zoneMinutes: number; isBoot: boolean; isTimeOfDay: boolean } | undefined;
}

export const columnNamed = ({ columns }: Pick<Schema, 'columns'>, name: string | undefined): Column | undefined =>
  name === undefined ? undefined : columns.find((one) => one.name === name);

/** Learnt of a file once, whichever columns a query adds to its schema. */
export function oncePerSample<Found>(learn: (schema: Schema) => Found): (schema: Schema) => Found {
  const known = new WeakMap<Schema['sample'], { found: Found }>();
  return (schema) => {
    const { found } = known.get(schema.sample) ?? { found: learn(schema) };
    known.set(schema.sample, { found });
    return found;
  };
}

/** When the file ends. */
export const lastOf = ({ clock }: Pick<Schema, 'clock'>): number => clock?.lastMs ?? 0;

/** Logs are learnt from whole up to so many lines, longer ones from a sample. */
const wholeLines = 30_000;
const sampleLines = 12_000;
const mostKinds = 5000;

export async function learnSchema(scene: Scene): Promise<Schema> {
  const documents = documentsOf(scene);
  const isWhole = documents.reduce((sum, { lines }) => sum + lines, 0) <= wholeLines;
  const book = new WordingBook();
  const sample: LogRecord[] = [];
  const totals = await eachRecord(scene, {
    ...(isWhole ? {} : { sampleLines: Math.ceil(sampleLines / documents.length) }),
    see(record) {
      const [row, level] = [record.row(), record.level()];
      book.learn(row.message);
      sample.push({ ...record, row: () => row, level: () => level });
    },
  });
  const builder = new ColumnBuilder(book);
  for (const record of sample) builder.see(record);
  const seen = builder.columns();
  const said = saidBy(book, seen);
  const found = withOutcomes(withLives(seen, sample, said), sample, said);
  const columns = withWorkedOut(found, sample, said, isWhole);
  const path = columns.find(({ name }) => name === 'path');
  const isAccess = path !== undefined && columns.some((column) => isStatus(column));
  return {
    ...found,
    columns,
    kinds: kindsOf(sample, said),
    book,
    said,
    isWhole,
    isComplete: totals.isWhole,
    hasLevels: sample.filter((record) => record.level() !== undefined).length > sample.length * 0.3,
    records: sample.length,
    named: new Set(),
    sample,
    rows: rowsOf(sample),
    isAccess,
    requests: isAccess && path.seen < sample.length ? path.name : undefined,
    clock: clockOf(scene),
  };
}

/** With what no line states by itself. */
function withWorkedOut(
  found: Pick<Schema, 'columns' | 'operations'>,
  sample: readonly LogRecord[],
  said: Said,
  isWhole: boolean,
): Column[] {
  const { operations } = found;
  const columns = withAlarmReasons(found.columns, { operations, sample });
  const lasted = timeTakenOf({ columns, operations }, sample, said);
  // Of a sample the tries and the first lines of most are not known.
  const others = isWhole ? [triesOf, startOf].map((learn) => learn({ columns, operations }, sample)) : [];
  const turned = columns.find(({ name }) => name === newValue);
  const all = [...columns, ...[lasted, ...others].filter((one) => one !== undefined), ...testsTold(sample)];
  return turned === undefined ? all : [...all, whoChanged(turned, all, sample)];
}

function kindsOf(sample: readonly LogRecord[], said: Said): KindOfLine[] {
  const kinds = new Map<string, KindOfLine>();
  for (const record of sample) {
    const { key, stems } = said(record);
    const known = kinds.get(key);
    if (known !== undefined) known.count++;
    else if (kinds.size < mostKinds) {
      const { document, line } = record;
      const example = record.row().message;
      kinds.set(key, { stems: stems(), text: key, count: 1, example, document: document.name, line });
    }
  }
  return [...kinds.values()];
}

/** Who changed what. Whoever other lines name as well is not found here. */
function whoChanged(turned: Column, columns: readonly Column[], sample: readonly LogRecord[]): Column {
  const read = (record: LogRecord) => {
    const { message, values } = record.row();
    return turned.read(record) === undefined ? undefined : doerIn(message, values);
  };
  const isNamedBeside = (shown: string) => columns.some((one) => one.values.has(shown.toLowerCase()));
  const column = workedOut({ name: changedBy, unit: plainUnit, read }, sample);
  const own = [...column.values].filter(([, { shown }]) => !isNamedBeside(shown));
  return {
    ...column,
    isPlace: false,
    seen: turned.seen,
    values: new Map(own.map(([shown, value]) => [shown.toLowerCase(), value])),
  };
}

/** "builds-2026.csv" holds builds. */
const rowsOf = (records: readonly LogRecord[]): ReadonlySet<string> =>
  new Set(
    [...new Set(records.filter(({ isInColumns }) => isInColumns).map(({ document }) => document.name))].flatMap(
      (name) => [...stemsOf(name.replace(/^.*\/|\.\w+$/g, ''))],
    ),
  );

/** The words of a record: of its message, and of fields that say in words what happened. */
export type Said = (record: LogRecord) => { key: string; stems: () => ReadonlySet<string> };

const noSaying =
  /^(?:level|site|from|to|old|new|previous|current|before|after|old_\w+|new_\w+|outcome|host|hostname|method|message|new value|old value|user_?agent)$/i;
const inWords = /^[A-Za-z]{2,}(?:[ _.:-]+[A-Za-z]{2,}){0,7}$/;

/** Android's `am_kill` says what happened, where `billing.sorter` says who writes. */
const areEvents = (values: Column['values']): boolean =>
  [...values.values()].filter(({ shown }) => shown.includes('_')).length * 2 > values.size;

function saidBy(book: WordingBook, columns: readonly Column[]): Said {
  const sayings = columns.filter(
    ({ name, isPlace, isNumber, values }) =>
      isPlace !== true &&
      !isNumber &&
      !(isOfWriters({ name, isPlace }) && !areEvents(values)) &&
      !noSaying.test(name) &&
      values.size <= 60 &&
      [...values.values()].filter(({ shown }) => inWords.test(shown)).length >= values.size * 0.8,
  );
  return (record) => {
    const { wording } = book.of(record.row().message);
    const told = sayings.flatMap(({ read }) => read(record) ?? []);
    return told.length === 0
      ? { key: wording.text, stems: () => wording.stems }
      : {
          key: `${wording.text} ${told.join(' ')}`,
          stems: () => new Set([...wording.stems, ...stemsOf(told.join(' ').replace(/[_.:-]/g, ' '))]),
        };
  };
}

/** What the messages of lines of one kind have in common. */
export const formOf = (record: LogRecord, { book }: Pick<Schema, 'book'>): string =>
  book.of(record.row().message).wording.text;

/** Holds the numbers of HTTP's answers. */
export const isStatus = ({ stems, aliases, isNumber }: Column): boolean =>
  isNumber && (stems.has('status') || aliases.has('status'));

function clockOf(scene: Scene): Schema['clock'] {
  const timed = documentsOf(scene).filter((info) => info.firstTimeMs !== undefined && info.clock !== 'none');
  const [first] = timed;
  if (first === undefined) return undefined;
  return {
    firstMs: Math.min(...timed.map((info) => info.firstTimeMs!)),
    lastMs: Math.max(...timed.map((info) => info.lastTimeMs ?? info.firstTimeMs!)),
    zoneMinutes: first.zoneMinutes ?? 0,
    isBoot: first.clock === 'boot' && first.isTimeOfDay !== true,
    isTimeOfDay: first.isTimeOfDay === true,
  };
}
