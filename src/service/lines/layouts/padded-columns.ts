import { columnFields, rolesOf } from './column-fields.ts';
import type { LineLayout } from './line-layout.ts';

const name = String.raw`[A-Z][A-Z\d%()/-]*(?: [A-Z\d%()/-]+)*`;
const names = new RegExp(name, 'g');
/** "LAST SEEN   TYPE      REASON", as kubectl and docker print: names in capitals over columns that are padded. */
const heading = new RegExp(`^${name}(?: {2,}${name}){2,} *$`);

export function paddedColumns(lines: readonly string[]): LineLayout | undefined {
  const [head = '', ...rows] = lines;
  if (!heading.test(head) || rows.length < 2) return undefined;
  const columns = [...head.matchAll(names)].map(({ 0: shown, index }) => ({ name: shown, from: index }));
  const isHeading = (line: string) => line.trimEnd() === head.trimEnd();
  const cellsOf = (line: string): string[] | undefined => {
    if (isHeading(line) || line.trim() === '') return undefined;
    // A cell that is longer than its column would run into the next one.
    if (columns.some(({ from }) => from > 0 && from < line.length && line[from - 1] !== ' ')) return undefined;
    return columns.map(({ from }, at) => line.slice(from, columns[at + 1]?.from).trim());
  };
  if (rows.filter((line) => cellsOf(line) !== undefined).length < rows.length * 0.9) return undefined;
  const called = columns.map((column) => column.name);
  const role = rolesOf(called);
  const fields = (line: string) => {
    const cells = cellsOf(line);
    return cells === undefined ? undefined : columnFields(called, cells, role);
  };
  return { fields, isNone: isHeading };
}
