import type { FormCounts } from './count-forms.ts';
import { type LinePlan, toRanges } from './line-plan.ts';

/** Lines below a chosen one that may go on with it: the frames of a stack. */
const tailLines = 6;
const none: ReadonlySet<number> = new Set();

/** Reads the chosen lines with what follows each; of very many those that stand for each form, and an even selection. */
export function planChosen(total: number, chosen: Uint32Array, most: number, forms?: FormCounts): LinePlan {
  const spread = evenly(chosen, chosen.length <= most ? chosen.length : Math.floor(most / 4));
  const extra = new Set<number>();
  if (forms !== undefined) {
    const inSpread = new Set(spread);
    for (let round = 0; round < 8; round++) {
      forms.samples.forEach((lines, form) => {
        const line = round === 1 ? forms.last[form]!.line : lines[round > 1 ? round - 1 : 0];
        if (line !== undefined && extra.size < most && !inSpread.has(line)) extra.add(line);
      });
    }
  }
  const picked = new Set([...spread, ...extra]);
  const read = new Set<number>();
  for (const line of picked) for (let at = line; at <= Math.min(total, line + tailLines); at++) read.add(at);
  return {
    ranges: toRanges([...read].sort((a, b) => a - b)),
    extra: extra.size === 0 ? none : extra,
    stretch: forms === undefined ? chosen.length / Math.max(1, spread.length) : 1,
    isPicked: (line) => picked.has(line),
  };
}

/** So many of the lines, the first and the last among them. */
function evenly(lines: Uint32Array, count: number): number[] {
  if (lines.length <= count) return [...lines];
  const step = (lines.length - 1) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, index) => lines[Math.round(index * step)]!);
}
