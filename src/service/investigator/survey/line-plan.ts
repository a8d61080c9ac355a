import type { OpenDocument } from '../../lines/open-document.ts';

/** Where few lines hold the words, only those are read; else the whole, or an even selection of a long document. */
export async function planLines(
  document: OpenDocument,
  maxLines: number,
  needles: readonly string[][] = [],
): Promise<[number, number][]> {
  const limit = 20_000;
  if (needles.length === 0 || document.info.lines < 5000) return linePlan(document, maxLines);
  const chosen = new Set<number>();
  for (const all of needles) {
    const matches = await document.search({ all, ignoreCase: true, limit });
    if (matches.total > limit || matches.readToLine !== undefined) return linePlan(document, maxLines);
    for (const line of matches.lines) chosen.add(line);
  }
  return toRanges([...chosen].sort((a, b) => a - b));
}

/** The whole document, or of a long one its start, its end, its severe lines and blocks in even steps. */
async function linePlan(document: OpenDocument, maxLines: number): Promise<[number, number][]> {
  const total = document.info.lines;
  if (total <= maxLines) return total === 0 ? [] : [[1, total]];
  const quarter = Math.floor(maxLines / 4);
  const severe = await document.search({ severityAtLeast: 'warning', limit: quarter });
  const chosen = new Set<number>(severe.lines);
  const steps = Math.max(1, Math.floor(quarter / 200));
  const ranges: [number, number][] = [
    [1, quarter],
    [total - quarter + 1, total],
  ];
  for (let step = 1; step <= steps; step++) {
    const start = Math.floor((total * step) / (steps + 1));
    ranges.push([start, Math.min(total, start + 199)]);
  }
  for (const [from, to] of ranges) for (let line = from; line <= to; line++) chosen.add(line);
  return toRanges([...chosen].sort((a, b) => a - b));
}

function toRanges(lines: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges;
}
