import type { Series } from '../reading.ts';

interface HeapPoint {
  timeMs: number;
  value: number;
  line: number;
}

const maxPoints = 400;
/** A heap that grew by this much of its limit and is this full leaks or needs more than it may have. */
const grownShare = 0.25;
const fullShare = 0.9;
const movingShare = 0.1;

/** How full a heap was after each collection, in megabytes; thinned out as it gets long. */
export function createHeapCourse() {
  let kept: HeapPoint[] = [];
  let step = 1;
  let seen = 0;
  let last: HeapPoint | undefined;
  let limit = 0;
  return {
    add(point: HeapPoint, limitMegabytes: number): void {
      last = point;
      limit = Math.max(limit, limitMegabytes);
      if (seen++ % step !== 0) return;
      kept.push(point);
      if (kept.length <= maxPoints) return;
      kept = kept.filter((_, index) => index % 2 === 0);
      step *= 2;
    },
    limit: () => limit,
    used: () => last?.value ?? 0,
    /** From its lowest to its end, where it grew to its limit. */
    growth(): { from: HeapPoint; to: HeapPoint } | undefined {
      const from = kept.reduce<HeapPoint | undefined>(
        (low, each) => (!low || each.value < low.value ? each : low),
        undefined,
      );
      if (!from || !last || limit <= 0 || last.value < limit * fullShare) return undefined;
      return last.value - from.value >= limit * grownShare ? { from, to: last } : undefined;
    },
    series(name: string, document: string): Series | undefined {
      const timed = kept.filter(({ timeMs }) => !Number.isNaN(timeMs));
      const values = timed.map(({ value }) => value);
      const isMoving = Math.max(...values) - Math.min(...values) >= limit * movingShare;
      // A heap that stays where it is, and far from its limit, is no picture.
      if (timed.length < 5 || !(isMoving || (last?.value ?? 0) >= limit * fullShare)) return undefined;
      const points = timed.map((point) => ({ ...point, value: Math.round(point.value * 10) / 10 }));
      return { name, unit: 'MB', document, points };
    },
  };
}
