import type { DayAsked } from './day-asked.ts';

export interface TimeAsked {
  /** What was written, for the answer. */
  label: string;
  /** `offset`: from the first line, or since boot. */
  kind: 'around' | 'between' | 'after' | 'before' | 'on' | 'last' | 'first' | 'offset';
  /** Times of day in ms since midnight, or epoch ms, as `isAbsolute` says. */
  from: number;
  to: number;
  isAbsolute: boolean;
  /** Offset of the zone that was named, in minutes. */
  zoneMinutes?: number;
  /** The day, where one was named. */
  day?: DayAsked;
  /** "2:30": the afternoon, where the file does not cover the night. */
  isTwelveHour?: boolean;
  /** "In the evening": no window that other lines would stand outside of. */
  isVague?: boolean;
}
