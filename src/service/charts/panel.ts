import type { Severity } from '../formats/reading.ts';
import { timeWordsOf } from '../investigator/wording/times.ts';

export type Row = Record<string, string | number | null>;

/** One chart of a dashboard: its finding as title, its rows, and how they are drawn. */
export interface Panel {
  /** Of its data set; unique within a dashboard. */
  name: string;
  title: string;
  subtitle?: string;
  rows: Row[];
  /** Rows were left out. */
  truncated: boolean;
  height: number | { step: number };
  /** A Vega-Lite unit or layer without data, title and size. */
  drawing: Record<string, unknown>;
}

export const severities: readonly Severity[] = ['critical', 'error', 'warning', 'info'];

/** Told apart also without colour sight; readable on white. */
export const severityColors = ['#7b1e7a', '#c8342b', '#d98e04', '#8a94a3'];

export const severityScale = { domain: [...severities], range: severityColors };

export const accent = '#2f6db5';

/** Text from a file for a title or label: one line, no control or direction characters, at most `limit` long. */
export function label(text: string, limit = 90): string {
  const flat = text
    .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const points = [...flat];
  return points.length <= limit
    ? flat
    : `${points
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}

export function grouped(value: number): string {
  const text = Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) >= 100 ? 0 : 2);
  const [whole = '0', fraction] = text.split('.');
  const spaced = whole.replace(/\B(?=(\d{3}){1,20}(?!\d))/g, ',');
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}

/** `1 packet`, `2,000 packets`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${grouped(value)} ${value === 1 ? one : many}`;
}

/** The horizontal time axis of a reading: wall clock, seconds since boot, or time of day without a date. */
export interface TimeAxis {
  clock: 'absolute' | 'boot' | 'day';
  spanMs: number;
  /** The value a row holds for a time in milliseconds. */
  valueOf(timeMs: number): number;
  encoding(): Record<string, unknown>;
  /** For titles: as short as the span of the file allows. */
  words(timeMs: number): string;
  /** In full, the way the file's lines print it, with the zone they name. */
  at(timeMs: number): string;
  span(fromMs: number, toMs: number): string;
}

export interface AxisOptions {
  clock: TimeAxis['clock'];
  /** In milliseconds; they bound all panels alike, so that they can be read against each other. */
  first: number;
  last: number;
  /** A wall clock is drawn as the file's own lines print it, so far from UTC. */
  zoneMinutes?: number | undefined;
  /** Else its lines name no zone. */
  isZoned?: boolean;
}

export function timeAxisOf({ clock, first, last, zoneMinutes = 0, isZoned = true }: AxisOptions): TimeAxis {
  const spanMs = last - first;
  const info = { clock: clock === 'absolute' ? clock : ('boot' as const), isTimeOfDay: clock === 'day' };
  const { at, span } = timeWordsOf({ ...info, zoneMinutes, firstTimeMs: first, lastTimeMs: last }, isZoned);
  if (clock === 'boot') {
    const domain = [first / 1000, last / 1000];
    return {
      clock,
      spanMs,
      valueOf: (timeMs) => timeMs / 1000,
      encoding: () => ({
        type: 'quantitative',
        axis: { title: 'seconds since boot', grid: false, tickCount: 8 },
        scale: spanMs > 0 ? { domain, zero: false, nice: false } : { zero: false },
      }),
      words: (timeMs) => `${grouped(Number((timeMs / 1000).toFixed(1)))} s`,
      at,
      span,
    };
  }
  const shiftMs = clock === 'absolute' ? zoneMinutes * 60_000 : 0;
  return {
    clock,
    spanMs,
    valueOf: (timeMs) => timeMs + shiftMs,
    encoding: () => ({
      type: 'temporal',
      scale:
        spanMs > 0
          ? { type: 'utc', domain: [dateTimeOf(first + shiftMs), dateTimeOf(last + shiftMs)], nice: false }
          : { type: 'utc' },
      axis: {
        title: clock === 'day' ? 'time of day' : isZoned ? zoneWords(zoneMinutes) : 'time (the file names no zone)',
        grid: false,
        labelOverlap: true,
        tickCount: spanMs < 86_400_000 ? 8 : 6,
        format: tickFormat(spanMs, clock === 'day'),
      },
    }),
    words: (timeMs) =>
      new Date(timeMs + shiftMs)
        .toISOString()
        .slice(...wordLetters(spanMs, clock === 'day'))
        .replace('T', ' '),
    at,
    span,
  };
}

function tickFormat(spanMs: number, isTimeOfDay: boolean): string {
  if (spanMs < 10_000) return '%H:%M:%S.%L';
  if (spanMs < 600_000) return '%H:%M:%S';
  if (spanMs >= yearMs && !isTimeOfDay) return '%Y-%m-%d';
  return spanMs < 86_400_000 || isTimeOfDay ? '%H:%M' : '%b %d %H:%M';
}

/** About: from here on a day without its year is not clear. */
const yearMs = 300 * 86_400_000;

/** Of an RFC 3339 time. */
function wordLetters(spanMs: number, isTimeOfDay: boolean): [number, number] {
  if (spanMs >= yearMs && !isTimeOfDay) return [0, 16];
  if (spanMs < 10_000) return [11, 23];
  return spanMs < 86_400_000 || isTimeOfDay ? [11, 19] : [5, 16];
}

/** `UTC`, `UTC+05:30`. */
function zoneWords(minutes: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** Vega-Lite takes a bare number in a domain for a year. */
function dateTimeOf(timeMs: number): Record<string, number | boolean> {
  const date = new Date(timeMs);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    date: date.getUTCDate(),
    hours: date.getUTCHours(),
    minutes: date.getUTCMinutes(),
    seconds: date.getUTCSeconds(),
    milliseconds: date.getUTCMilliseconds(),
    utc: true,
  };
}
