import type { DateOrder } from './date-order.ts';
import { monthOfWord, zoneMinutesOfWord } from './time-words.ts';

/** A time that a form found in a line. */
export interface FormTime {
  /** Since the epoch, since boot, or since midnight. */
  timeMs: number;
  /** Where the stamp begins and ends in the text. */
  start: number;
  end: number;
  /** The stamp tells its zone, or counts from a moment of one. */
  isZoned: boolean;
  /** NaN where it names none. */
  zoneMinutes: number;
}

/** A way to write times that single lines do not give away: only most lines of a document together do. */
export interface StampForm {
  /** `day`: since a midnight that is not named. */
  clock: 'absolute' | 'boot' | 'day';
  /** `text`: the first characters of a line. */
  read(text: string): FormTime | undefined;
}

/** How much of a line a form is looked for in. */
export const formChars = 240;

const monthName = '[A-Za-zäéûç]{3,9}\\.?';
/** `groups` stand before it in the pattern. */
const dateBehind = (groups: number) =>
  `(\\d{4})[-/.](\\d\\d?)[-/.](\\d\\d?)|(\\d\\d?)([-/.])(\\d\\d?)\\${groups + 5}(\\d{4}|\\d\\d)|(\\d{4})(\\d\\d)(\\d\\d)|(\\d\\d?)[- ]?(${monthName})[- ,]{0,2}(\\d{4})`;
const time = '(\\d\\d?):(\\d\\d):(\\d\\d)(?:(?:[.:]|,(?=\\d{3}(?!\\d)))(\\d{1,9}))?(?: ?([AaPp])\\.?[Mm]\\b\\.?)?';
const zone = '(?: ?(Z|[+-]\\d\\d:?\\d\\d|[A-Z]{3,4})(?![\\w:]))?';
/** Between two columns: quotes, brackets, one separator that may be the brackets alone, and perhaps a key. */
const gap = `["'\\])]{0,2}(?:[ \\t]{0,40}[,;|\\t][ \\t]{0,40}| {1,40}|[T_]|(?<=\\])(?=\\[))\\[?(?:[A-Za-z_]{1,16}[=:] ?)?["'[(]{0,2}`;
const before = '(?<![\\w.:/+-])';
const date = dateBehind(0);
const dateThenTime = new RegExp(`${before}(?:${date})${gap}${time}${zone}(?![\\w:])`);
/** Only where lines begin with it: without seconds much else looks like a time. */
const minuteTime = `([01]?\\d|2[0-3]):([0-5]\\d)()(?=["'\\])]{0,2}(?:[\\s,;|]|$))`;
const dateThenMinute = new RegExp(`^["'[(\\s]{0,3}(?:${date})${gap}${minuteTime}`);
const timeThenDate = new RegExp(`${before}${time}${gap}(?:${dateBehind(5)})(?![\\w:/])`);
const dayOfYear = new RegExp(`${before}(\\d{4})[-/:. ]?(\\d{3})[T/:._ -]{1,2}${time}${zone}(?![\\w:])`);
const dayOfNoYear = new RegExp(`^[\\s\\[("']{0,3}()(\\d{3})[T/: -]${time}${zone}(?![\\w:])`);

/** Forms of whole dates, the surest first. */
export function datedForms(order: DateOrder, year: number): StampForm[] {
  const at = (
    match: RegExpExecArray,
    days: readonly (string | undefined)[],
    clock: readonly (string | undefined)[],
  ) => {
    const dayMs = dayOf(days, order);
    return found(match, dayMs, clock);
  };
  const ofYear = (pattern: RegExp): StampForm => ({
    clock: 'absolute',
    read(text) {
      const match = pattern.exec(text);
      if (match === null) return undefined;
      const day = Number(match[2]);
      const dayMs = day < 1 || day > 366 ? Number.NaN : Date.UTC(Number(match[1] || year), 0, day);
      return found(match, dayMs, match.slice(3));
    },
  });
  return [
    {
      clock: 'absolute',
      read(text) {
        const match = dateThenTime.exec(text);
        return match === null ? undefined : at(match, match.slice(1, 14), match.slice(14));
      },
    },
    {
      clock: 'absolute',
      read(text) {
        const match = dateThenMinute.exec(text);
        return match === null ? undefined : at(match, match.slice(1, 14), match.slice(14));
      },
    },
    {
      clock: 'absolute',
      read(text) {
        const match = timeThenDate.exec(text);
        return match === null ? undefined : at(match, match.slice(6), match.slice(1, 6));
      },
    },
    ofYear(dayOfYear),
    ofYear(dayOfNoYear),
  ];
}

/** A time of day, in whichever of the first columns; without seconds only as the first. */
export const timeOfDayForms: readonly StampForm[] = [
  new RegExp(`^(?:[^\\s,;|]{1,24}[\\s,;|]{1,4}){0,3}["'[(<]?${before}${time}${zone}(?![\\w:])`),
  /^[\s[("']{0,3}([01]?\d|2[0-3]):([0-5]\d)()(?=[\])"']{0,2}(?:[\s,;|]|$))/,
  // 06.08.00, 06h08m00s
  /^[\s[("'<]{0,3}([01]\d|2[0-3])[.h]([0-5]\d)[.m]([0-5]\d)(?:s|[.,](\d{1,9}))?(?![\w.:/-])/,
].map((pattern) => ({
  clock: 'day' as const,
  read(text) {
    const match = pattern.exec(text);
    return match === null ? undefined : found(match, 0, match.slice(1));
  },
}));

/** The date that a line of a header names alone: "Linux 5.4.0 (db1)  11/19/2026". */
export function dayIn(text: string, order: DateOrder): number | undefined {
  const match = new RegExp(`${before}(?:${date})(?![\\w:/.-])`).exec(text);
  const dayMs = match === null ? Number.NaN : dayOf(match.slice(1), order);
  return Number.isNaN(dayMs) ? undefined : dayMs;
}

const leading = new RegExp(
  `^["'[(\\s]{0,3}(?:(?:${date})${gap}${time}|${time}${gap}(?:${dateBehind(18)})|\\d{4}[-/:. ]?\\d{3}[T/:._ -]{1,2}${time})${zone}(?![\\w:])`,
);

/** "18/NOV 06.08.00", "18.11. 06:08:00", "18NOV25 060800", "06.08.00" */
const otherLeading = new RegExp(
  `^["'[(<\\s]{0,3}(?:(?:\\d\\d?(?:st|nd|rd|th)?[-/. ]?(?<month>${monthName})(?:[-/. ,]{0,2}(?:\\d{4}|\\d\\d(?![:.]\\d)))?|(?<month>[A-Za-z]{3})[-/. ]\\d\\d?[-/ ]\\d{4}|\\d\\d?[-/.]\\d\\d?\\.?)[T ]{1,2})?(?:\\d\\d?(?<mark>[:.h])\\d\\d[:.m]\\d\\ds?|\\d{6})(?:[.,]\\d{1,9})?(?![\\w:/-])`,
);

/** How long the date and time are that a line begins with, in whichever order and columns; 0 where there are none. */
export function datedLead(text: string): number {
  if (!/^["'[(<\s]{0,3}(?:\d|[A-Z][a-z]{2}[-/]\d)/.test(text)) return 0;
  const whole = leading.exec(text) ?? dateThenMinute.exec(text);
  if (whole !== null) return whole[0].length;
  const other = otherLeading.exec(text);
  const month = other?.groups?.month;
  return other === null || (month !== undefined && monthOfWord(month.replace('.', '')) === 0) ? 0 : other[0].length;
}

function dayOf(parts: readonly (string | undefined)[], order: DateOrder): number {
  const [y, m, d, first, mark, second, last, cy, cm, cd, day, month, year] = parts;
  if (y !== undefined) return day0(Number(y), Number(m), Number(d));
  if (cy !== undefined) return day0(Number(cy), Number(cm), Number(cd));
  if (day !== undefined) return day0(Number(year), monthOfWord(month!.replace('.', '')), Number(day));
  const [a, b, c] = [Number(first), Number(second), Number(last)];
  if (last!.length === 2 && !order.isYearLast) return day0(2000 + a, b, c);
  const isDayFirst = (mark === '.' && last!.length === 4) || order.isDayFirst || a > 12;
  return day0(c < 100 ? 2000 + c : c, isDayFirst ? b : a, isDayFirst ? a : b);
}

function day0(year: number, month: number, day: number): number {
  const at = Date.UTC(year, month - 1, day);
  return year >= 1970 && year <= 2100 && month >= 1 && month <= 12 && new Date(at).getUTCDate() === day
    ? at
    : Number.NaN;
}

function found(match: RegExpExecArray, dayMs: number, clock: readonly (string | undefined)[]): FormTime | undefined {
  const [hours, minutes, seconds, fraction = '0', half, zoneText] = clock;
  if (Number.isNaN(dayMs) || Number(hours) > 24 || Number(minutes) > 59 || Number(seconds) > 60) return undefined;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  const zoneMinutes = zoneText === undefined ? undefined : zoneOf(zoneText);
  const ofDayMs = ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + fractionMs(fraction);
  return {
    timeMs: dayMs + ofDayMs - (zoneMinutes ?? 0) * 60_000,
    start: match.index,
    end: match.index + match[0].length - (zoneText !== undefined && zoneMinutes === undefined ? zoneText.length : 0),
    isZoned: zoneMinutes !== undefined,
    zoneMinutes: zoneMinutes ?? Number.NaN,
  };
}

function zoneOf(text: string): number | undefined {
  const offset = /^([+-])(\d\d):?(\d\d)$/.exec(text);
  if (offset === null) return text === 'Z' ? 0 : zoneMinutesOfWord(text);
  return (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3]));
}

const fractionMs = (digits: string): number => Math.floor(Number(`0.${digits}`) * 1000 + 1e-6);
