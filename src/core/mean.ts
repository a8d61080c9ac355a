/** 0 of no values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** How far values lie from their middle, as the root of the mean square. */
export function deviationFrom(middle: number, values: readonly number[]): number {
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}
