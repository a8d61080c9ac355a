import { mean } from '#core/mean.ts';
import type { Reading, Series } from '../formats/reading.ts';
import { silent, toldByRow } from './mark-place.ts';
import { accent, grouped, label, type Panel, type Row, type TimeAxis } from './panel.ts';
import { seriesTitle, unitBehind } from './series-title.ts';

const maxPanels = 4;
const maxPoints = 600;
const stretches = 12;
/** Below, of enough values to tell, nothing happens that is worth a picture. */
const leastMovement = 0.1;
const enough = 100;

/** Numbers over time, those that move most first, each titled with how it moves. */
export function seriesPanels(reading: Reading, axis: TimeAxis): Panel[] {
  const ranked = reading.series
    .filter((series) => !(series.unit === 'lines' && /^(?:lines|errors|warnings)$/.test(series.name)))
    .map((series) => ({
      series,
      points: series.points.filter((point) => Number.isFinite(point.timeMs) && Number.isFinite(point.value)),
    }))
    .filter(({ points }) => points.length >= 3)
    .map(({ series, points }) => ({
      series,
      points: withoutGaps(
        series,
        points.toSorted((a, b) => a.timeMs - b.timeMs),
      ),
      movement: movementOf(points.map((point) => point.value)),
    }))
    .sort((a, b) => b.movement - a.movement || a.series.name.localeCompare(b.series.name));
  const moving = ranked.filter(({ points, movement }) => points.length < enough || movement >= leastMovement);
  const isOfMany = reading.documents.length > 1;
  return moving.slice(0, maxPanels).map(({ series, points }, index) => ({
    ...panelOf(series, points, index, axis),
    ...(isOfMany ? { subtitle: label(series.document, 100) } : {}),
  }));
}

function panelOf(series: Series, points: Series['points'], index: number, axis: TimeAxis): Panel {
  const kept = thinned(points);
  const peak = points.reduce((best, point) => (point.value > best.value ? point : best));
  const unit = series.unit === '' ? 'value' : label(series.unit, 20);
  const following = new Map(points.slice(1).map(({ timeMs }, index) => [points[index], Math.ceil(timeMs)]));
  const rows: Row[] = kept.map((point) => ({
    time: axis.valueOf(point.timeMs),
    value: point.value,
    mark: point === peak ? 'peak' : null,
    told: `${axis.at(point.timeMs)}: ${grouped(point.value)}${unitBehind(series.unit, 20)}`,
    document: series.document,
    ...(point.line === undefined
      ? { from_ms: Math.floor(point.timeMs), to_ms: (following.get(point) ?? Math.floor(point.timeMs) + 1_000) - 1 }
      : { line: point.line }),
  }));
  const y = {
    field: 'value',
    type: 'quantitative',
    axis: { title: unit, tickCount: 5 },
    scale: { zero: isNearZero(points) },
  };
  return {
    name: `series_${index + 1}`,
    title: seriesTitle(series, points, axis),
    rows,
    truncated: kept.length < points.length,
    height: 130,
    drawing: {
      encoding: { x: { field: 'time', ...axis.encoding() } },
      layer: [
        {
          mark: { type: 'area', color: accent, opacity: 0.12, line: false, y2: 'height', ...silent },
          encoding: { y: { ...y, stack: null } },
        },
        { mark: { type: 'line', color: accent, strokeWidth: 1.6, ...silent }, encoding: { y } },
        {
          transform: [{ filter: "datum.mark === 'peak'" }],
          mark: { type: 'point', filled: true, color: '#c8342b', size: 60, ...silent },
          encoding: { y },
        },
        // Unseen until it is pointed at.
        { mark: { type: 'point', filled: true, color: accent, size: 60, opacity: 0 }, encoding: { y, ...toldByRow } },
      ],
    },
  };
}

const isRate = ({ unit }: Series): boolean => /(?:\/s|^per .{1,12})$/.test(unit);

/** A rate is told where something came: between such times nothing did, and no line leads from one to the next. */
function withoutGaps(series: Series, points: Series['points']): Series['points'] {
  if (!isRate(series)) return points;
  const steps = points.slice(1).map(({ timeMs }, index) => timeMs - points[index]!.timeMs);
  const stepMs = steps.filter((step) => step > 0).toSorted((a, b) => a - b)[Math.floor(steps.length / 10)] ?? 0;
  return points.flatMap((point, index) => {
    const next = points[index + 1];
    if (next === undefined || stepMs === 0 || next.timeMs - point.timeMs < 2 * stepMs) return [point];
    return [point, { timeMs: point.timeMs + stepMs, value: 0 }, { timeMs: next.timeMs - stepMs, value: 0 }];
  });
}

/** Keeps the extremes of equal stretches of time, so that spikes stay visible and no part looks denser than another. */
function thinned(points: Series['points']): Series['points'] {
  if (points.length <= maxPoints) return points;
  const first = points[0]!.timeMs;
  const span = Math.max(1, points.at(-1)!.timeMs - first);
  const parts = Map.groupBy(points, ({ timeMs }) => Math.floor(((timeMs - first) / span) * (maxPoints / 2)));
  const kept = [...parts.values()].flatMap((part) => {
    const low = part.reduce((best, point) => (point.value < best.value ? point : best));
    const high = part.reduce((best, point) => (point.value > best.value ? point : best));
    return low.timeMs <= high.timeMs ? [low, high] : [high, low];
  });
  return kept.filter((point, index) => point !== kept[index - 1]);
}

/**
 * How much of the scatter of the values lies between stretches of time (0 to 1): near 1 for a slope or a step, near 0
 * for what goes up and down as ever. A lone peak far from everything else moves too.
 */
function movementOf(values: readonly number[]): number {
  const middle = mean(values);
  const scatter = mean(values.map((value) => (value - middle) ** 2));
  if (scatter === 0) return 0;
  const size = values.length / Math.min(stretches, Math.ceil(values.length / 2));
  let between = 0;
  for (let from = 0; from < values.length; from += size) {
    const part = values.slice(Math.floor(from), Math.floor(from + size));
    if (part.length > 0) between += (part.length * (mean(part) - middle) ** 2) / values.length;
  }
  const outlier = (Math.max(...values) - middle) / Math.sqrt(scatter);
  return Math.max(between / scatter, outlier > 6 ? 0.5 : 0);
}

function isNearZero(points: Series['points']): boolean {
  const least = Math.min(...points.map((point) => point.value));
  const most = Math.max(...points.map((point) => point.value));
  return least >= 0 && least < most * 0.5;
}
