import { columnFor, type TextColumn } from './columns.ts';
import { lineOf, type Row } from './row.ts';

/** What the lines of a number are of, where the question does not say: a statement, a path, else their words. */
export function naturalGroup(rows: readonly Row[], isNeeded: boolean): TextColumn | undefined {
  if (!isNeeded) return undefined;
  for (const noun of ['query', 'path', 'job']) {
    const column = columnFor(noun, rows);
    if (column === undefined) continue;
    const held = rows.filter((row) => column.read(lineOf(row)) !== undefined).length;
    if (held > rows.length * 0.5) return column;
  }
  return columnFor('message', rows);
}
