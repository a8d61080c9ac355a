export type Delimiter = ',' | ';' | '\t' | '|' | ' ';

const mostCells = 400;

/** The cells of a line, without the quotes around them; those between blanks are told apart by any number of blanks. */
export function splitCells(line: string, delimiter: Delimiter): string[] {
  if (delimiter === ' ') return line.trim().split(/\s+/, mostCells);
  if (!line.includes('"')) return line.split(delimiter, mostCells).map((cell) => cell.trim());
  const cells: string[] = [];
  let at = 0;
  while (at <= line.length && cells.length < mostCells) {
    while (line[at] === ' ') at++;
    if (line[at] === '"') {
      const end = closingQuote(line, at + 1);
      cells.push(line.slice(at + 1, end).replaceAll('""', '"'));
      const next = line.indexOf(delimiter, end);
      if (next < 0) break;
      at = next + 1;
    } else {
      const next = line.indexOf(delimiter, at);
      cells.push(line.slice(at, next < 0 ? line.length : next).trim());
      if (next < 0) break;
      at = next + 1;
    }
  }
  return cells;
}

/** Two quotes in a row stand for one. */
function closingQuote(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 2)) if (line[at + 1] !== '"') return at;
  return line.length;
}
