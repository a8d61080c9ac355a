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
  const byWidth = new Map<number, string[]>();
  let rows = 0;
  let own = 0;
  let previous: string[] | undefined;
  for (const line of lines) {
    const cells = cellsOf(line);
    if (isHeading(cells)) {
      const known = byWidth.get(cells.length);
      if (known !== undefined && known.join(' ') !== cells.join(' ')) return undefined;
      previous = cells;
      own++;
    } else if (previous !== undefined && isRow(cells, previous.length)) {
      byWidth.set(previous.length, byWidth.get(previous.length) ?? previous);
      rows++;
      own++;
    }
  }
  if (byWidth.size === 0 || rows < 2 || own < lines.length * 0.6) return undefined;
  return { fields: (line) => rowFields(line, byWidth) };
}

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

function rowFields(line: string, byWidth: ReadonlyMap<number, string[]>): LineFields | undefined {
  const cells = cellsOf(line);
  const names = byWidth.get(cells.length);
  if (names === undefined || !isRow(cells, names.length)) return undefined;
  const fields = new Map<string, string | number>();
  names.forEach((name, at) => {
    const cell = cells[at]!;
    const value = /^-?\d+(?:[.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : cell;
    fields.set(name, value);
  });
  const message = [...fields].map(([name, value]) => `${name}=${value}`);
  return { message: message.join(' ').slice(0, 400), severity: 'info', fields };
}
