import { z } from 'zod';
import type { Clock } from './clock.ts';

/** What happens to what names a device, a network or a person, before a file is uploaded and before an answer is posted. */
export const gateModes = ['allow', 'mask', 'block'] as const;
export const leastVerdicts = ['INCONCLUSIVE', 'LIKELY', 'CONFIRMED'] as const;

const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/;

/** What holds for one channel or project. */
export const policySchema = z.object({
  /** People with a guest account may ask. */
  guests: z.boolean(),
  /** Channels shared with other organisations are served. */
  sharedChannels: z.boolean(),
  /** Those who may ask, `U0123` or `T0123:U0123`; empty: all who are let in by the two above. */
  askers: z.array(z.string().max(70)).max(100),
  /** Answers nobody asked for in words are posted from this certainty on. */
  leastVerdict: z.enum(leastVerdicts),
  /** `22:00-06:00 Europe/Berlin`: answers nobody asked for in words wait for its end. Empty: none. */
  quietHours: z.string().max(80),
  /** Channel that gets such answers instead, to be judged before they are shown. Empty: no shadow mode. */
  reviewChannel: z.string().max(50),
  /** Reply to files that are not logs. */
  tellsOfAll: z.boolean(),
  personal: z.enum(gateModes),
});
export type Policy = z.infer<typeof policySchema>;

export const defaultPolicy: Policy = {
  guests: false,
  sharedChannels: false,
  askers: [],
  leastVerdict: 'INCONCLUSIVE',
  quietHours: '',
  reviewChannel: '',
  tellsOfAll: false,
  personal: 'allow',
};

/** What is wrong with quiet hours as somebody wrote them; undefined: nothing. */
export function problemOfQuietHours(words: string): string | undefined {
  return words === '' || readQuietHours(words) ? undefined : 'Quiet hours are written like 22:00-06:00 Europe/Berlin.';
}

/** When quiet hours end that hold now; undefined: they do not. */
export function quietUntilMs({ quietHours }: Policy, clock: Clock): number | undefined {
  const hours = readQuietHours(quietHours);
  if (!hours) return undefined;
  const now = clock.now();
  const minute = minuteOf(now, hours.zone);
  const length = (hours.to - hours.from + 1_440) % 1_440;
  const since = (minute - hours.from + 1_440) % 1_440;
  return since < length ? now + (length - since) * 60_000 - (now % 60_000) : undefined;
}

function readQuietHours(words: string): { from: number; to: number; zone: string } | undefined {
  const [span = '', zone = 'UTC', ...more] = words.trim().split(/\s+/);
  const [from = '', to = ''] = span.split('-');
  if (more.length > 0 || !clockTime.test(from) || !clockTime.test(to) || from === to) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    return undefined;
  }
  return { from: toMinutes(from), to: toMinutes(to), zone };
}

function minuteOf(ms: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return toMinutes(format.format(ms));
}

function toMinutes(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
