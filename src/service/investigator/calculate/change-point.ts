import { median } from '../detect/robust.ts';

/** Where a row of values leaves its level and stays away from it. */
export interface ChangePoint {
  /** Of the first value on the new level. */
  index: number;
  before: number;
  after: number;
}

const leastRatio = 1.25;

/** Undefined where the values stay on one level, or only single ones leave it. */
export function changePointOf(values: readonly number[]): ChangePoint | undefined {
  const logs = values.map((value) => Math.log(Math.max(value, 1e-9)));
  let best: { index: number; error: number } | undefined;
  for (let index = 2; index < logs.length; index++) {
    const error = spreadOf(logs.slice(0, index)) + spreadOf(logs.slice(index));
    if (best === undefined || error < best.error) best = { index, error };
  }
  if (best === undefined || best.error > spreadOf(logs) * 0.5) return undefined;
  const before = median(values.slice(0, best.index));
  const after = median(values.slice(best.index));
  const ratio = Math.max(before, after) / Math.max(1e-9, Math.min(before, after));
  return ratio < leastRatio ? undefined : { index: best.index, before, after };
}

function spreadOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}
