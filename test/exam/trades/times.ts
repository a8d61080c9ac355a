import type { Random } from '../generate/random.ts';

/** A moment that leaves the rest of the day to the log. */
function startOf(random: Random): number {
  const day = Date.UTC(random.int(2024, 2026), random.int(0, 11), random.int(1, 28));
  return day + random.int(4 * 3600, 13 * 3600) * 1000;
}

/** Moments one after the other, each so long behind the one before; as exact as the log writes them. */
export function steps(
  random: Random,
  count: number,
  [fromMs, toMs]: readonly [number, number],
  exactMs: 1 | 1000 = 1000,
): number[] {
  let timeMs = startOf(random);
  return Array.from({ length: count }, () => {
    timeMs += random.int(fromMs / exactMs, toMs / exactMs) * exactMs;
    return timeMs;
  });
}

export const isoOf = (timeMs: number) => new Date(timeMs).toISOString();
/** "2026-11-20" */
export const dayOf = (timeMs: number) => isoOf(timeMs).slice(0, 10);
/** "08:00:09" */
export const clockOf = (timeMs: number) => isoOf(timeMs).slice(11, 19);
/** "08:00:09.120" */
export const milliOf = (timeMs: number) => isoOf(timeMs).slice(11, 23);
/** "08:00" */
export const minuteOf = (timeMs: number) => isoOf(timeMs).slice(11, 16);

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "Nov  5 08:00:09" */
export function syslogOf(timeMs: number): string {
  const date = new Date(timeMs);
  return `${months[date.getUTCMonth()]} ${`${date.getUTCDate()}`.padStart(2)} ${clockOf(timeMs)}`;
}

/** The full minute a while behind `timeMs`. */
export function fullMinute(timeMs: number, minutesLater: number): number {
  return (Math.floor(timeMs / 60_000) + minutesLater) * 60_000;
}

export const textOf = (lines: readonly string[]) => `${lines.join('\n')}\n`;

/** In the order of their times; those of one moment as they were given. */
export function inOrder(lines: readonly { timeMs: number; line: string }[]): string {
  return textOf(lines.toSorted((a, b) => a.timeMs - b.timeMs).map(({ line }) => line));
}
