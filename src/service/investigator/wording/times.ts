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
  const { isTimeOfDay = false, zoneMinutes = 0, firstTimeMs = 0, lastTimeMs = 0 } = info;
  if (info.clock === 'boot' && !isTimeOfDay) {
    const at = (timeMs: number) => `${sinceBoot(timeMs)} after boot`;
    return { at, span: (from, to) => `${sinceBoot(from)} to ${at(to)}` };
  }
  const isShort = lastTimeMs - firstTimeMs < 60_000;
  const shiftMs = isTimeOfDay ? 0 : zoneMinutes * 60_000;
  const zone = isTimeOfDay ? '' : zoneMinutes !== 0 ? ` ${offsetWords(zoneMinutes)}` : isZoned ? ' UTC' : '';
  const day = isTimeOfDay ? laterDay : (timeMs: number) => `${iso(timeMs + shiftMs).slice(0, 10)} `;
  const clock = (timeMs: number, withMs: boolean) => iso(timeMs + shiftMs).slice(11, withMs ? 23 : 19);
  return {
    at: (timeMs) => `${day(timeMs)}${clock(timeMs, isShort)}${zone}`,
    span(fromMs, toMs) {
      const withMs = isShort || toMs - fromMs < 10_000;
      const lastDay = day(fromMs) === day(toMs) ? '' : day(toMs);
      return `${day(fromMs)}${clock(fromMs, withMs)} to ${lastDay}${clock(toMs, withMs)}${zone}`;
    },
  };
}

/** Of times of day: the first day has no name, later ones are told as "day 2, 00:03:10". */
function laterDay(timeMs: number): string {
  const day = Math.floor(timeMs / 86_400_000) + 1;
  return day > 1 ? `day ${day}, ` : '';
}

/** "12.345 s", "37 min 12.004 s", "3 d 2 h 11 min 5 s". */
function sinceBoot(timeMs: number): string {
  const ms = Math.abs(Math.round(timeMs));
  const [days, hours, minutes] = unitsIn(Math.floor(ms / 1000));
  const seconds = (ms % 60_000) / 1000;
  const last = days > 0 ? `${Math.floor(seconds)} s` : `${seconds.toFixed(3)} s`;
  const parts = [
    days > 0 ? `${days} d` : [],
    days > 0 || hours > 0 ? `${hours} h` : [],
    ms >= 60_000 ? `${minutes} min` : [],
  ];
  return `${timeMs < 0 ? '-' : ''}${[...parts.flat(), last].join(' ')}`;
}

const unitsIn = (seconds: number) =>
  [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60] as const;

/** From the greatest unit that there is. */
function inUnits(ms: number, mostUnits: number): string {
  const units = unitsIn(Math.round(ms / 1000)).map((count, at) => ({ count, name: ['d', 'h', 'min', 's'][at] }));
  const first = units.findIndex(({ count }) => count > 0);
  const shown = units.slice(first, first + mostUnits).filter(({ count }) => count > 0);
  return shown.map(({ count, name }) => `${count} ${name}`).join(' ');
}

/** "4 min 12 s": two units at most. */
export function durationWords(durationMs: number): string {
  const ms = Math.abs(durationMs);
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`;
  return inUnits(ms, 2);
}

/** To the second, since a total is checked by adding up; below ten minutes to the tenth. */
export function exactDuration(ms: number): string {
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(3))} s`;
  const tenths = Math.round(ms / 100) % 600;
  if (ms >= 600_000 || tenths % 10 === 0) return inUnits(ms, 4);
  return `${Math.floor(Math.round(ms / 100) / 600)} min ${tenths / 10} s`;
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
