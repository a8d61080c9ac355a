import type { Reading, Series, Severity } from '../formats/reading.ts';
import { type MarkPlace, toldByRow } from './mark-place.ts';
import { counted, grouped, label, type Panel, type Row, severities, severityColors, type TimeAxis } from './panel.ts';

const defaultBuckets = 60;
const mostBuckets = 200;

/** What happened when: lines in equal stretches of time, by severity. */
export function activityPanel(reading: Reading, axis: TimeAxis): Panel | undefined {
  const amounts: Amounts = countedLines(reading) ?? notableEvents(reading);
  const { events } = amounts;
  if (events.length < 2) return undefined;
  const first = events.reduce((least, event) => Math.min(least, event.timeMs), Number.POSITIVE_INFINITY);
  const last = events.reduce((most, event) => Math.max(most, event.timeMs), Number.NEGATIVE_INFINITY);
  if (last <= first) return undefined;
  // The reader's own stretches are kept as they are: cutting them again would make even traffic look ragged.
  const bucketCount = amounts.stretches ?? defaultBuckets;
  const size = (last - first) / (amounts.stretches === undefined ? bucketCount : bucketCount - 1);
  const counts = new Map<string, Map<string, number>>();
  const loud = new Array<number>(bucketCount).fill(0);
  for (const event of events) {
    const at = (event.timeMs - first) / size;
    // A stretch of the reader's begins at a rounded time, which may lie just before its own place.
    const bucket = Math.min(bucketCount - 1, amounts.stretches === undefined ? Math.floor(at) : Math.round(at));
    const key = `${bucket} ${event.severity}`;
    const texts = counts.get(key) ?? new Map<string, number>();
    counts.set(key, texts.set(event.document, (texts.get(event.document) ?? 0) + event.count));
    if (isLoud(event)) loud[bucket]! += event.count;
  }
  const rows: Row[] = [];
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    let low = 0;
    for (const severity of severities) {
      const texts = counts.get(`${bucket} ${severity}`);
      const count = texts ? sum(texts.values()) : 0;
      if (!texts || count === 0) continue;
      const [from, to] = [first + bucket * size, first + (bucket + 1) * size];
      rows.push({
        start: axis.valueOf(from),
        end: axis.valueOf(to),
        severity,
        count,
        low,
        high: low + count,
        told: `${axis.span(from, to)}: ${counted(count, `${severity} line`)}`,
        ...placeIn(texts, from, to, severity),
      });
      low += count;
    }
  }
  const shown = severities.filter((severity) => rows.some((row) => row.severity === severity));
  const scale = { domain: shown, range: shown.map((severity) => severityColors[severities.indexOf(severity)]) };
  // A white edge would cover stretches of less than its own width.
  const isNarrow = size / axis.spanMs < 1 / 200;
  return {
    name: 'activity',
    title: titleOf(events, loud, first, size, axis, amounts.areOwnTimes),
    subtitle: amounts.subtitle,
    rows,
    truncated: false,
    height: 120,
    drawing: {
      mark: { type: 'rect', ...(isNarrow ? { strokeWidth: 1 } : { stroke: '#ffffff', strokeWidth: 0.6 }) },
      encoding: {
        x: { field: 'start', ...axis.encoding() },
        x2: { field: 'end' },
        y: {
          field: 'low',
          type: 'quantitative',
          axis: { title: 'lines', tickCount: 4, tickMinStep: 1 },
          scale: { zero: true },
        },
        y2: { field: 'high' },
        color: {
          field: 'severity',
          type: 'nominal',
          scale,
          legend: { title: null, orient: 'top', direction: 'horizontal' },
        },
        ...(isNarrow ? { stroke: { field: 'severity', type: 'nominal', scale, legend: null } } : {}),
        ...toldByRow,
      },
    },
  };
}

/** The stretch in the text that has most of its lines. */
function placeIn(texts: ReadonlyMap<string, number>, from: number, to: number, severity: Severity): MarkPlace {
  const [[document] = ['']] = [...texts].toSorted((a, b) => b[1] - a[1]);
  const level = severity === 'info' ? {} : { level: severity };
  return { document, from_ms: Math.floor(from), to_ms: Math.ceil(to) - 1, ...level };
}

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, count) => total + count, 0);
}

interface Amount {
  timeMs: number;
  document: string;
  severity: Severity;
  count: number;
}

interface Amounts {
  events: Amount[];
  subtitle: string;
  /** How many equal stretches the reader counted in. */
  stretches?: number;
  /** Each event is at its own time, and not at the beginning of a stretch. */
  areOwnTimes?: boolean;
}

/** All lines, where the reader counted them over time as `lines`, `warnings` and `errors`; of several texts, of all. */
function countedLines(reading: Reading): Amounts | undefined {
  const all = reading.series.filter(
    ({ name, unit, points }) => name === 'lines' && unit === 'lines' && points.length > 0,
  );
  if (all.length === 0) return undefined;
  const events = all.flatMap((lines) => {
    const beside = (name: string) =>
      reading.series.find(
        (series) => series.name === name && series.unit === 'lines' && series.document === lines.document,
      );
    const at = (series: Series | undefined) => new Map(series?.points.map((point) => [point.timeMs, point.value]));
    const errors = at(beside('errors'));
    const warnings = at(beside('warnings'));
    return lines.points.flatMap(({ timeMs, value }): Amount[] => {
      const { document } = lines;
      const failed = errors.get(timeMs) ?? 0;
      const warned = warnings.get(timeMs) ?? 0;
      return [
        { timeMs, document, severity: 'error', count: failed },
        { timeMs, document, severity: 'warning', count: warned },
        { timeMs, document, severity: 'info', count: Math.max(0, value - failed - warned) },
      ];
    });
  });
  const points = all.length === 1 ? all[0]!.points : [];
  const stretchMs = ((points.at(-1)?.timeMs ?? 0) - (points[0]?.timeMs ?? 0)) / Math.max(1, points.length - 1);
  // Below a second the rounding of times shows as gaps.
  const isEven = points.length >= 2 && points.length <= mostBuckets && stretchMs >= 1000;
  return {
    events,
    subtitle: `All lines${ofTexts(reading, all)} over time, by severity`,
    ...(isEven ? { stretches: points.length } : {}),
  };
}

/** Which of several texts the lines are of. */
function ofTexts(reading: Reading, counted: readonly Series[]): string {
  if (counted.length > 1) return ` of ${counted.length} texts`;
  return reading.documents.length > 1 ? ` of ${label(counted[0]?.document ?? '', 60)}` : '';
}

function notableEvents(reading: Reading): Amounts {
  const events = reading.timeline
    .filter((event) => Number.isFinite(event.timeMs))
    .map(({ timeMs, document, severity }) => ({ timeMs, document, severity, count: 1 }));
  return { events, subtitle: 'Notable lines over time, by severity', areOwnTimes: true };
}

function isLoud(event: Amount): boolean {
  return event.severity === 'critical' || event.severity === 'error';
}

function titleOf(
  events: readonly Amount[],
  loud: readonly number[],
  first: number,
  size: number,
  axis: TimeAxis,
  areOwnTimes: boolean | undefined,
): string {
  const total = loud.reduce((sum, count) => sum + count, 0);
  const all = events.reduce((sum, event) => sum + event.count, 0);
  // Notable lines are a choice: that there is one error among them does not say that the file has one.
  const kind = areOwnTimes ? 'notable ' : '';
  if (total === 0) return `No errors among ${grouped(all)} ${kind}lines`;
  const noun = `${kind}${total === 1 ? 'error' : 'errors'}`;
  const { from, to, count } = densest(loud, total);
  const start = axis.words(first + from * size);
  const end = axis.words(first + (to + 1) * size);
  const lone = areOwnTimes ? events.find(isLoud) : undefined;
  if (total === 1)
    return lone === undefined
      ? `One ${noun}, between ${start} and ${end}`
      : `One ${noun}, at ${axis.words(lone.timeMs)}`;
  if (to - from + 1 > loud.length / 4) return `${grouped(total)} ${noun}, spread over the whole time`;
  const share = count === total ? 'all' : grouped(count);
  return `${grouped(total)} ${noun}, ${share} of them ${start === end ? `at ${start}` : `from ${start} to ${end}`}`;
}

/** The shortest run of buckets that holds half of the errors. */
function densest(loud: readonly number[], total: number): { from: number; to: number; count: number } {
  let best = { from: 0, to: loud.length - 1, count: total };
  for (let from = 0; from < loud.length; from++) {
    let count = 0;
    for (let to = from; to < loud.length; to++) {
      count += loud[to]!;
      if (count < total / 2) continue;
      if (to - from < best.to - best.from) best = { from, to, count };
      break;
    }
  }
  return best;
}
