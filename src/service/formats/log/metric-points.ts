import type { Series } from '../reading.ts';

export type Point = Series['points'][number];

/** Points over time, thinned evenly so that memory stays bounded. */
export interface PointKeeper {
  add(point: Point): void;
  /** By time. */
  points(): Point[];
}

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
    points: () => kept.toSorted((a, b) => a.timeMs - b.timeMs || (a.line ?? 0) - (b.line ?? 0)),
  };
}
