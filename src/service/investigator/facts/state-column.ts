import { namesOfUnits, stateNames, valuesIn } from './intervals.ts';
import { type StateAsked, stateOfColumn } from './lexicon.ts';
import type { LogRecord } from './records.ts';
import type { Column, Schema } from './schema.ts';
import { sideReader } from './state-side.ts';
import { newValue } from './turns.ts';

/** A state that a field states, by its value or in other words for two of them: "down" of `status=NotReady`. */
export function stateInColumn(
  schema: Schema,
  word: string,
  asked: StateAsked | undefined,
  isAbout?: (record: LogRecord) => boolean,
): StateAsked | undefined {
  const low = word.toLowerCase();
  // Each thing's state is told by its own lines.
  const isOfThem = ({ read }: Column) =>
    isAbout === undefined || schema.sample.some((record) => isAbout(record) && read(record) !== undefined);
  const told = schema.columns.filter((one) => (one.name === newValue || isOfStates(schema, one)) && isOfThem(one));
  const own = told.find(({ values }) => values.has(low));
  if (own !== undefined) return { words: stateOfColumn(word, own.name), isOpposite: false };
  if (asked === undefined) return undefined;
  const sideOf = sideReader(asked.words);
  const both = told.find(({ name, values }) => {
    const sides = new Set([...values.values()].map(({ shown }) => sideOf(shown.split(/\s+/)).side));
    return name !== newValue && sides.has(1) && sides.has(-1);
  });
  return both === undefined ? undefined : { ...asked, words: { ...asked.words, column: both.name } };
}

const named = new RegExp(`(?:^|[._ -])(?:${stateNames}|condition)$`, 'i');
const mostStates = 20;
/** How a mail or message came out. */
const ofDelivery = /^(?:sent|deferred|bounced|delivered)$/;
const known = new WeakMap<Column, boolean>();

/** Something is in one of its values until the next is told; how a request came out is no state of anything. */
export function isOfStates(schema: Schema, column: Column): boolean {
  const { name, isNumber, values } = column;
  if (isNumber || !named.test(name) || values.size < 2 || values.size > mostStates) return false;
  if ([...values.keys()].some((value) => ofDelivery.test(value))) return false;
  let isOne = known.get(column);
  if (isOne === undefined) {
    isOne = lasts(schema, column);
    known.set(column, isOne);
  }
  return isOne;
}

/** Each line tells a change, or values stay for a while: by chance they would change more often. */
function lasts(schema: Schema, column: Column): boolean {
  const candidates = namesOfUnits(schema);
  const readings = schema.sample.flatMap((record) => {
    const value = column.read(record);
    return value === undefined ? [] : [{ value, of: valuesIn(record, candidates) }];
  });
  const shares = [...Map.groupBy(readings, ({ value }) => value).values()].map((some) => some.length / readings.length);
  const byChance = 1 - shares.reduce((sum, share) => sum + share * share, 0);
  return candidates.some(({ name }) => {
    const latest = new Map<string, string>();
    let [told, changes, repeats] = [0, 0, 0];
    for (const { of, value } of readings) {
      const unit = of.get(name);
      if (unit === undefined) continue;
      told++;
      const before = latest.get(unit);
      if (before === value) repeats++;
      else if (before !== undefined) changes++;
      latest.set(unit, value);
    }
    const isSeldom = repeats <= changes * 0.1 || changes / (changes + repeats) < byChance * 0.6;
    return told >= readings.length * 0.5 && changes > 0 && isSeldom;
  });
}
