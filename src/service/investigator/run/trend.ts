import type { Place } from '../facts/place.ts';
import type { Column, Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import { nothing, type Result } from './result.ts';

interface Point {
  timeMs: number;
  value: number;
}

/** So many points draw a course. */
const mostPoints = 60;

/** The first third of the time against the last. */
export function trendOf(
  points: readonly Point[],
  of: Column | undefined,
  places: Place[],
  { window }: Query,
  { clock }: Schema,
): Result {
  const whole = { from: window?.fromMs ?? clock?.firstMs ?? 0, to: window?.toMs ?? clock?.lastMs ?? 0 };
  // Values that are stated in a part of the time alone are set against each other within it.
  const own = { from: points.at(0)?.timeMs ?? whole.from, to: points.at(-1)?.timeMs ?? whole.to };
  const isOfPart = of !== undefined && own.to - own.from < (whole.to - whole.from) * 0.7;
  const { from, to } = isOfPart ? own : whole;
  const third = (to - from) / 3;
  const early = points.filter(({ timeMs }) => timeMs < from + third);
  const late = points.filter(({ timeMs }) => timeMs >= to - third);
  const isEnough = of === undefined ? points.length > 2 : points.length > 1 && early.length > 0 && late.length > 0;
  if (!isEnough || third <= 0) return nothing('too few lines mention it over time');
  const measure = of === undefined ? countOf : meanOf;
  return {
    shape: 'trend',
    points: courseIn(points, from, to, measure),
    early: measure(early),
    late: measure(late),
    ...(of === undefined ? {} : { spread: deviationOf(points), ends: endsOf(points), unit: of.unit }),
    places,
  };
}

/** The mean, or the count, of each of equal stretches of time that have some. */
function courseIn(points: readonly Point[], fromMs: number, toMs: number, measure: typeof meanOf): Point[] {
  const stepMs = Math.max(1, (toMs - fromMs) / mostPoints);
  const parts = Map.groupBy(points, ({ timeMs }) => Math.min(mostPoints - 1, Math.floor((timeMs - fromMs) / stepMs)));
  return [...parts]
    .sort(([a], [b]) => a - b)
    .map(([at, part]) => ({ timeMs: Math.round(fromMs + at * stepMs), value: measure(part) }));
}

const endsOf = (points: readonly Point[]) => ({ first: points[0]?.value ?? 0, last: points.at(-1)?.value ?? 0 });

const countOf = (points: readonly Point[]): number => points.length;

const meanOf = (points: readonly Point[]): number => points.reduce((sum, { value }) => sum + value, 0) / points.length;

function deviationOf(points: readonly Point[]): number {
  const mean = meanOf(points);
  return Math.sqrt(points.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / points.length);
}
