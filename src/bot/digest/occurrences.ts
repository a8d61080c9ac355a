import { Cron } from 'croner';
import type { DigestSetting } from './parse-setting.ts';
import { weekdays } from './parse-setting.ts';

/** Five fields of cron for a daily or weekly wish. */
export function toPattern(setting: Extract<DigestSetting, { kind: 'daily' | 'weekly' }>): string {
  const day = setting.kind === 'weekly' ? String(weekdays.indexOf(setting.weekday)) : '*';
  return `${setting.minute} ${setting.hour} * * ${day}`;
}

interface Occurrences {
  /** The first time after `ms`, in milliseconds since the epoch. */
  after(ms: number): number;
  /** The last time at or before `ms`. */
  upTo(ms: number): number;
}

/** When a pattern comes due in a time zone: once a day also where a clock is put forward or back. */
export function occurrencesOf(pattern: string, zone: string): Occurrences {
  const cron = new Cron(pattern, { timezone: zone, paused: true });
  return {
    after(ms) {
      const next = cron.nextRun(new Date(ms));
      if (!next) throw new Error(`the pattern ${pattern} never comes due`);
      return next.getTime();
    },
    upTo(ms) {
      const previous = cron.previousRuns(1, new Date(ms + 1))[0];
      if (!previous) throw new Error(`the pattern ${pattern} never came due`);
      return previous.getTime();
    },
  };
}
