/** Equal stretches of time, from the first to the last millisecond. */
export interface Stretches {
  fromMs: number;
  toMs: number;
  count: number;
}

/** Adds one to the stretch that holds a time; a time outside counts at the nearer end, no time (NaN) not at all. */
export function countIn(counts: number[], { fromMs, toMs, count }: Stretches, timeMs: number | undefined): void {
  if (timeMs === undefined || Number.isNaN(timeMs)) return;
  const widthMs = Math.max(1, (toMs - fromMs + 1) / count);
  const at = Math.min(count - 1, Math.max(0, Math.floor((timeMs - fromMs) / widthMs)));
  counts[at] = (counts[at] ?? 0) + 1;
}

export const noCounts = (count: number): number[] => new Array<number>(count).fill(0);
