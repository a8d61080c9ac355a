import type { DocumentInfo } from '../../formats/reading.ts';
import { zonePattern } from '../../lines/time-words.ts';

/** Prints times of one document the way its lines show them. */
export interface TimeWords {
  at(timeMs: number): string;
  /** "2026-11-20 03:00:04 to 03:05:55 UTC". */
  span(fromMs: number, toMs: number): string;
}

export function timeWordsOf(
  info: Pick<DocumentInfo, 'clock' | 'isTimeOfDay' | 'firstTimeMs' | 'lastTimeMs' | 'zoneMinutes'>,
  isZoned = false,
): TimeWords {
  if (info.isTimeOfDay === true) return timesOfDay(info);
  if (info.clock === 'boot') {
    const at = (timeMs: number) => `${sinceBoot(timeMs)} after boot`;
    return { at, span: (from, to) => `${sinceBoot(from)} to ${at(to)}` };
  }
  const isShort = (info.lastTimeMs ?? 0) - (info.firstTimeMs ?? 0) < 60_000;
  const shiftMs = (info.zoneMinutes ?? 0) * 60_000;
  const zone = shiftMs !== 0 ? ` ${offsetWords(info.zoneMinutes!)}` : isZoned ? ' UTC' : '';
  const clockOf = (timeMs: number, withMs: boolean) => iso(timeMs + shiftMs).slice(11, withMs ? 23 : 19);
  const day = (timeMs: number) => iso(timeMs + shiftMs).slice(0, 10);
  return {
    at: (timeMs) => `${day(timeMs)} ${clockOf(timeMs, isShort)}${zone}`,
    span(fromMs, toMs) {
      const withMs = isShort || toMs - fromMs < 10_000;
      const end = day(fromMs) === day(toMs) ? clockOf(toMs, withMs) : `${day(toMs)} ${clockOf(toMs, withMs)}`;
      return `${day(fromMs)} ${clockOf(fromMs, withMs)} to ${end}${zone}`;
    },
  };
}

/** "20:41:12", and for later days than the first "day 2, 00:03:10". */
function timesOfDay(info: Pick<DocumentInfo, 'firstTimeMs' | 'lastTimeMs'>): TimeWords {
  const isShort = (info.lastTimeMs ?? 0) - (info.firstTimeMs ?? 0) < 60_000;
  const dayOf = (timeMs: number) => Math.floor(timeMs / 86_400_000) + 1;
  const clockOf = (timeMs: number, withMs = isShort) => iso(timeMs).slice(11, withMs ? 23 : 19);
  const dayWords = (timeMs: number) => (dayOf(timeMs) > 1 ? `day ${dayOf(timeMs)}, ` : '');
  return {
    at: (timeMs) => `${dayWords(timeMs)}${clockOf(timeMs)}`,
    span(fromMs, toMs) {
      const withMs = isShort || toMs - fromMs < 10_000;
      const toDay = dayOf(fromMs) === dayOf(toMs) ? '' : dayWords(toMs);
      return `${dayWords(fromMs)}${clockOf(fromMs, withMs)} to ${toDay}${clockOf(toMs, withMs)}`;
    },
  };
}

/** "12.345 s", "37 min 12.004 s", "3 d 2 h 11 min". */
function sinceBoot(timeMs: number): string {
  const sign = timeMs < 0 ? '-' : '';
  const ms = Math.abs(Math.round(timeMs));
  const seconds = (ms % 60_000) / 1000;
  const [minutes, hours, days] = [
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 3_600_000) % 24,
    Math.floor(ms / 86_400_000),
  ];
  if (days > 0) return `${sign}${days} d ${hours} h ${minutes} min ${Math.floor(seconds)} s`;
  if (hours > 0) return `${sign}${hours} h ${minutes} min ${seconds.toFixed(3)} s`;
  return minutes > 0 ? `${sign}${minutes} min ${seconds.toFixed(3)} s` : `${sign}${seconds.toFixed(3)} s`;
}

/** "4 min 12 s": two units at most. */
export function durationWords(durationMs: number): string {
  const ms = Math.abs(durationMs);
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`;
  const seconds = Math.round(ms / 1000);
  const units: [number, string][] = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
    [1, 's'],
  ];
  const parts: string[] = [];
  let rest = seconds;
  for (const [size, name] of units) {
    if (rest >= size && parts.length < 2) {
      parts.push(`${Math.floor(rest / size)} ${name}`);
      rest %= size;
    } else if (parts.length === 1) break;
  }
  return parts.join(' ');
}

/** RFC 3339 in UTC; years outside the range of Date are clamped by it and never reach here from a reader. */
function iso(timeMs: number): string {
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? '0000-00-00T00:00:00.000Z' : date.toISOString();
}

/** "+0530" */
function offsetWords(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`;
}

const zone = new RegExp(`\\d${zonePattern()}`);

/** Whether a line states a zone, so that times of its document can be printed as UTC. */
export function statesZone(line: string): boolean {
  return zone.test(line.slice(0, 400));
}
