import { deviationFrom, mean } from '#core/mean.ts';
import type { Series } from '../formats/reading.ts';
import { grouped, label, type TimeAxis } from './panel.ts';

type Points = Series['points'];

const slots = 120;
/** A stretch must part from the rest by this many times what either scatters. */
const apart = 2;

/** What a person sees in a series: a slope or step, a stretch apart from the rest, or its peak. */
export function seriesTitle(series: Series, points: Points, axis: TimeAxis): string {
  const name = sentenceBegin(label(series.name, 60));
  const unit = unitBehind(series.unit, 12);
  const values = points.map((point) => point.value);
  const edge = Math.max(1, Math.min(5, Math.floor(points.length / 50)));
  const start = mean(values.slice(0, edge));
  const end = mean(values.slice(-edge));
  const peak = points.reduce((best, point) => (point.value > best.value ? point : best));
  const least = values.reduce((low, value) => Math.min(low, value), Infinity);
  if (peak.value === least) return `${name}: ${grouped(values[0]!)}${unit} all the time`;
  const range = peak.value - least;
  const quarter = Math.ceil(values.length / 4);
  const drift = (mean(values.slice(-quarter)) - mean(values.slice(0, quarter))) * Math.sign(end - start);
  if (Math.abs(end - start) > range * 0.5 && drift > range * 0.3)
    return `${name}: ${end > start ? 'up' : 'down'} from ${grouped(start)} to ${grouped(end)}${unit}`;
  const stretch = stretchApart(points);
  return stretch
    ? `${name}: about ${rounded(stretch.inside)}${unit} from ${axis.words(stretch.from)} to ${axis.words(stretch.to)}, else ${rounded(stretch.outside)}${unit}`
    : `${name}: at most ${grouped(peak.value)}${unit}, at ${axis.words(peak.timeMs)}`;
}

/** `6/s`, `6 ms`, `6`. */
export function unitBehind(unit: string, limit: number): string {
  return unit === '' ? '' : unit.startsWith('1/') ? unit.slice(1) : ` ${label(unit, limit)}`;
}

/** Words begin a sentence; what a program calls a number is left as it writes it. */
function sentenceBegin(name: string): string {
  return /^[a-z]+ [a-z]/.test(name) ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

interface Stretch {
  from: number;
  to: number;
  inside: number;
  outside: number;
}

/** The one stretch of time, neither at the beginning nor at the end, whose values part most from all others. */
function stretchApart(points: Points): Stretch | undefined {
  const parts = slotted(points);
  if (parts.length < 10) return undefined;
  const sums = [0];
  for (const { value } of parts) sums.push(sums.at(-1)! + value);
  const total = sums.at(-1)!;
  let best = { weight: 0, from: 0, to: 0 };
  for (let from = 1; from < parts.length - 2; from++) {
    for (let to = from + 2; to < parts.length; to++) {
      const size = to - from;
      const rest = parts.length - size;
      if (size > rest) break;
      const inside = (sums[to]! - sums[from]!) / size;
      const outside = (total - sums[to]! + sums[from]!) / rest;
      const weight = Math.abs(inside - outside) * Math.sqrt(size * rest);
      if (weight > best.weight) best = { weight, from, to };
    }
  }
  const first = parts[best.from];
  const last = parts[best.to - 1];
  if (!first || !last) return undefined;
  const within = points.filter(({ timeMs }) => timeMs >= first.from && timeMs <= last.to).map(({ value }) => value);
  const others = points.filter(({ timeMs }) => timeMs < first.from || timeMs > last.to).map(({ value }) => value);
  const [inside, outside] = [mean(within), mean(others)];
  const scatter = Math.max(deviationFrom(inside, within), deviationFrom(outside, others));
  const isApart = within.length >= 3 && others.length >= 6 && Math.abs(inside - outside) >= apart * scatter;
  return isApart ? { from: first.from, to: last.to, inside, outside } : undefined;
}

/** Means of equal stretches of time with values in them. */
function slotted(points: Points): { value: number; from: number; to: number }[] {
  const first = points[0]!.timeMs;
  const span = points.at(-1)!.timeMs - first;
  const groups = Map.groupBy(points, ({ timeMs }) =>
    span > 0 ? Math.min(slots - 1, Math.floor(((timeMs - first) / span) * slots)) : 0,
  );
  return [...groups.values()].map((group) => ({
    value: mean(group.map(({ value }) => value)),
    from: group[0]!.timeMs,
    to: group.at(-1)!.timeMs,
  }));
}

function rounded(value: number): string {
  return grouped(Number(value.toPrecision(2)));
}
