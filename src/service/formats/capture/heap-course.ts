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

/** How full a heap was after each collection, in megabytes; thinned out as it gets long. */
export function createHeapCourse() {
  let points: HeapPoint[] = [];
  let step = 1;
  let seen = 0;
  let last: HeapPoint | undefined;
  let limit = 0;
  return {
    add(point: HeapPoint, limitMegabytes: number): void {
      last = point;
      limit = Math.max(limit, limitMegabytes);
      if (seen++ % step !== 0) return;
      points.push(point);
      if (points.length <= maxPoints) return;
      points = points.filter((_, index) => index % 2 === 0);
      step *= 2;
    },
    limit: () => limit,
    used: () => last?.value ?? 0,
    /** From its lowest to its end, where it grew to its limit. */
    growth(): { from: HeapPoint; to: HeapPoint } | undefined {
      const from = points.reduce<HeapPoint | undefined>(
        (low, each) => (!low || each.value < low.value ? each : low),
        undefined,
      );
      if (!from || !last || limit <= 0 || last.value < limit * fullShare) return undefined;
      return last.value - from.value >= limit * grownShare ? { from, to: last } : undefined;
    },
    series(name: string, document: string): Series | undefined {
      const timed = points.filter(({ timeMs }) => !Number.isNaN(timeMs));
      return timed.length >= 5 ? { name, unit: 'MB', document, points: timed } : undefined;
    },
  };
}
