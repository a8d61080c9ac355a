import { number } from '../answer/say.ts';
import { durationWords } from '../answer/times.ts';

/** Above an hour with the seconds, which the two units shown leave out. */
export function lengthWords(lengthMs: number): string {
  return lengthMs >= 3_600_000
    ? `${durationWords(lengthMs)} (${number(Math.round(lengthMs / 1000))} s)`
    : durationWords(lengthMs);
}
