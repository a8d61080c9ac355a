import { deviationFrom, mean } from '#core/mean.ts';
import { citeLine } from '../cite.ts';
import type { Finding, Series } from '../reading.ts';

/** A series that keeps growing, or that changes its level at one point, as findings. */
export function trendFindings(series: readonly Series[]): Finding[] {
  return series.flatMap((one) => growth(one) ?? levelChange(one) ?? []);
}

function growth(series: Series): Finding | undefined {
  const { points } = series;
  if (points.length < 12) return undefined;
  const parts = quarters(points.map((point) => point.value));
  const rises = parts.every((part, index) => index === 0 || part > parts[index - 1]!);
  const first = points[0]!;
  const last = points.reduce((most, point) => (point.value >= most.value ? point : most), first);
  const base = Math.max(Math.abs(parts[0]!), 1e-9);
  if (!rises || parts[3]! < base * 1.5 || risingShare(points) < 0.6) return undefined;
  const isMemory = /mem|heap|rss|used/i.test(series.name);
  const limit = isMemory ? 'Memory that only grows is a leak until shown otherwise.' : 'It grows over the whole file.';
  return {
    rule: isMemory ? 'log.memory-growth' : 'log.growth',
    title: `${series.name} grows from ${withUnit(first.value, series.unit)} to ${withUnit(last.value, series.unit)}`,
    explanation: `${limit} Its quarters average ${parts.map((part) => withUnit(part, series.unit)).join(', ')}.`,
    severity: isMemory ? 'error' : 'warning',
    role: isMemory ? 'cause' : 'symptom',
    certainty: 'likely',
    count: points.length,
    firstTimeMs: first.timeMs,
    lastTimeMs: last.timeMs,
    evidence: evidence(series, [first, points[Math.floor(points.length / 2)]!, last]),
    signature: `${series.name} grows`,
    subjects: [series.name],
  };
}

/** The split that best parts the values in two; told when the parts differ by half and more than they scatter. */
function levelChange(series: Series): Finding | undefined {
  const { points } = series;
  if (points.length < 40) return undefined;
  const values = points.map((point) => point.value);
  let total = 0;
  for (const value of values) total += value;
  let left = 0;
  let best = 0;
  let bestAt = -1;
  for (let i = 1; i < values.length; i++) {
    left += values[i - 1]!;
    if (i < values.length * 0.1 || i > values.length * 0.9) continue;
    const difference = Math.abs(left / i - (total - left) / (values.length - i));
    const weighed = difference * Math.sqrt((i / values.length) * (1 - i / values.length));
    if (weighed > best) {
      best = weighed;
      bestAt = i;
    }
  }
  if (bestAt < 0) return undefined;
  const before = mean(values.slice(0, bestAt));
  const after = mean(values.slice(bestAt));
  const scatter = Math.max(
    deviationFrom(before, values.slice(0, bestAt)),
    deviationFrom(after, values.slice(bestAt)),
    1e-9,
  );
  if (Math.abs(after - before) < 2 * scatter || after < before * 1.5) return undefined;
  const at = points[bestAt]!;
  return {
    rule: 'log.level-change',
    title: `${series.name} rises from about ${withUnit(before, series.unit)} to about ${withUnit(after, series.unit)}`,
    explanation: 'It changed once and stayed there.',
    severity: 'warning',
    role: 'symptom',
    certainty: 'likely',
    count: values.length - bestAt,
    firstTimeMs: at.timeMs,
    lastTimeMs: points.at(-1)!.timeMs,
    evidence: evidence(series, [points[bestAt - 1]!, at]),
    signature: `${series.name} level change`,
    subjects: [series.name],
  };
}

const evidence = (series: Series, points: Series['points']): Finding['evidence'] => [
  ...new Map(
    points
      .filter((point) => point.line !== undefined)
      .map((point) => [point.line, citeLine(series.document, point.line!)]),
  ).values(),
];

function quarters(values: readonly number[]): number[] {
  const size = values.length / 4;
  return [0, 1, 2, 3].map((part) => mean(values.slice(Math.floor(part * size), Math.floor((part + 1) * size))));
}

/** Of neighbours a twentieth of the record apart, the share where the later is not lower. */
function risingShare(points: Series['points']): number {
  const step = Math.max(1, Math.floor(points.length / 20));
  let rising = 0;
  let pairs = 0;
  for (let i = step; i < points.length; i += step) {
    pairs++;
    if (points[i]!.value > points[i - step]!.value) rising++;
  }
  return pairs === 0 ? 0 : rising / pairs;
}

export const withUnit = (value: number, unit: string): string =>
  `${Number.isInteger(value) ? value : Number(value.toPrecision(3))}${unit === '%' ? '%' : unit ? ` ${unit}` : ''}`;
