import type { KindOfLine } from '../facts/schema.ts';

interface Alike {
  stems: ReadonlySet<string>;
  count: number;
}

/** So great a share of all lines leaves no doubt which kind is meant. */
const prevailing = 0.6;

/** Whether lines are of as many kinds and none prevails. Those that differ in a name alone are of one kind. */
export function areOfSeveralKinds(kinds: readonly KindOfLine[], fewest: number): boolean {
  const found: Alike[] = [];
  let left = kinds.reduce((sum, { count }) => sum + count, 0);
  const enough = left * prevailing;
  let most = 0;
  for (const { stems, count } of kinds) {
    const like = found.find((one) => areAlike(one.stems, stems));
    if (like === undefined) found.push({ stems, count });
    else like.count += count;
    most = Math.max(most, like?.count ?? count);
    left -= count;
    // A log may have thousands of kinds, and each is held against those before it: no more than the verdict needs.
    if (most >= enough) return false;
    if (found.length >= fewest && most + left < enough) return true;
  }
  return false;
}

/** Half of the stems of the longer are in both. */
function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  let lacking = Math.max(one.size, other.size) / 2;
  for (const stem of one) {
    if (other.has(stem)) lacking -= 1;
    if (lacking <= 0) return true;
  }
  return lacking <= 0;
}
