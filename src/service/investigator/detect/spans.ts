import type { Spot } from '../survey/survey.ts';
import { plural } from '../wording/say.ts';
import { durationWords } from '../wording/times.ts';

type At = Pick<Spot, 'line' | 'timeMs'>;

/** Undefined where one of the two lines has no time. */
export function msBetween(from: At, to: At): number | undefined {
  return from.timeMs === undefined || to.timeMs === undefined ? undefined : to.timeMs - from.timeMs;
}

/** "32 s", or "12 lines" where a time is missing. */
export function distanceWords(from: At, to: At): string {
  const ms = msBetween(from, to);
  return ms === undefined ? plural(Math.abs(to.line - from.line), 'line').plain : durationWords(ms);
}

/** No more than so long before another line, or so many lines where a time is missing. */
export function isShortlyBefore(from: At, to: At, most: { ms: number; lines: number }): boolean {
  const ms = msBetween(from, to);
  return ms === undefined ? to.line - from.line <= most.lines : ms <= most.ms;
}
