import type { LineFields } from '../line-fields.ts';
import type { LineLayout } from './line-layout.ts';

/** The time before the columns, as `sar` prints it. */
const leadingTime = /^\s*(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?: [AP]M)?\s+/;
const nameCell = /^(?:%?[A-Za-z][\w%/.()-]{0,30}|%[a-z]+)$/;
const numberCell = /^-?\d+(?:[.,]\d+)?[kKMGT]?%?$/;
const fewestNumbers = 3;

/**
 * Tables of numbers under headings that are repeated (`sar`, `iostat`, `vmstat`, `top`): a row is read by the first heading
 * of as many columns. Undefined where the lines are none, or two headings of one width have other names.
 */
export function numberTable(lines: readonly string[]): LineLayout | undefined {
  const byWidth = new Map<number, Table>();
  let rows = 0;
  let own = 0;
  let previous: string[] | undefined;
  for (const line of lines) {
    const cells = cellsOf(line);
    if (isHeading(cells)) {
      const known = byWidth.get(cells.length);
      if (known !== undefined && known.names.join(' ') !== cells.join(' ')) return undefined;
      previous = cells;
      own++;
    } else if (previous !== undefined && isRow(cells, previous.length)) {
      const table = byWidth.get(previous.length) ?? { names: previous, areNames: previous.map(() => true) };
      byWidth.set(previous.length, table);
      table.areNames = table.areNames.map((isName, at) => isName && !isNumber(cells[at]));
      rows++;
      own++;
    }
  }
  if (byWidth.size === 0 || rows < 2 || own < lines.length * 0.6) return undefined;
  return { fields: (line) => rowFields(line, byWidth) };
}

interface Table {
  names: readonly string[];
  /** The columns in which no row has a number. */
  areNames: boolean[];
}

const isNumber = (cell = ''): boolean => numberCell.test(cell);

const cellsOf = (line: string): string[] => line.replace(leadingTime, '').trim().split(/\s+/, 60);

function isHeading(cells: readonly string[]): boolean {
  return (
    cells.length > fewestNumbers && cells.every((cell) => nameCell.test(cell)) && new Set(cells).size === cells.length
  );
}

function isRow(cells: readonly string[], width: number): boolean {
  return (
    cells.length === width &&
    cells.filter((cell) => numberCell.test(cell)).length >= Math.max(fewestNumbers, width * 0.6)
  );
}

/** Of all processors of a machine. */
const mostPercent = 100 * 256;

/** Further down another table may have as many columns: a row of it has numbers for names, or far more than all percent. */
const isOfTable = (cells: readonly string[], { names, areNames }: Table): boolean =>
  cells.every((cell, at) =>
    areNames[at] === true ? !isNumber(cell) : !names[at]?.startsWith('%') || !(Number(cell) > mostPercent),
  );

function rowFields(line: string, byWidth: ReadonlyMap<number, Table>): LineFields | undefined {
  const cells = cellsOf(line);
  const table = byWidth.get(cells.length);
  if (table === undefined || !isRow(cells, table.names.length) || !isOfTable(cells, table)) return undefined;
  const { names } = table;
  const fields = new Map<string, string | number>();
  names.forEach((name, at) => {
    const cell = cells[at]!;
    const value = /^-?\d+(?:[.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : cell;
    fields.set(name, value);
  });
  const message = [...fields].map(([name, value]) => `${name}=${value}`);
  return { message: message.join(' ').slice(0, 400), severity: 'info', fields };
}
