import type { NumberSeries, Point, Survey } from '../survey/survey.ts';
import { hingeOf } from './change-points.ts';
import type { Observation } from './observation.ts';
import { type Resource, resourceOf } from './resources.ts';
import { deviation, median, orderCorrelation, parted } from './robust.ts';
import { tellTrend } from './tell-trend.ts';

/** Numbers that move one way through the file: leaks, slow-downs, things that fill or run out. */
export function observeTrends(survey: Survey): Observation[] {
  const found = survey.series.flatMap((series) => {
    const trend = trendOf(series);
    return trend === undefined ? [] : [tellTrend(survey, series, trend)];
  });
  return withoutTwins(found);
}

export interface Trend {
  from: Point;
  to: Point;
  /** Where the slope begins; `from` itself where it rises from the start. */
  onset: Point;
  /** Where it has plainly left its level. */
  away: Point;
  /** It changed once and stayed, and did not move on from there. */
  isStep: boolean;
  isUp: boolean;
  resource: Resource;
  correlation: number;
}

/** A number that moves steadily or in one step to where it is bad. */
function trendOf(series: NumberSeries): Trend | undefined {
  if (series.count < 12 || series.min === series.max) return undefined;
  const resource = resourceOf(series.name);
  if (resource === undefined || /(?:^|_)(?:total|count)$|limit|max|capacity/i.test(series.name)) return undefined;
  const points = inTimeOrder(series.points);
  if (isCounter(points, series.unit)) return undefined;
  const runs = parted(points, Math.min(20, Math.floor(points.length / 3)));
  const levels = runs.map((run) => median(run.map((point) => point.value)));
  const correlation = orderCorrelation(levels);
  const from = edgePoint(runs[0]!, 'start');
  const isUp = levels.at(-1)! > levels[0]!;
  const to =
    isUp && series.lastPoint.value >= levels.at(-1)! && isMoving(runs.at(-1)!)
      ? series.lastPoint
      : edgePoint(runs.at(-1)!, 'end');
  if ((resource.bad === 'up') !== isUp || Math.abs(correlation) < 0.7) return undefined;
  const change = Math.abs(to.value - from.value);
  const least = Math.max(Math.abs(from.value), Math.abs(to.value)) * (resource.leastChange ?? (isUp ? 0.3 : 0.25));
  if (change < 3 * jitter(runs[0]!) || change < least) return undefined;
  const left = levels.findIndex((_, index) =>
    levels.slice(index).every((level) => Math.abs(level - levels[0]!) > 0.1 * change),
  );
  const risesAtOnce = left <= 1 || (left <= 3 && orderCorrelation(levels.slice(0, 6)) ** 2 > 0.9);
  const leaves = risesAtOnce ? undefined : runs[left - 1]!.at(-1)!;
  const step = stepOf(points, levels);
  const onset = step ?? hingePoint(points, isUp) ?? leaves ?? from;
  return { from, to, onset, isStep: step !== undefined, isUp, away: leaves ?? onset, resource, correlation };
}

/** Where a slope turns up or down, unless that is at its very start. */
function hingePoint(points: readonly Point[], isUp: boolean): Point | undefined {
  const hinge = hingeOf(untilThere(points, isUp).map((point) => ({ x: point.timeMs ?? point.line, y: point.value })));
  return hinge !== undefined && hinge > points.length * 0.04 ? points[hinge] : undefined;
}

/** Without the level it stays at once it has come there: that would pull the beginning of the slope back. */
function untilThere(points: readonly Point[], isUp: boolean): readonly Point[] {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const there = points.findIndex(({ value }) => (isUp ? high - value : value - low) <= (high - low) * 0.02);
  return there < points.length * 0.2 ? points : points.slice(0, there + 1);
}

/** Two levels with nothing between them: the first point of the second one. */
function stepOf(points: readonly Point[], levels: readonly number[]): Point | undefined {
  const first = levels[0]!;
  const last = levels.at(-1)!;
  const near = (level: number, value: number) => Math.abs(value - level) <= 0.2 * Math.abs(last - first);
  const between = levels.filter((level) => !near(first, level) && !near(last, level)).length;
  const turn = levels.findIndex((level) => near(last, level));
  const isTwoLevels =
    turn > 0 && levels.every((level, index) => index < turn - 1 || near(last, level) || index === turn - 1);
  if (between > 1 || !isTwoLevels || !levels.slice(0, Math.max(1, turn - 1)).every((level) => near(first, level)))
    return undefined;
  const middle = (first + last) / 2;
  const isBeyond = (value: number) => (last > first ? value > middle : value < middle);
  return points.find(
    (point, index) =>
      isBeyond(point.value) && points.slice(index, index + 5).filter(({ value }) => isBeyond(value)).length >= 4,
  );
}

/** Counts up by the same amount from line to line: a number of the line, not of a state. */
function isCounter(points: readonly Point[], unit: string): boolean {
  if (unit !== '' || points.length < 8 || points.some((point) => !Number.isInteger(point.value))) return false;
  const perLine = points
    .slice(1)
    .map((point, index) => (point.value - points[index]!.value) / Math.max(1, point.line - points[index]!.line));
  const usual = median(perLine);
  return (
    usual > 0 &&
    perLine.every((step) => step > 0) &&
    deviation(perLine) < usual * 0.02 &&
    Math.abs(usual - Math.round(usual)) < 1e-6
  );
}

/** Where the run itself moves one way, its very end counts, else the point nearest to its level. */
function edgePoint(run: readonly Point[], edge: 'start' | 'end'): Point {
  if (isMoving(run)) return edge === 'start' ? run[0]! : run.at(-1)!;
  const level = median(run.map((point) => point.value));
  return run.reduce((best, point) => (Math.abs(point.value - level) < Math.abs(best.value - level) ? point : best));
}

function isMoving(run: readonly Point[]): boolean {
  return Math.abs(orderCorrelation(run.map((point) => point.value))) > 0.8;
}

/** How much neighbours differ when nothing happens. */
function jitter(run: readonly Point[]): number {
  return median(run.slice(1).map((point, index) => Math.abs(point.value - run[index]!.value))) || 0;
}

function inTimeOrder(points: readonly Point[]): readonly Point[] {
  if (points.some((point) => point.timeMs === undefined)) return points;
  return [...points].sort((a, b) => a.timeMs! - b.timeMs! || a.line - b.line);
}

/** `memory_usage_mb` and "Memory usage" of the same lines are one trend: the stronger stays. */
function withoutTwins(found: Observation[]): Observation[] {
  const sorted = [...found].sort((a, b) => b.weight - a.weight);
  const kept: Observation[] = [];
  for (const one of sorted) {
    const isTwin = kept.some(
      (other) =>
        Math.abs(other.firstLine - one.firstLine) <= 2 &&
        Math.abs((other.lastTimeMs ?? 0) - (one.lastTimeMs ?? 0)) < 1000,
    );
    if (!isTwin) kept.push(one);
  }
  return kept;
}
