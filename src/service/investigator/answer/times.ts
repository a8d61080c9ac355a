import type { DocumentInfo } from '../../formats/reading.ts';
import { zonePattern } from '../../lines/time-words.ts';

/** Prints times of one document the way its lines show them. */
export interface TimeWords {
  at(timeMs: number): string;
  /** "2026-11-20 03:00:04 to 03:05:55 UTC". */
  span(fromMs: number, toMs: number): string;
}

export function timeWordsOf(
  info: Pick<DocumentInfo, 'clock' | 'firstTimeMs' | 'lastTimeMs' | 'zoneMinutes'>,
  isZoned = false,
): TimeWords {
  if (info.clock === 'boot') {
    const at = (timeMs: number) => `${(timeMs / 1000).toFixed(3)} s after boot`;
    return { at, span: (from, to) => `${(from / 1000).toFixed(3)} s to ${at(to)}` };
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
