import { mean } from '#core/mean.ts';

/**
 * Where a line that was level begins to slope: the point that leaves the least error when what is before it is
 * its mean and what follows is a straight line from there. Undefined where a single line explains as much.
 */
export function hingeOf(points: readonly { x: number; y: number }[]): number | undefined {
  const size = points.length;
  if (size < 12) return undefined;
  const step = Math.max(1, Math.floor(size / 240));
  const whole = slopeError(points, points[0]!.x, mean(points.slice(0, 3).map((point) => point.y)));
  let best: { index: number; error: number } | undefined;
  for (let index = 3; index < size - 4; index += step) {
    const level = mean(points.slice(0, index + 1).map((point) => point.y));
    let error = 0;
    for (let at = 0; at <= index; at++) error += (points[at]!.y - level) ** 2;
    error += slopeError(points.slice(index + 1), points[index]!.x, level);
    if (best === undefined || error < best.error) best = { index, error };
  }
  return best === undefined || best.error > whole * 0.7 ? undefined : best.index;
}

/** Squared error of the best line through (x0, y0). */
function slopeError(points: readonly { x: number; y: number }[], x0: number, y0: number): number {
  let top = 0;
  let bottom = 0;
  for (const { x, y } of points) {
    top += (x - x0) * (y - y0);
    bottom += (x - x0) ** 2;
  }
  const slope = bottom === 0 ? 0 : top / bottom;
  let error = 0;
  for (const { x, y } of points) error += (y - y0 - slope * (x - x0)) ** 2;
  return error;
}

/** A stretch of buckets over which a share stays about the same. */
export interface Plateau extends Counted {
  /** Buckets, inclusive. */
  from: number;
  to: number;
  share: number;
}

interface Counted {
  lines: number;
  failures: number;
}

/**
 * Cuts a share over time where it really changes: a bucket starts a new stretch when it and the next one differ
 * from the stretch by more than chance (three standard errors) and by more than a third.
 */
export function plateausOf(lines: ArrayLike<number>, failures: ArrayLike<number>): Plateau[] {
  const buckets: (Counted & { at: number })[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (lines[at]! > 0) buckets.push({ at, lines: lines[at]!, failures: failures[at]! });
  }
  const plateaus: Plateau[] = [];
  for (let index = 0; index < buckets.length; index++) {
    const bucket = buckets[index]!;
    const current = plateaus.at(-1);
    const next = buckets[index + 1];
    const isOther =
      current !== undefined &&
      differs(current, bucket) &&
      (next === undefined || (differs(current, next) && sameSide(current, bucket, next)));
    if (current === undefined || isOther) {
      const { at, ...counted } = bucket;
      plateaus.push({ from: at, to: at, ...counted, share: share(bucket) });
    } else {
      current.to = bucket.at;
      current.lines += bucket.lines;
      current.failures += bucket.failures;
      current.share = share(current);
    }
  }
  return settled(plateaus, buckets);
}

/** A single bucket on the way from one level to the next is no level, and the edges of a long one do not count. */
function settled(plateaus: Plateau[], buckets: readonly (Counted & { at: number })[]): Plateau[] {
  const kept = plateaus.filter((one, index) => {
    const before = plateaus[index - 1];
    const after = plateaus[index + 1];
    if (one.from !== one.to || before === undefined || after === undefined) return true;
    return (one.share - before.share) * (after.share - one.share) <= 0;
  });
  for (const one of kept) {
    const inside = buckets.filter((bucket) => bucket.at > one.from && bucket.at < one.to);
    if (inside.length < 3) continue;
    const sumOf = (part: keyof Counted) => inside.reduce((sum, bucket) => sum + bucket[part], 0);
    one.share = sumOf('failures') / sumOf('lines');
  }
  return kept;
}

function share(of: Counted): number {
  return of.lines === 0 ? 0 : of.failures / of.lines;
}

function differs(stretch: Counted, bucket: Counted): boolean {
  const all = (stretch.failures + bucket.failures) / (stretch.lines + bucket.lines);
  const error = Math.sqrt(all * (1 - all) * (1 / stretch.lines + 1 / bucket.lines));
  const gap = Math.abs(share(stretch) - share(bucket));
  return gap > 3 * error && gap > Math.max(share(stretch), share(bucket)) / 3;
}

function sameSide(stretch: Counted, first: Counted, second: Counted): boolean {
  return share(first) > share(stretch) === share(second) > share(stretch);
}
