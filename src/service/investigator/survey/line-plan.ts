import type { OpenDocument } from '../../lines/open-document.ts';

export interface LinePlan {
  /** Lines to read, inclusive, in order. */
  ranges: [number, number][];
  /** Lines read only because they are severe: counting them into a share would make it too large. */
  extra: ReadonlySet<number>;
}

const none: ReadonlySet<number> = new Set();

/** Where few lines hold the words, only those are read; else the whole, or an even selection of a long document. */
export async function planLines(
  document: OpenDocument,
  maxLines: number,
  needles: readonly string[][] = [],
): Promise<LinePlan> {
  const limit = 20_000;
  if (needles.length === 0 || document.info.lines < 5000) return linePlan(document, maxLines);
  const chosen = new Set<number>();
  for (const all of needles) {
    const matches = await document.search({ all, ignoreCase: true, limit });
    if (matches.total > limit || matches.readToLine !== undefined) return linePlan(document, maxLines);
    for (const line of matches.lines) chosen.add(line);
  }
  return { ranges: toRanges([...chosen].sort((a, b) => a - b)), extra: none };
}

/** The whole document, or of a long one its start, its end, its severe lines and blocks in even steps. */
async function linePlan(document: OpenDocument, maxLines: number): Promise<LinePlan> {
  const total = document.info.lines;
  if (total <= maxLines) return { ranges: total === 0 ? [] : [[1, total]], extra: none };
  const quarter = Math.floor(maxLines / 4);
  const sample = new Set<number>();
  const add = (from: number, to: number) => {
    for (let line = Math.max(1, from); line <= Math.min(total, to); line++) sample.add(line);
  };
  const edge = Math.floor(quarter / 4);
  add(1, edge);
  add(total - edge + 1, total);
  const steps = Math.max(1, Math.floor((2.5 * quarter) / 200));
  for (let step = 1; step <= steps; step++) {
    const start = Math.floor((total * step) / (steps + 1));
    add(start, start + 199);
  }
  const severe = await document.search({ severityAtLeast: 'warning', limit: quarter });
  const extra = new Set(severe.lines.filter((line) => !sample.has(line)));
  return { ranges: toRanges([...sample, ...extra].sort((first, second) => first - second)), extra };
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
