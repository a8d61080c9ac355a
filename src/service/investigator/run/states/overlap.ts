import type { Course, Interval } from '../../facts/intervals.ts';
import type { Query } from '../../query/query.ts';
import { nothing, type Result } from '../result.ts';

/** When two were in the state at once, or when most of all were. */
export function overlapIn(query: Query, course: Course): Result {
  if (query.against === undefined)
    return course.column === undefined ? nothing('its lines do not tell one from another') : mostAtOnce(course);
  const [left, right] = [query.where, query.against].map((side) => unitsOf(side, course));
  if (left === undefined || right === undefined)
    return nothing(`no line shows when both were ${query.state ?? 'running'}`);
  const { fromMs: earliest = Number.NEGATIVE_INFINITY, toMs: latest = course.lastMs } = query.window ?? {};
  const shared = left.flatMap((one) =>
    right.flatMap((other) => {
      const begun = Math.max(one.startMs ?? Number.NEGATIVE_INFINITY, other.startMs ?? Number.NEGATIVE_INFINITY);
      const fromMs = Math.max(begun, earliest);
      const toMs = Math.min(one.endMs ?? course.lastMs, other.endMs ?? course.lastMs, latest);
      const places = [one, other].flatMap(({ start }) => start ?? []);
      return fromMs < toMs && Number.isFinite(begun) ? [{ fromMs, toMs, places }] : [];
    }),
  );
  return {
    shape: 'overlap',
    spans: shared,
    totalMs: shared.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0),
    places: shared.flatMap(({ places }) => places),
  };
}

/** The times of what a side names, whole or by the last part of its name; undefined where no line tells of it. */
function unitsOf(side: Query['where'], { intervals, units, column }: Course): Interval[] | undefined {
  const condition = side.find(({ field }) => field === column?.name) ?? side.find(({ field }) => field === 'text');
  const name = condition?.value.toLowerCase();
  if (name === undefined) return undefined;
  // `img1` of `be_media/img1`.
  const isCalled = (unit: string) => {
    const low = unit.toLowerCase();
    return low === name || low.endsWith(`/${name}`) || low.endsWith(`.${name}`);
  };
  return [...units.keys()].some(isCalled) ? intervals.filter(({ unit }) => isCalled(unit)) : undefined;
}

function mostAtOnce({ intervals, lastMs }: Course): Result {
  const edges = intervals.flatMap((interval) => {
    const { startMs, endMs = lastMs } = interval;
    if (startMs === undefined) return [];
    return [
      { timeMs: startMs, step: 1, interval },
      { timeMs: endMs, step: -1, interval },
    ];
  });
  edges.sort((a, b) => a.timeMs - b.timeMs || a.step - b.step);
  const open = new Set<Interval>();
  let most: { count: number; timeMs: number; units: string[] } | undefined;
  for (const { timeMs, step, interval } of edges) {
    if (step > 0) open.add(interval);
    else open.delete(interval);
    if (open.size > (most?.count ?? 0)) most = { count: open.size, timeMs, units: [...open].map(({ unit }) => unit) };
  }
  return { shape: 'overlap', spans: [], totalMs: 0, places: [], most };
}
