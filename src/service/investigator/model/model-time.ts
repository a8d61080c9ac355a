import type { DocumentInfo } from '../../formats/reading.ts';

/** A time as the tools print it, on the clock of one text: milliseconds. Undefined where it is none. */
export function timeMsOf(text: string, info: Pick<DocumentInfo, 'clock' | 'isTimeOfDay' | 'zoneMinutes'>) {
  const clock = /(?:(\d{4})-(\d\d)-(\d\d)[T ])?(\d\d):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?/.exec(text);
  if (clock !== null) {
    const [, year, month, day, hours, minutes, seconds = '0'] = clock;
    const ofDayMs = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000;
    if (year === undefined) return info.isTimeOfDay === true ? ofDayMs : undefined;
    return Date.UTC(Number(year), Number(month) - 1, Number(day)) + ofDayMs - (info.zoneMinutes ?? 0) * 60_000;
  }
  const seconds = /^\s*(-?\d{1,10}(?:\.\d{1,9})?)/.exec(text);
  return info.clock === 'boot' && seconds !== null ? Number(seconds[1]) * 1000 : undefined;
}
