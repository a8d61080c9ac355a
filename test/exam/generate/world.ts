import type { Truth } from '../grade/truth.ts';
import type { Random } from './random.ts';

export type Level = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** One thing that happened, before any program wrote it down. */
export interface Happening {
  timeMs: number;
  /** The program, host or device that tells of it. */
  source: string;
  level: Level;
  /** The whole in prose. */
  prose: string;
  /** The same for formats with fields: a short name and the values. */
  short: string;
  fields: Readonly<Record<string, string | number>>;
}

/** A question whose answer is known; the texts ask the same. */
export interface Asked {
  /** Names it among those of its log; without one its place does. */
  key?: string;
  class: string;
  texts: readonly string[];
  truth: Truth;
}

/** Two questions, or more, whose answers bind each other. */
export interface Law {
  name: string;
  texts: readonly string[];
  /** What the values of the answers must fulfil, in the order of the texts, read as values of this kind. */
  kind: LawKind | readonly LawKind[];
  others?: readonly string[];
  /** States that say yes and no to the first text, and the opposite to the second. */
  states?: readonly [string, string];
  holds(values: readonly string[]): boolean;
}

export type LawKind = 'yes' | 'number' | 'time' | 'names';

export interface Part {
  happenings: readonly Happening[];
  asked: readonly Asked[];
  laws: readonly Law[];
  /** Names that may be renamed without changing anything else. */
  names: readonly string[];
}

/** What themes are made from: a stretch of time, and how its clock is written in questions. */
export interface Stage {
  random: Random;
  startMs: number;
  endMs: number;
  clock: Clock;
  /** What the chosen style can tell of a happening. */
  tells: Tells;
}

export interface Clock {
  offsetMinutes: number;
  /** Only set for logs that count from a start. */
  zeroMs?: number;
  /** "14:05" in the log's zone. */
  minute(timeMs: number): string;
}

export interface Tells {
  level: boolean;
  source: boolean;
  /** Windows and times of day can be asked. */
  timeOfDay: boolean;
  /** Milliseconds between two stamps that look alike. */
  precisionMs: number;
}

export function createClock(offsetMinutes: number, zeroMs?: number): Clock {
  const minute = (timeMs: number) => new Date(timeMs + offsetMinutes * 60_000).toISOString().slice(11, 16);
  return { offsetMinutes, minute, ...(zeroMs === undefined ? {} : { zeroMs }) };
}

/** Full minutes in which nothing that counts happens, so that it does not matter on which side an end belongs. */
export function quietMinutes(from: number, to: number, busy: readonly number[]): number[] {
  const taken = new Set(busy.flatMap((timeMs) => [Math.floor(timeMs / 60_000), Math.floor((timeMs - 1500) / 60_000)]));
  const found: number[] = [];
  for (let minute = Math.ceil(from / 60_000); minute < Math.floor(to / 60_000); minute++) {
    if (!taken.has(minute)) found.push(minute * 60_000);
  }
  return found;
}

/** Sorted moments with at least `apartMs` between them, as exact as the style writes them. */
export function moments({ random, tells }: Stage, from: number, to: number, count: number, apartMs: number): number[] {
  const room = Math.max(0, to - from - apartMs * (count - 1));
  const draws = Array.from({ length: count }, () => random.next() * room).sort((a, b) => a - b);
  return draws.map((draw, index) => floorTo(tells.precisionMs, from + draw + apartMs * index));
}

export function floorTo(precisionMs: number, timeMs: number): number {
  return Math.floor(timeMs / precisionMs) * precisionMs;
}

/** Moments that windows may begin and end at, with how people write them: minutes where they can, else seconds. */
export function boundaries(
  { random, clock, tells, startMs, endMs }: Stage,
  busy: readonly number[],
  count: number,
): { timeMs: number; text: string }[] {
  if (!tells.timeOfDay) return [];
  const margin = (endMs - startMs) / 12;
  const minutes = quietMinutes(startMs + margin, endMs - margin, busy);
  const isRoomy = minutes.length >= count * 2;
  const taken = new Set(busy.flatMap((timeMs) => [Math.floor(timeMs / 1000), Math.floor(timeMs / 1000) - 1]));
  const seconds = () =>
    Array.from({ length: 50 }, () =>
      floorTo(1000, startMs + margin + random.next() * (endMs - startMs - 2 * margin)),
    ).filter((timeMs) => !taken.has(timeMs / 1000) && timeMs % 60_000 !== 0);
  const chosen = random.some([...new Set(isRoomy ? minutes : seconds())], count).sort((a, b) => a - b);
  const second = (timeMs: number) => new Date(timeMs + clock.offsetMinutes * 60_000).toISOString().slice(11, 19);
  const write = random.pick([clock.minute, clock.minute, clock.minute, second, halfDay]);
  return chosen.map((timeMs) => ({ timeMs, text: (isRoomy ? write : second)(timeMs) }));

  function halfDay(timeMs: number): string {
    const [hour = '0', minute = '00'] = clock.minute(timeMs).split(':');
    return `${Number(hour) % 12 === 0 ? 12 : Number(hour) % 12}:${minute} ${Number(hour) < 12 ? 'am' : 'pm'}`;
  }
}
