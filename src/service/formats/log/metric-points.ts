import type { Series } from '../reading.ts';

export type Point = Series['points'][number];

/** Points over time, thinned evenly so that memory stays bounded. */
export interface PointKeeper {
  add(point: Point): void;
  /** By time. */
  points(): Point[];
}

/** Keeps every n-th point, as means and slopes are reckoned from. */
export function createPointKeeper(maxPoints: number): PointKeeper {
  let kept: Point[] = [];
  let stride = 1;
  let seen = 0;
  return {
    add(point) {
      if (seen++ % stride !== 0) return;
      kept.push(point);
      if (kept.length < maxPoints) return;
      kept = kept.filter((_, index) => index % 2 === 0);
      stride *= 2;
    },
    points: () => kept.toSorted(byTime),
  };
}

/** Keeps the least and the largest of every n points, as pictures are drawn from: no peak is lost. */
export function createPeakKeeper(maxPoints: number): PointKeeper {
  let kept: Point[] = [];
  let open: Point[] = [];
  let stride = 1;
  return {
    add(point) {
      if (stride === 1) kept.push(point);
      else if (open.push(point) === stride * 2) {
        kept.push(...extremesOf(open));
        open = [];
      }
      if (kept.length < maxPoints) return;
      const whole = kept;
      kept = [];
      for (let at = 0; at < whole.length; at += 4) kept.push(...extremesOf(whole.slice(at, at + 4)));
      stride *= 2;
    },
    points: () => [...kept, ...extremesOf(open)].toSorted(byTime),
  };
}

function extremesOf(points: readonly Point[]): Point[] {
  if (points.length < 2) return [...points];
  const low = points.reduce((least, point) => (point.value < least.value ? point : least));
  const high = points.reduce((most, point) => (point.value > most.value ? point : most));
  return low === high ? [low] : [low, high];
}

function byTime(a: Point, b: Point): number {
  return a.timeMs - b.timeMs || (a.line ?? 0) - (b.line ?? 0);
}
