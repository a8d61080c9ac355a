import { isAlarm } from '../facts/levels.ts';
import { outcomeReader } from '../facts/outcome.ts';
import type { LogRecord } from '../facts/records.ts';
import { type Column, columnNamed, isStatus, type Schema } from '../facts/schema.ts';
import type { Condition } from '../query/query.ts';
import { createBudget } from './distribution.ts';
import { createGathered, type Gathered, gather } from './gathered.ts';

export interface Seen extends Gathered {
  /** On so many of the lines a warning, an error or a failure is told. */
  bad: number;
  /** The sum of the squares of its numbers. */
  squares: number;
}

/** All that the lines of one side state. */
export interface SideSeen {
  all: Seen;
  numbers: Map<Column, Seen>;
  values: Map<Column, Map<string, Seen>>;
  see(record: LogRecord): void;
}

/** Which process wrote a line says nothing of what it tells. */
const ofWriting = /^(?:pid|tid|thread|line)$/i;
/** More different values tell one thing from the next. */
const mostValues = 60;
const mostKinds = 2000;

/** Gathers it; `own` is by which the side is told apart. */
export function createSideSeen(schema: Schema, own: readonly Condition[]): SideSeen {
  const budget = createBudget();
  const create = (): Seen => ({ ...createGathered(budget), bad: 0, squares: 0 });
  const [outcome, message] = [columnNamed(schema, 'outcome'), columnNamed(schema, 'message')];
  // A field of that name may have words of its own for it.
  const outcomeOf = outcomeReader(schema.book);
  const isNumber = (one: Column) => one.isNumber && one.isLabel !== true && !isStatus(one);
  const columns = schema.columns.filter(
    ({ name, isSerial }) => isSerial !== true && !ofWriting.test(name) && !own.some(({ field }) => field === name),
  );
  const numbers = columns.filter((one) => isNumber(one) && !isCounter(one, schema));
  const told = columns.filter((one) => !isNumber(one) && (one === message || one.values.size <= mostValues));
  const tellsTrouble = (record: LogRecord) =>
    isAlarm(record) || outcome?.read(record) === 'failed' || outcomeOf(record) === 'failed';
  const side: SideSeen = {
    all: create(),
    numbers: new Map(),
    values: new Map(told.map((one) => [one, new Map()])),
    see(record) {
      const isBad = tellsTrouble(record);
      const add = (seen: Seen, number?: number) => {
        gather(seen, record, number);
        seen.bad += Number(isBad);
        seen.squares += (number ?? 0) ** 2;
      };
      add(side.all);
      for (const one of numbers) {
        const number = one.number(record);
        if (number !== undefined) add(ofKey(side.numbers, one, create), number);
      }
      for (const [one, values] of side.values) {
        const value = one === message ? withoutNames(one.read(record), own) : one.read(record);
        const isKept = value !== undefined && (values.has(value) || values.size < mostKinds);
        if (isKept) add(ofKey(values, value, create));
      }
    },
  };
  return side;
}

function ofKey<Key>(seen: Map<Key, Seen>, key: Key, create: () => Seen): Seen {
  const known = seen.get(key) ?? create();
  seen.set(key, known);
  return known;
}

/** The name of a side stands on lines of that side alone, and is no other message for that. */
const withoutNames = (message: string | undefined, own: readonly Condition[]): string | undefined =>
  own.reduce((said, { value }) => said?.replaceAll(value.replace(/-?\d[\w-]*/g, '#'), '…'), message);

const fewestNumbered = 10;

/** Goes up by one step from line to line: it numbers them. */
function isCounter(column: Column, { sample }: Schema): boolean {
  if (column.seen < fewestNumbered) return false;
  const values = sample.flatMap((record) => column.number(record) ?? []);
  const steps = new Set(values.slice(1).map((value, at) => value - (values[at] ?? 0)));
  return steps.size === 1 && !steps.has(0);
}
