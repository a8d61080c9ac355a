import { plainUnit, type Unit } from '../facts/amount.ts';
import type { Query } from '../query/query.ts';
import type { Result } from '../run/result.ts';
import type { TimeWords } from '../wording/times.ts';
import { countedOf, shownName, statisticName } from './figure-words.ts';

/** A result drawn: one value for each category, in their order. */
export interface ResultChart {
  kind: 'line' | 'bar';
  title: string;
  /** What the categories are of. */
  across?: string;
  categories: string[];
  series: { name: string; values: number[] }[];
}

/** Three values are sooner read than looked at. */
const leastDrawn = 4;
const mostDrawn = 12;

/** What people would rather look at than read: groups side by side, and values over time. */
export function chartOf(query: Query, result: Result, times: TimeWords): ResultChart | undefined {
  const chart = drawn(query, result, times);
  return chart !== undefined && chart.categories.length >= leastDrawn ? chart : undefined;
}

function drawn(query: Query, result: Result, times: TimeWords): ResultChart | undefined {
  if (result.shape === 'groups') {
    // A list of names has no height.
    if (/^(?:values|never)$/.test(query.take)) return undefined;
    const rows = result.rows.slice(0, mostDrawn);
    const what = valueName(query, result.unit);
    const cut = result.rows.length > rows.length ? `: ${rows.length} of ${result.rows.length}` : '';
    const by = query.by ?? query.of ?? '';
    return {
      kind: 'bar',
      title: `${what} by ${by}${cut}`,
      categories: rows.map(({ key }) => key),
      series: [{ name: what, values: rows.map(({ value }) => inUnit(value, result.unit)) }],
    };
  }
  if (result.shape === 'times') {
    const points = result.rows.map(({ key, value }) => ({ timeMs: Number(key), value }));
    return overTime('bar', valueName(query, undefined), points, times);
  }
  if (result.shape !== 'trend') return undefined;
  const points = result.points.map(({ timeMs, value }) => ({ timeMs, value: inUnit(value, result.unit) }));
  return overTime('line', shownUnit(shownName(query.of ?? 'lines'), result.unit), points, times);
}

function overTime(
  kind: ResultChart['kind'],
  name: string,
  some: readonly { timeMs: number; value: number }[],
  times: TimeWords,
): ResultChart {
  const points = some.toSorted((a, b) => a.timeMs - b.timeMs);
  const size = Math.ceil(points.length / mostDrawn) || 1;
  // Of many points the greatest of each stretch, so that no peak is lost.
  const parts = Array.from({ length: Math.ceil(points.length / size) }, (_, n) =>
    points.slice(n * size, (n + 1) * size),
  );
  const { labels, around } = apart(parts.map(([first]) => times.at(first?.timeMs ?? 0)));
  return {
    kind,
    title: `${name} over time${size > 1 ? `, highest of each ${size}` : ''}`,
    ...(around === '' ? {} : { across: around }),
    categories: labels,
    series: [{ name, values: parts.map((part) => Math.max(...part.map(({ value }) => value))) }],
  };
}

/** The day and the zone that all labels share are said once. */
function apart(whole: readonly string[]): { labels: string[]; around: string } {
  const words = whole.map((label) => label.split(' '));
  const [first = []] = words;
  const isShared = (at: number) => first.length > 1 && words.every((one) => one.at(at) === first.at(at));
  const day = isShared(0) ? (first[0] ?? '') : '';
  const zone = first.length > (day === '' ? 1 : 2) && isShared(-1) ? (first.at(-1) ?? '') : '';
  const labels = words.map((one) => one.slice(day === '' ? 0 : 1, zone === '' ? undefined : -1).join(' '));
  return { labels, around: [day, zone].filter((word) => word !== '').join(' ') };
}

function valueName(query: Query, unit: Unit | undefined): string {
  if (unit === undefined) return countedOf(query, 2);
  const of = query.of === undefined ? (query.state ?? '') : shownName(query.of);
  return shownUnit(`${statisticName(query)} ${of}`.trim(), unit);
}

const shownUnit = (name: string, unit: Unit = plainUnit) => (unit.name === '' ? name : `${name}, ${unit.name}`);

const inUnit = (value: number, { factor }: Unit = plainUnit) => Number((value / factor).toPrecision(6));
