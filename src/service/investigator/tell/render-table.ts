import { codeBlock } from '../wording/say.ts';

/** Figures side by side: the first column names, the others are numbers. */
export interface Table {
  head: string[];
  rows: string[][];
}

/** A name is shown as far as it fits; the widest line still stands in one piece in a chat. */
const longestName = 44;

/** In a block of fixed width, since no chat renders Markdown's own tables. */
export function renderTable({ head, rows }: Table): string {
  const cells = [head, ...rows].map((row) => row.map((cell, index) => fitted(cell, index === 0 ? longestName : 24)));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => [...(row[column] ?? '')].length)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => {
        const pad = ' '.repeat(widths[column]! - [...cell].length);
        return column === 0 ? `${cell}${pad}` : `${pad}${cell}`;
      })
      .join('  ')
      .trimEnd(),
  );
  return codeBlock(lines);
}

function fitted(cell: string, most: number): string {
  const text = cell.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]+/g, ' ').trim();
  const letters = [...text];
  if (letters.length <= most) return text;
  const tail = Math.floor(most / 3);
  return `${letters.slice(0, most - tail - 1).join('')}…${letters.slice(-tail).join('')}`;
}
