import type { Schema } from '../facts/schema.ts';

/** What the file can be asked about, for whom nothing else could be said. */
export function offersOf({ columns }: Schema): string[] {
  return columns
    .filter(({ name, values }) => name !== 'message' && values.size > 1)
    .slice(0, 6)
    .map(({ name }) => name);
}

/** Fields whose names are most like one that is none; else some that are. */
export function nearestColumns(schema: Schema, name: string): string[] {
  const low = name.toLowerCase();
  const near = schema.columns.filter(
    (column) => column.name.toLowerCase().includes(low) || alike(low, column.name.toLowerCase()) > 0.4,
  );
  return near.length > 0 ? near.slice(0, 4).map((column) => column.name) : offersOf(schema);
}

/** Names of the file that are spelt most like one that is not in it; else some of the same shape. */
export function nearestNames({ columns }: Schema, name: string): string[] {
  const low = name.toLowerCase();
  const found = new Map<string, number>();
  for (const { values, isNumber } of columns) {
    if (isNumber) continue;
    for (const [value, { shown }] of values) {
      if (value.length > 60) continue;
      const score = alike(low, value);
      if (score > 0.4) found.set(shown, Math.max(found.get(shown) ?? 0, score));
    }
  }
  return [...found]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4)
    .map(([shown]) => shown);
}

/** Pairs of letters in common, 0 to 1. */
function alike(one: string, other: string): number {
  const pairs = (text: string) =>
    new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
  const [a, b] = [pairs(one), pairs(other)];
  const common = [...a].filter((pair) => b.has(pair)).length;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}
