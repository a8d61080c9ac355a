import { phasesIn } from '../facts/phases.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { stem, wordsOf } from '../facts/stem.ts';
import { type Condition, isOfAny, type Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';

/**
 * "How many rebalances", where one line says that it started and another that it finished: each is counted once, by the
 * line that begins it, and what lines name by its names. Undefined where the lines tell each once, or the question names
 * one of its sides.
 */
export function onceEach(query: Query, schema: Schema, isOften: boolean): Query | undefined {
  const { take, of, state, where } = query;
  if (take !== 'count' || of !== undefined || state !== undefined) return undefined;
  const said = where.filter(({ field, is }) => field === 'words' && is === 'has');
  const isOfNames = where.every(({ is, field }) => is === '=' && !/^(?:level|outcome)$/.test(field));
  if (where.length === 0 || (said.length === 0 && !isOfNames)) return isOften ? undefined : ofThings(query, schema);
  const held = schema.sample.filter(compile(where, schema));
  const later = phasesIn(held, schema)?.later;
  if (later === undefined) return undefined;
  // The words as lines have them.
  const words = held.flatMap((record) => wordsOf(record.row().message).filter((word) => later.has(stem(word))));
  const apart = [...new Set(words)].map((value): Condition => ({ field: 'words', is: '!=', value }));
  return apart.length === 0 ? undefined : { ...query, where: [...where, ...apart] };
}

/** "How many passes", of which several lines have the number of each. */
function ofThings(query: Query, schema: Schema): Query | undefined {
  const [one, second] = query.where;
  const column = second === undefined && one !== undefined && isOfAny(one) ? columnNamed(schema, one.field) : undefined;
  if (column === undefined || column.values.size < 2 || query.by !== undefined) return undefined;
  if (isNumbered(column)) return { ...query, take: 'distinct', of: column.name };
  // "How many snapshots were pruned", where each line states how many there were.
  const areStated =
    column.isNumber && column.isLabel !== true && column.isSerial !== true && /[^s]s$/.test(column.name);
  return areStated ? { ...query, take: 'sum', of: column.name, where: [] } : undefined;
}

/** `pass 4411`: whole numbers, each on as many lines, by a name for one of them. */
function isNumbered({ name, unit, values, isPlace, seen }: Column): boolean {
  const numbers = [...values.keys()];
  const areWhole = isPlace === true && unit.name === '' && numbers.every((one) => /^\d+$/.test(one));
  return areWhole && !/[^s]s$/.test(name) && seen >= values.size * 2;
}
