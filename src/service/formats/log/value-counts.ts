import type { Reading } from '../reading.ts';

type Table = NonNullable<Reading['tables']>[string];

/** Distinct values of one field that are told apart; a field with more of them names each line rather than a kind. */
const mostValues = 5000;
const mostTables = 3;
const mostRows = 50;
const fewestLines = 20;
/** The most frequent value has at least this share of the lines: below it the values hardly repeat. */
const leastShare = 0.02;

interface Counted {
  lines: number;
  values: Map<string, { count: number; firstLine: number }>;
}

export type ValueCounts = ReturnType<typeof createValueCounts>;

/** Counts how often each value of a field occurs, for pictures of those whose values repeat. */
export function createValueCounts() {
  const fields = new Map<string, Counted>();
  return { add, tables, clear: () => fields.clear() };

  function add(name: string, value: string, line: number): void {
    let field = fields.get(name);
    if (!field) {
      field = { lines: 0, values: new Map() };
      fields.set(name, field);
    }
    field.lines++;
    const known = field.values.get(value);
    if (known) known.count++;
    else if (field.values.size < mostValues) field.values.set(value, { count: 1, firstLine: line });
  }

  /** By field: its values from most to least, those of the fields that repeat most first. */
  function tables(): Record<string, Table> {
    const found: [string, Table][] = [];
    for (const [name, { lines, values }] of fields) {
      const ranked = [...values].toSorted(([, a], [, b]) => b.count - a.count).slice(0, mostRows);
      const most = ranked[0]?.[1].count ?? 0;
      if (lines < fewestLines || values.size < 2 || most < Math.max(3, lines * leastShare)) continue;
      found.push([
        name,
        ranked.map(([value, { count, firstLine }]) => ({ [name]: value, lines: count, first_line: firstLine })),
      ]);
    }
    return Object.fromEntries(found.slice(0, mostTables));
  }
}
