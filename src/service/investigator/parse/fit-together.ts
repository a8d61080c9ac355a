import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import type { Condition } from '../query/query.ts';
import { valueIn } from './named-value.ts';
import { linesWithAll } from './sample-lines.ts';
import { isToldOf } from './told-words.ts';

const mostConditions = 6;
const mostOthers = 4;

/**
 * A word may be the value of one field and of another, or a word of messages: where no line holds all that was read,
 * and another reading of one or two of the words has lines, that one is meant. Undefined: as it stands.
 */
export function fitTogether(where: readonly Condition[], all: string, schema: Schema): Condition[] | undefined {
  if (where.length < 2 || where.length > mostConditions || holdSome(where, schema)) return undefined;
  const others = where.map((one) => (isWritten(one, all) ? [] : othersFor(one, where, schema)));
  for (const [at, some] of others.entries())
    for (const one of some) {
      const changed = where.with(at, one);
      if (holdSome(changed, schema)) return changed;
    }
  for (const [at, some] of others.entries())
    for (const one of some)
      for (const [second, more] of others.entries())
        for (const other of second > at ? more : []) {
          const changed = where.with(at, one).with(second, other);
          if (holdSome(changed, schema)) return changed;
        }
  return undefined;
}

/** "status=sent" says which field is meant. */
const isWritten = ({ field, is, value }: Condition, all: string): boolean =>
  all.toLowerCase().includes(`${field}${is}${value}`.toLowerCase());

/** What else the word of a condition may say of lines. */
function othersFor({ field, is, value, or }: Condition, where: readonly Condition[], schema: Schema): Condition[] {
  const column = columnNamed(schema, field);
  if (is !== '=' || or !== undefined || column === undefined || column.isNumber || ofLines.test(field)) return [];
  const said =
    value
      .toLowerCase()
      .split(/[./\\]/)
      .at(-1) ?? '';
  const fields = new Set(where.map((one) => one.field));
  const isOther = (one: Column) =>
    !one.isNumber && one.name !== field && !fields.has(one.name) && !ofLines.test(one.name);
  const named = schema.columns.flatMap((one): Condition[] => {
    const shown = isOther(one) ? valueIn(one, value.toLowerCase().replace(/\.service$/, '')) : undefined;
    return shown === undefined ? [] : [{ field: one.name, is: '=', value: shown }];
  });
  const words: Condition[] =
    /^[a-z]{3,}$/.test(said) && isToldOf(schema, said) ? [{ field: 'words', is: 'has', value: said }] : [];
  return [...named, ...words].slice(0, mostOthers);
}

const ofLines = /^(?:level|outcome|message|exception|new value|old value)$/;

/** Whether some line of the sample holds all. */
const holdSome = (where: readonly Condition[], schema: Schema): boolean => linesWithAll(where, schema).length > 0;
