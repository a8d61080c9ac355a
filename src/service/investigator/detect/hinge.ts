import { mean } from '#core/mean.ts';
/**
 * Where a line that was level begins to slope: the point that leaves the least error when what is before it is
 * its mean and what follows is a straight line from there. Undefined where a single line explains as much.
 */
export function hingeOf(points: readonly { x: number; y: number }[]): { x: number; index: number } | undefined {
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
  if (best === undefined || best.error > whole * 0.7) return undefined;
  return { x: points[best.index]!.x, index: best.index };
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
