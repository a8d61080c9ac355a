import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { newValue, oldValue } from '../facts/turns.ts';
import type { Condition } from '../query/query.ts';
import { valueIn } from './named-value.ts';
import { linesWithAll } from './sample-lines.ts';
import { isToldOf } from './told-words.ts';

const mostConditions = 6;
const mostOthers = 4;

/**
 * A word may be the value of one field and of another, or a word of messages: where no line holds all that was read,
 * and another reading of one or two of the words has lines, that one is meant; of what has changed the lines that say
 * what it was. Undefined: as it stands.
 */
export function fitTogether(
  where: readonly Condition[],
  all: string,
  schema: Schema,
  by?: string,
): Condition[] | undefined {
  const told: Condition[] = by === undefined ? [] : [{ field: by, is: 'has', value: '*' }];
  const holdSome = (some: readonly Condition[]) => linesWithAll([...told, ...some], schema).length > 0;
  if (told.length + where.length < 2 || where.length > mostConditions || holdSome(where)) return undefined;
  const isOfChange = by === newValue || by === oldValue;
  const others = where.map((one) => (isWritten(one, all) ? [] : othersFor(one, where, schema, isOfChange)));
  for (const [at, some] of others.entries())
    for (const one of some) {
      const changed = where.with(at, one);
      if (holdSome(changed)) return changed;
    }
  for (const [at, some] of others.entries())
    for (const one of some)
      for (const [second, more] of others.entries())
        for (const other of second > at ? more : []) {
          const changed = where.with(at, one).with(second, other);
          if (holdSome(changed)) return changed;
        }
  return undefined;
}

/** "status=sent" says which field is meant. */
const isWritten = ({ field, is, value }: Condition, all: string): boolean =>
  all.toLowerCase().includes(`${field}${is}${value}`.toLowerCase());

/** What else the word of a condition may say of lines. */
function othersFor(
  { field, is, value, or }: Condition,
  where: readonly Condition[],
  schema: Schema,
  isOfChange: boolean,
): Condition[] {
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
  // The line of a change may write what changed wherever it likes.
  const written: Condition[] = isOfChange ? [{ field: 'text', is: 'has', value }] : [];
  return [...written, ...named, ...words].slice(0, mostOthers);
}

const ofLines = /^(?:level|outcome|message|exception|new value|old value)$/;
