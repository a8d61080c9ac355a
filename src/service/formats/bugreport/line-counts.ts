import type { Series } from '../reading.ts';

const maxBuckets = 4000;
const shownBuckets = 120;

/** Counts lines over time by level without knowing how long the log will be: buckets widen as it grows. */
export function createLineCounts() {
  let widthMs = 1000;
  let buckets = new Map<number, { lines: number; warnings: number; errors: number }>();
  return { add, series };

  function add(timeMs: number, level: string): void {
    const bucket = bucketAt(Math.floor(timeMs / widthMs));
    bucket.lines++;
    if (level === 'W') bucket.warnings++;
    else if (/[EFA]/.test(level)) bucket.errors++;
    if (buckets.size > maxBuckets) widen(2);
  }

  function bucketAt(at: number) {
    const known = buckets.get(at);
    if (known) return known;
    const bucket = { lines: 0, warnings: 0, errors: 0 };
    buckets.set(at, bucket);
    return bucket;
  }

  function widen(factor: number): void {
    const narrow = buckets;
    buckets = new Map();
    widthMs *= factor;
    for (const [at, counts] of narrow) {
      const bucket = bucketAt(Math.floor(at / factor));
      bucket.lines += counts.lines;
      bucket.warnings += counts.warnings;
      bucket.errors += counts.errors;
    }
  }

  /** `lines`, `warnings` and `errors` in at most 120 even stretches. */
  function series(document: string): Series[] {
    const total = [...buckets.values()].reduce((sum, { lines }) => sum + lines, 0);
    if (total < 2) return [];
    const dense = [...buckets].filter(([, { lines }]) => lines > 0).sort(([a], [b]) => a - b);
    const first = dense[0]![0];
    const span = dense.at(-1)![0] - first + 1;
    if (span > shownBuckets) {
      widen(Math.ceil(span / shownBuckets));
      return series(document);
    }
    const stretches = Array.from({ length: span }, (_, index) => first + index);
    const named = (name: 'lines' | 'warnings' | 'errors'): Series => ({
      name,
      unit: 'lines',
      document,
      points: stretches.map((at) => ({ timeMs: at * widthMs, value: buckets.get(at)?.[name] ?? 0 })),
    });
    return (['lines', 'warnings', 'errors'] as const)
      .map(named)
      .filter(({ points }) => points.some(({ value }) => value > 0));
  }
}
