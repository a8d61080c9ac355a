import type { Series } from '../reading.ts';

/** Numbers with a name in a line: `memory_usage_mb: 100`, `took 35 ms`, `latency=0.2s`. */
const named =
  /\b([a-z][\w.]{0,30}?(?:mem(?:ory)?|heap|rss|latency|duration|elapsed|response_?time|time_?ms|usage|used|percent(?:age)?|queue|backlog|pending|connections?|threads?|open_?files|load|temp(?:erature)?|lag|retries|cpu)[\w.]{0,30}|mem(?:ory)?(?: usage)?|heap|rss|latency|duration|elapsed|response_?time|time|usage|queue(?:[ _](?:size|depth|length))?|backlog|connections|threads|load|temp(?:erature)?|lag|cpu|took|after|in|within)["']?\s?[=:]?\s?["']?(\d{1,15}(?:\.\d{1,6})?)\s?(ms|msec|s|sec|seconds|us|µs|[KMG]i?B|%|bytes|°?C)?(?=[\s"',;)\]}/]|$)/gi;
const hint =
  /mem|heap|rss|latency|duration|elapsed|time|usage|percent|queue|backlog|connections|threads|load|temp|lag|cpu|took|\bms\b/i;
/** Words that only name a number when a unit stands behind it. */
const vague = new Set(['took', 'after', 'in', 'within', 'time', 'used', 'load', 'pending']);
/** Names of moments and places, whose numbers measure nothing. */
const notMeasured = /timestamp|datetime|time_?stamp|thread_?id|time_?zone|limit|max|total_?mem|_id$|port|uptime/i;

export const mayMeasure = (message: string): boolean => /\d/.test(message) && hint.test(message);

interface Measure {
  unit: string;
  /** Every `stride`-th value is kept; doubled when there are too many. */
  stride: number;
  seen: number;
  points: Series['points'];
}

const maxPoints = 2000;
const maxMeasures = 40;

/** Gathers named numbers over time, thinned evenly so that memory stays bounded. */
export function createMetricGatherer() {
  const measures = new Map<string, Measure>();
  return { add, series };

  function add(text: string, line: number, timeMs: number): void {
    if (Number.isNaN(timeMs)) return;
    const taken = new Set<string>();
    for (const match of text.slice(0, 600).matchAll(named)) {
      const name = match[1]!.toLowerCase();
      const unit = (match[3] ?? unitInName(name)).replace(/^(?:msec)$/, 'ms').replace(/^(?:sec|seconds)$/, 's');
      if (notMeasured.test(name) || taken.has(name) || (unit === '' && vague.has(name))) continue;
      taken.add(name);
      keep(name, unit, { timeMs, value: Number(match[2]), line });
    }
  }

  function keep(name: string, unit: string, point: Series['points'][number]): void {
    const key = `${name}\u0000${unit}`;
    let measure = measures.get(key);
    if (!measure) {
      if (measures.size >= maxMeasures) return;
      measure = { unit, stride: 1, seen: 0, points: [] };
      measures.set(key, measure);
    }
    if (measure.seen++ % measure.stride !== 0) return;
    measure.points.push(point);
    if (measure.points.length < maxPoints) return;
    measure.points = measure.points.filter((_, index) => index % 2 === 0);
    measure.stride *= 2;
  }

  function series(document: string): Series[] {
    return [...measures]
      .filter(([, measure]) => measure.points.length >= 8 && varies(measure.points))
      .map(([key, measure]) => ({
        name: key.slice(0, key.indexOf('\u0000')),
        unit: measure.unit,
        document,
        points: [...measure.points].sort((a, b) => a.timeMs - b.timeMs || (a.line ?? 0) - (b.line ?? 0)),
      }));
  }
}

const varies = (points: Series['points']): boolean => points.some((point) => point.value !== points[0]!.value);

function unitInName(name: string): string {
  const suffix = /_(ms|us|s|sec|mb|kb|gb|bytes|percent(?:age)?|pct|c)$/.exec(name)?.[1];
  if (suffix === undefined) return /percent/.test(name) ? '%' : '';
  return (
    (
      { mb: 'MB', kb: 'KB', gb: 'GB', sec: 's', percent: '%', percentage: '%', pct: '%', c: '°C' } as Record<
        string,
        string
      >
    )[suffix] ?? suffix
  );
}
