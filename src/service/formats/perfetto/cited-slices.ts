import { citeLine, maxEvidence } from '../cite.ts';
import type { LineRange } from '../reading.ts';
import type { LongSlice } from './model/long-slices.ts';
import type { TraceModel } from './model/trace-model.ts';

export const maxPerRule = 15;

/** Each printed line once; what was not printed has no line and is left out. */
export function cite(document: string, lines: readonly number[]): LineRange[] {
  return [...new Set(lines)]
    .filter((line) => line > 0)
    .slice(0, maxEvidence)
    .map((line) => citeLine(document, line));
}

export function spanOf(model: TraceModel, slices: readonly LongSlice[]): { firstTimeMs: number; lastTimeMs: number } {
  const starts = slices.map(({ startNs }) => startNs);
  const firstNs = starts.reduce((least, value) => Math.min(least, value), starts[0]!);
  const lastNs = starts.reduce((most, value) => Math.max(most, value), starts[0]!);
  return { firstTimeMs: model.recorder.timeMsOf(firstNs), lastTimeMs: model.recorder.timeMsOf(lastNs) };
}

export function times(count: number): string {
  return count === 1 ? 'Once' : `${count} times`;
}

/** The same over runs: numbers and addresses out. */
export function stable(text: string): string {
  return text.replace(/\b0x[0-9a-f]+\b|\d+/gi, '#').slice(0, 160);
}
