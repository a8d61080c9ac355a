import type { FormTime, StampForm } from './stamp-forms.ts';

const open = String.raw`^[\s[(<]{0,8}`;
/** "t=", "uptime: ". */
const label = '(?:(?:t|ts|time|tick|ticks|up|uptime|at)[=: ] ?)?';
const close = String.raw`(?![\w./-]|:\d)`;
const second = 1000;

interface BootPattern {
  pattern: RegExp;
  /** Of one part each, from the largest: milliseconds. */
  units: readonly number[];
}

const [ms, minute, hour, day, week] = [1, 60 * second, 3600 * second, 86_400 * second, 7 * 86_400 * second];

/** Ways to print a time since boot or since the start. A point and digits behind the last part are its fraction. */
const patterns: readonly BootPattern[] = [
  // [  37:12.004]
  { pattern: new RegExp(`${open}${label}(\\d{1,5}):([0-5]\\d\\.\\d{1,9})${close}`), units: [minute, second] },
  // T+00:37:12, +1:02:03.5
  {
    pattern: new RegExp(`${open}[Tt]?\\+ ?(?:(\\d{1,5}):)?(\\d{1,3}):([0-5]\\d(?:\\.\\d{1,9})?)${close}`),
    units: [hour, minute, second],
  },
  { pattern: new RegExp(`${open}[Tt]?\\+ ?(\\d{1,9}(?:\\.\\d{1,9})?) ?(?:s|sec)?${close}`), units: [second] },
  // 12345 ms, t=12345ms
  { pattern: new RegExp(`${open}${label}(\\d{1,12}(?:\\.\\d{1,6})?) ?(?:ms|msec|millis)${close}`), units: [ms] },
  { pattern: new RegExp(`${open}${label}(\\d{1,15}) ?(?:us|usec|\\u00c2?\\u00b5s)${close}`), units: [ms / 1000] },
  // up 3d 02:11:04, 3 days, 2:11:04
  {
    pattern: new RegExp(
      `${open}(?:up(?:time)?[:= ] ?)?(\\d{1,5}) ?(?:d|days?),? ?(\\d{1,2}):(\\d\\d):(\\d\\d(?:\\.\\d{1,9})?)${close}`,
    ),
    units: [day, hour, minute, second],
  },
  {
    pattern: new RegExp(`${open}up(?:time)?[:= ] ?(\\d{1,5}):(\\d\\d):(\\d\\d(?:\\.\\d{1,9})?)${close}`),
    units: [hour, minute, second],
  },
  // 1w2d, 3d02h, 2h11m04s
  {
    pattern: new RegExp(
      `${open}(?:up(?:time)?[:= ] ?)?(?=\\d+[a-z] ?\\d+[a-z])(?:(\\d{1,3})w ?)?(?:(\\d{1,4})d ?)?(?:(\\d{1,3})h ?)?(?:(\\d{1,4})m ?)?(?:(\\d{1,5}(?:\\.\\d{1,9})?)s)?${close}`,
    ),
    units: [week, day, hour, minute, second],
  },
  // (12345), I (12345)
  { pattern: /^(?:[VDIWEF] )?\( ?(\d{1,12})\)/, units: [ms] },
  // 000012345 [TAG]
  { pattern: /^\W{0,2}(0\d{6,11})(?=\]? *[[:|<A-Za-z])/, units: [ms] },
  // 00000.223863, [   12.345], 12.3 s
  {
    pattern: new RegExp(
      `${open}${label}(\\d{1,9}(?:\\.\\d{3,9}(?: ?s(?:ec)?)?|\\.\\d{1,2} ?s(?:ec)?| ?s(?:ec)?))${close}`,
    ),
    units: [second],
  },
];

/** Forms of times that count from boot or from a start. */
export const bootForms: readonly StampForm[] = patterns.map(({ pattern, units }) => ({
  clock: 'boot',
  read(text): FormTime | undefined {
    const match = pattern.exec(text);
    if (match === null) return undefined;
    let timeMs = 0;
    units.forEach((unit, at) => {
      timeMs += Number.parseFloat(match[at + 1] ?? '0') * unit;
    });
    return {
      timeMs: Math.round(timeMs),
      start: match.index,
      end: match[0].length,
      isZoned: false,
      zoneMinutes: Number.NaN,
    };
  },
}));

/** How long the time since boot is that a line begins with; 0 where there is none. */
export function bootLead(text: string): number {
  if (!/^[\s[(<]{0,8}(?:[A-Z] \()?(?:[\dTt+]|up)|^[\s[(<]{0,8}(?:t|ts|time|ticks?|at)[=:]/.test(text)) return 0;
  for (const form of bootForms) {
    const end = form.read(text)?.end;
    if (end !== undefined) return end;
  }
  return 0;
}
