import type { Series } from '../reading.ts';
import { meaningOf, nameOf, unitInName, unitOf } from './metric-names.ts';
import { createPointKeeper, type Point, type PointKeeper } from './metric-points.ts';
import { createMetricSources } from './metric-sources.ts';

/** A word, and a number behind it: `memory_usage_mb: 100`, `took 35 ms`, `"latency": "0.2s"`, `queue depth 7`. */
const numbered =
  /(?<![\w.-])([A-Za-z][\w.-]{0,60})["']?(?:\s?[=:]\s?|\s)["']?(\d{1,15}(?:\.\d{1,6})?)\s?(ms|msec|s|sec|seconds|us|µs|[KMG]i?B|%|bytes|°?C)?(?=[\s"',;)\]}/]|$)/g;
const hint =
  /mem|heap|rss|lat|duration|elapsed|time|usage|used|percent|pct|queue|backlog|pending|conn|thread|files|load|temp|lag|retries|cpu|took|\bms\b|\d ?[KMG]i?B\b|delay|rtt|jitter|loss|iops|throughput|rate|fps|volt|current|power|press|humid|rss|snr|speed|rpm|batt|_(?:ms|us|s|sec|[kmg]b|c)\b/i;
export const mayMeasure = (message: string): boolean => /\d/.test(message) && hint.test(message);

const maxPoints = 2000;
const maxMeasures = 40;
/** Of those that only words name, which must not take the place of others. */
const maxWorded = 10;

export type MetricGatherer = ReturnType<typeof createMetricGatherer>;

/** Gathers named numbers over time, each kept by `keeperOf`. */
export function createMetricGatherer(keeperOf: (maxPoints: number) => PointKeeper = createPointKeeper) {
  const measures = new Map<string, { unit: string; keeper: PointKeeper; isWorded: boolean }>();
  let worded = 0;
  const sources = createMetricSources();
  return { add, addNumber, series, seriesBySource };

  /** How many numbers of the line are of something that is measured. */
  function add(text: string, line: number, timeMs: number): number {
    const taken = new Set<string>();
    const told = text.slice(0, 600);
    let source: string | undefined;
    for (const match of told.matchAll(numbered)) {
      const word = meaningOf(match[1]!);
      const isWorded = word.kind === 'nothing';
      if (isWorded && match[3] === undefined) continue;
      const unit = unitOf(match[3] ?? word.unit);
      const name = word.kind === 'name' ? word.name : nameOf(word, told.slice(0, match.index), unit);
      if (name === undefined || taken.has(name)) continue;
      if (taken.size === 0) source = sources.sourceOf(told);
      taken.add(name);
      if (!Number.isNaN(timeMs)) keep(name, unit, source, { timeMs, value: Number(match[2]), line }, isWorded);
    }
    return taken.size;
  }

  /** A number whose name is known: of a column, with the source its row names. */
  function addNumber(name: string, value: number, source: string | undefined, at: { number: number; timeMs: number }) {
    if (Number.isNaN(at.timeMs)) return;
    keep(name, unitInName(name.toLowerCase()), source, { timeMs: at.timeMs, value, line: at.number });
  }

  function keep(name: string, unit: string, source: string | undefined, point: Point, isWorded = false): void {
    const key = `${name}\u0000${unit}`;
    let measure = measures.get(key);
    if (!measure) {
      if (isWorded ? worded >= maxWorded : measures.size - worded >= maxMeasures) return;
      if (isWorded) worded++;
      measure = { unit, keeper: keeperOf(maxPoints), isWorded };
      measures.set(key, measure);
    }
    measure.keeper.add(point);
    if (source !== undefined) sources.add(key, source, point);
  }

  /** What is sure to be measured: findings rest on these. */
  function series(document: string): Series[] {
    return seriesOf(document, false);
  }

  function seriesOf(document: string, alsoWorded: boolean): Series[] {
    return [...measures]
      .filter(([, { isWorded }]) => alsoWorded || !isWorded)
      .map(([key, { unit, keeper }]) => ({ name: nameIn(key), unit, document, points: keeper.points() }))
      .filter(({ points }) => points.length >= 8 && varies(points));
  }

  /** To be drawn. Where sources differ, one series each: `heap_used_mb of thumbs`. */
  function seriesBySource(document: string): Series[] {
    return seriesOf(document, true).flatMap((whole) => {
      const apart = sources.apart(`${whole.name}\u0000${whole.unit}`);
      return apart?.map(({ source, points }) => ({ ...whole, name: `${whole.name} of ${source}`, points })) ?? [whole];
    });
  }
}

function nameIn(key: string): string {
  return key.slice(0, key.indexOf('\u0000'));
}

const varies = (points: Series['points']): boolean => points.some((point) => point.value !== points[0]!.value);
