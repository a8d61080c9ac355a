import type { Series, Severity } from '../reading.ts';
import type { ConsoleLine } from './console-line.ts';

const buckets = 200;

/** Counts lines and errors over time in equal buckets whose width grows with the log. */
export function createErrorCounter(document: string) {
  let widthMs = 100;
  let startMs: number | undefined;
  let clock: 'wallMs' | 'bootMs' | undefined;
  let counts: { errors: number; lines: number; line?: number }[] = [];

  function add(line: ConsoleLine, severity: Severity | undefined): void {
    clock ??= line.wallMs === undefined ? (line.bootMs === undefined ? undefined : 'bootMs') : 'wallMs';
    const timeMs = clock === undefined ? undefined : line[clock];
    if (timeMs === undefined || !Number.isFinite(timeMs)) return;
    startMs ??= timeMs;
    // Lines of an earlier boot or out of order count where the log began.
    const offset = Math.max(0, timeMs - startMs);
    while (offset / widthMs >= buckets) widen();
    const index = Math.floor(offset / widthMs);
    let bucket = counts[index];
    if (bucket === undefined) {
      while (counts.length <= index) counts.push({ errors: 0, lines: 0 });
      bucket = counts[index];
    }
    if (bucket === undefined) return;
    bucket.lines++;
    if (severity === undefined || severity === 'info') return;
    bucket.errors++;
    bucket.line ??= line.number;
  }

  function widen(): void {
    widthMs *= 2;
    const merged: typeof counts = [];
    for (let at = 0; at < counts.length; at += 2) {
      const [left, right] = [counts[at], counts[at + 1]];
      const line = left?.line ?? right?.line;
      merged.push({
        errors: (left?.errors ?? 0) + (right?.errors ?? 0),
        lines: (left?.lines ?? 0) + (right?.lines ?? 0),
        ...(line === undefined ? {} : { line }),
      });
    }
    counts = merged;
  }

  function series(): Series[] {
    const start = startMs;
    if (start === undefined || counts.length < 2) return [];
    const points = (pick: (bucket: (typeof counts)[number]) => number) =>
      counts.map((bucket, index) => ({
        timeMs: start + index * widthMs,
        value: pick(bucket),
        ...(bucket.line === undefined ? {} : { line: bucket.line }),
      }));
    const unit = `per ${widthMs >= 1000 ? `${Math.round(widthMs / 1000)} s` : `${widthMs} ms`}`;
    return [
      { name: 'kernel errors', unit, document, points: points(({ errors }) => errors) },
      { name: 'kernel messages', unit, document, points: points(({ lines }) => lines) },
    ];
  }

  return { add, series };
}
