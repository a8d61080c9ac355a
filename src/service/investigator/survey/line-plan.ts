import type { OpenDocument } from '../../lines/open-document.ts';
import type { FormCounts } from './form-counts.ts';

interface LinePlan {
  /** Lines to read, inclusive, in order. */
  ranges: [number, number][];
  /** Lines read only because they are severe: counting them into a share would make it too large. */
  extra: ReadonlySet<number>;
}

const none: ReadonlySet<number> = new Set();

/** The whole document, or of a long one its start, its end, blocks in even steps, and lines of every form or severe ones. */
export async function planLines(document: OpenDocument, maxLines: number, forms?: FormCounts): Promise<LinePlan> {
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
  if (forms !== undefined) {
    const extra = new Set<number>();
    for (let round = 0; round < 8 && extra.size < maxLines / 2; round++) {
      forms.samples.forEach((lines, form) => {
        // The first and the last line of each form come first: what is rare must not be missed.
        const line = round === 1 ? forms.last[form]!.line : lines[round > 1 ? round - 1 : 0];
        if (line !== undefined && extra.size < maxLines && !sample.has(line)) extra.add(line);
      });
    }
    return { ranges: toRanges([...sample, ...extra]), extra };
  }
  const severe = await document.search({ severityAtLeast: 'warning', limit: quarter });
  const extra = new Set(severe.lines.filter((line) => !sample.has(line)));
  return { ranges: toRanges([...sample, ...extra]), extra };
}

/** Stretches without gaps, in order. */
function toRanges(lines: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const line of lines.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges;
}
