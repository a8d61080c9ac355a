import type { Reading, TimelineEvent } from '../formats/reading.ts';
import { grouped, type Panel, type Row, severities, severityScale, type TimeAxis } from './panel.ts';

const bucketCount = 60;

/** What happened when: the events of the timeline in equal stretches of time, by severity. */
export function activityPanel(reading: Reading, axis: TimeAxis): Panel | undefined {
  const events = reading.timeline.filter((event) => Number.isFinite(event.timeMs));
  if (events.length < 2) return undefined;
  const first = events.reduce((least, event) => Math.min(least, event.timeMs), Number.POSITIVE_INFINITY);
  const last = events.reduce((most, event) => Math.max(most, event.timeMs), Number.NEGATIVE_INFINITY);
  if (last <= first) return undefined;
  const size = (last - first) / bucketCount;
  const counts = new Map<string, number>();
  const loud = new Array<number>(bucketCount).fill(0);
  for (const event of events) {
    const bucket = Math.min(bucketCount - 1, Math.floor((event.timeMs - first) / size));
    const key = `${bucket} ${event.severity}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (isLoud(event)) loud[bucket]!++;
  }
  const rows: Row[] = [];
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    let low = 0;
    for (const severity of severities) {
      const count = counts.get(`${bucket} ${severity}`);
      if (count === undefined) continue;
      const start = axis.valueOf(first + bucket * size);
      rows.push({ start, end: axis.valueOf(first + (bucket + 1) * size), severity, count, low, high: low + count });
      low += count;
    }
  }
  return {
    name: 'activity',
    title: titleOf(events, loud, first, size, axis),
    subtitle: 'Notable lines over time, by severity',
    rows,
    truncated: false,
    height: 120,
    drawing: {
      mark: { type: 'rect', stroke: '#ffffff', strokeWidth: 0.6 },
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
          scale: severityScale,
          legend: { title: null, orient: 'top', direction: 'horizontal' },
        },
        tooltip: [
          { field: 'severity', type: 'nominal' },
          { field: 'count', type: 'quantitative' },
        ],
      },
    },
  };
}

function isLoud(event: TimelineEvent): boolean {
  return event.severity === 'critical' || event.severity === 'error';
}

function titleOf(
  events: readonly TimelineEvent[],
  loud: readonly number[],
  first: number,
  size: number,
  axis: TimeAxis,
): string {
  const total = loud.reduce((sum, count) => sum + count, 0);
  if (total === 0) return `No errors among ${grouped(events.length)} notable lines`;
  const noun = total === 1 ? 'error' : 'errors';
  const { from, to, count } = densest(loud, total);
  const start = axis.words(first + from * size);
  if (total === 1) return `One error, at ${start}`;
  if (to - from + 1 > bucketCount / 4) return `${grouped(total)} ${noun}, spread over the whole time`;
  const share = count === total ? 'all' : grouped(count);
  return `${grouped(total)} ${noun}, ${share} of them from ${start} to ${axis.words(first + (to + 1) * size)}`;
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
