import { oncePer } from '#core/once-per.ts';
import type { Condition } from '../query/query.ts';
import { isOfWriters } from './aliases.ts';
import type { Column, Schema } from './schema.ts';
import { stem, stemsOf } from './stem.ts';

/** A number that lines of one kind state again and again: "glycol reading=3.54", "queue length 154". */
interface ReadingOf {
  /** Stems of the words that its lines have for it. */
  words: ReadonlySet<string>;
  column: Column;
  /** Which lines state it, where others state a number of the same name. */
  where: readonly Condition[];
  count: number;
}

/** Fewer are no readings, and a number that is always the same measures nothing. */
const fewestLines = 5;
const fewestValues = 3;
/** Of any number. */
const generic = /^(?:val|value|reading|cur|current|now|level|amount|measured|measurement|v)$/i;

export const readingsIn = oncePer((schema: Schema): readonly ReadingOf[] => {
  // What each line states is its time, or counts it.
  const numbers = schema.columns.filter((one) => isMeasure(one) && one.seen < schema.sample.length * 0.9);
  const byKind = Map.groupBy(
    schema.sample.filter((record) => schema.operations.every(({ read }) => read(record) === undefined)),
    (record) => schema.said(record).key,
  );
  const found = [...byKind.values()].flatMap((records): ReadingOf[] => {
    const [first] = records;
    if (first === undefined || records.length < fewestLines) return [];
    const [column, second] = numbers.filter(({ read }) => records.every((record) => read(record) !== undefined));
    if (column === undefined || second !== undefined) return [];
    const values = new Set(records.map((record) => column.read(record)));
    if (values.size < fewestValues) return [];
    const said = [...schema.said(first).stems()].filter((one) => /^[a-z][a-z_-]+$/.test(one) && !generic.test(one));
    const isAlone = column.seen === records.length;
    // By its own name where no other line has the number.
    const where: Condition[] = isAlone
      ? []
      : said.slice(0, mostWords).map((value) => ({ field: 'words', is: 'has', value }));
    const own = generic.test(column.name) ? [] : [...column.stems, ...stemsOf(column.unit.name)];
    return [{ words: new Set([...said, ...own]), column, where, count: records.length }];
  });
  return merged(found, schema);
});
const mostWords = 3;

/** Lines that differ in a name or in who writes them state one reading: "supply CF410-black at 37 percent". */
function merged(readings: readonly ReadingOf[], { columns }: Schema): ReadingOf[] {
  const names = new Set(
    columns.flatMap((one) =>
      one.isNumber ? [] : [...one.values.keys()].slice(0, mostNames).flatMap((value) => [...stemsOf(value)]),
    ),
  );
  const found: ReadingOf[] = [];
  for (const one of readings) {
    const at = found.findIndex(
      ({ column, words }) =>
        column === one.column &&
        [...words, ...one.words].every((word) => (words.has(word) && one.words.has(word)) || names.has(word)),
    );
    const same = found[at];
    if (same === undefined) found.push(one);
    else found[at] = joint(same, one);
  }
  return found;
}
const mostNames = 200;

function joint(one: ReadingOf, other: ReadingOf): ReadingOf {
  const count = one.count + other.count;
  const shared = one.where.filter(({ value }) => other.where.some((same) => same.value === value));
  return {
    column: one.column,
    words: new Set([...one.words].filter((word) => other.words.has(word))),
    where: count >= one.column.seen ? [] : shared,
    count,
  };
}

export const isMeasure = (column: Column): boolean =>
  column.isNumber &&
  column.isLabel !== true &&
  column.isSerial !== true &&
  !isOfWriters(column) &&
  !/^(?:new value|old value|time taken|further tries|status|pid|line|port)$/.test(column.name);

/** Words of a question that name it, and those that no line has for it. */
export interface ReadingNamed {
  reading: ReadingOf;
  taken: readonly string[];
}

/** What is measured, of whatever it is. */
export const measure =
  /^(?:temp(?:erature)?|pressure|levels?|speed|load|charge|count|ratio|lag|size|latency|rate|usage|volume|voltage|depth|length|humidity|number|power|flow|distance|percentage|amount)$/i;

/**
 * The reading that some words name: by all of them, or by some that tell it apart from others. "Glycol pressure" is what
 * lines with "glycol" state, and no other pressure.
 */
export function readingNamed(words: readonly string[], schema: Schema): ReadingNamed | undefined {
  const own = words.filter((word) => !measure.test(word));
  const asked = own.length > 0 ? own : words;
  const known = ({ reading, of }: { reading: ReadingOf; of: readonly string[] }) =>
    of.filter((word) => reading.words.has(stem(word))).length;
  const [best, second] = readingsIn(schema)
    .map((reading) => ({ reading, own: known({ reading, of: asked }), all: known({ reading, of: words }) }))
    .filter((one) => one.own > 0)
    .sort((a, b) => b.own - a.own || b.all - a.all);
  if (best === undefined || (second?.own === best.own && second.all === best.all)) return undefined;
  const { reading } = best;
  const isTold = (word: string) => reading.words.has(stem(word)) || reading.column.aliases.has(stem(word));
  return { reading, taken: words.filter((word) => !isTold(word)) };
}
