/** Statistics that a few wild values do not move. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function deviation(values: readonly number[]): number {
  const center = median(values);
  return median(values.map((value) => Math.abs(value - center))) * 1.4826;
}

/** Rank correlation of a sequence with its order, -1 to 1: 1 rises all the way. Ties share their rank. */
export function orderCorrelation(values: readonly number[]): number {
  const size = values.length;
  if (size < 3) return 0;
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const ranks = new Array<number>(size).fill(0);
  for (let start = 0; start < size; ) {
    let end = start;
    while (end + 1 < size && order[end + 1]!.value === order[start]!.value) end++;
    for (let at = start; at <= end; at++) ranks[order[at]!.index] = (start + end) / 2;
    start = end + 1;
  }
  const mean = (size - 1) / 2;
  let top = 0;
  let left = 0;
  let right = 0;
  for (let index = 0; index < size; index++) {
    const a = index - mean;
    const b = ranks[index]! - mean;
    top += a * b;
    left += a * a;
    right += b * b;
  }
  return left === 0 || right === 0 ? 0 : top / Math.sqrt(left * right);
}

/** Splits a sequence into `parts` runs of nearly equal length. */
export function parted<T>(items: readonly T[], parts: number): T[][] {
  const runs: T[][] = [];
  for (let part = 0; part < parts; part++) {
    const run = items.slice(Math.floor((items.length * part) / parts), Math.floor((items.length * (part + 1)) / parts));
    if (run.length > 0) runs.push(run);
  }
  return runs;
}
