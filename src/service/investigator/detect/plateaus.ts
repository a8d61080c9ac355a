/** A stretch of buckets over which a share stays about the same. */
export interface Plateau {
  /** Buckets, inclusive. */
  from: number;
  to: number;
  lines: number;
  failures: number;
  share: number;
}

/**
 * Cuts a share over time where it really changes: a bucket starts a new stretch when it and the next one differ
 * from the stretch by more than chance (three standard errors) and by more than a third.
 */
export function plateausOf(lines: ArrayLike<number>, failures: ArrayLike<number>): Plateau[] {
  const buckets: { at: number; lines: number; failures: number }[] = [];
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
      plateaus.push({
        from: bucket.at,
        to: bucket.at,
        lines: bucket.lines,
        failures: bucket.failures,
        share: share(bucket),
      });
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
    const lines = inside.reduce((sum, bucket) => sum + bucket.lines, 0);
    const failures = inside.reduce((sum, bucket) => sum + bucket.failures, 0);
    one.share = failures / lines;
  }
  return kept;
}

interface Counted {
  lines: number;
  failures: number;
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
