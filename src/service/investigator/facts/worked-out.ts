import { plainUnit } from './amount.ts';
import type { LogRecord } from './records.ts';
import type { Column } from './schema.ts';
import { stemsOf } from './stem.ts';

/** A column of what no line states, and several lines together tell. */
export function workedOut(
  of: Pick<Column, 'name' | 'unit' | 'read'> & Partial<Pick<Column, 'aliases' | 'number'>> & { called?: string },
  sample: readonly LogRecord[],
): Column {
  const { name, unit, read, called = '', aliases = new Set(), number } = of;
  const values: Column['values'] = new Map();
  for (const shown of sample.flatMap((record) => read(record) ?? []))
    values.set(shown, { shown, count: (values.get(shown)?.count ?? 0) + 1 });
  return {
    name,
    stems: stemsOf(called),
    aliases,
    isNumber: number !== undefined,
    isPlace: true,
    unit,
    values,
    seen: [...values.values()].reduce((sum, { count }) => sum + count, 0),
    read,
    number: number ?? (() => undefined),
  };
}

/** A column that no line states by itself, to be read by what was learnt. `called`: words for it. */
export const untold = (name: string, called: string): Column => ({
  name,
  stems: stemsOf(called),
  aliases: new Set(),
  isNumber: false,
  unit: plainUnit,
  values: new Map(),
  seen: 0,
  read: () => undefined,
  number: () => undefined,
});
