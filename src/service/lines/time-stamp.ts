import { digits, isDigit, isLetter, number, skipSpaces, wordAt } from './byte-reading.ts';
import type { DateOrder } from './date-order.ts';
import type { Stamp } from './stamp.ts';
import { readClock, readFraction } from './time-of-day.ts';
import { monthOfWord } from './time-words.ts';

/** Reads the time stamp that begins at `at`, if one does. `order` decides 03/04/2026. */
export function readStamp(bytes: Uint8Array, at: number, end: number, stamp: Stamp, order?: DateOrder): boolean {
  if (at >= end) return false;
  const first = bytes[at]!;
  stamp.zoneMinutes = Number.NaN;
  stamp.fractionMs = 0;
  stamp.isDayFirstUnsure = false;
  if (isDigit(first)) return readFromDigit(bytes, at, end, stamp, order);
  if (first === 0x40) return readTai(bytes, at, end, stamp);
  if (isLetter(first)) return readFromLetter(bytes, at, end, stamp);
  return false;
}

function readFromDigit(b: Uint8Array, at: number, end: number, stamp: Stamp, order?: DateOrder): boolean {
  let p = at;
  while (p < end && p - at < 20 && isDigit(b[p]!)) p++;
  const count = p - at;
  const next = p < end ? b[p]! : 0;
  if (count === 4 && isDateSeparator(next)) {
    const month = digits(b, p + 1, end, 2);
    const separator = month.end < end ? b[month.end]! : 0;
    const monthValue = month.value;
    if (month.count === 0 || separator !== next) return false;
    const day = digits(b, month.end + 1, end, 2);
    if (day.count === 0) return false;
    return setDate(stamp, number(b, at, 4), monthValue, day.value) && afterDate(b, day.end, end, stamp);
  }
  if (count === 1 || count === 2) return readShortFirst(b, at, p, end, stamp, order);
  if (count === 6 && next === 0x20) {
    const isDate = setDate(stamp, 2000 + number(b, at, 2), number(b, at + 2, 2), number(b, at + 4, 2));
    return isDate && afterDate(b, p, end, stamp);
  }
  if (count === 8 && next !== 0) {
    return setDate(stamp, number(b, at, 4), number(b, at + 4, 2), number(b, at + 6, 2)) && afterDate(b, p, end, stamp);
  }
  if (count === 14 && setDate(stamp, number(b, at, 4), number(b, at + 4, 2), number(b, at + 6, 2))) {
    stamp.kind = 'full';
    return readClock(b, at + 8, end, stamp);
  }
  return readEpoch(b, at, count, end, stamp);
}

const epochUnits: Record<number, number> = { 10: 1000, 13: 1, 16: 1e-3, 19: 1e-6 };

function readEpoch(b: Uint8Array, at: number, count: number, end: number, stamp: Stamp): boolean {
  const unitMs = epochUnits[count];
  if (unitMs === undefined) return false;
  const seconds = number(b, at, 10);
  if (seconds < 631_152_000 || seconds > 4_102_444_800) return false;
  let ms = seconds * 1000;
  if (count > 10) ms += number(b, at + 10, 3);
  let p = at + count;
  stamp.secondsEnd = p;
  if (count === 10 && p + 1 < end && b[p] === 0x2e && isDigit(b[p + 1]!)) {
    p = readFraction(b, p + 1, end, stamp);
    ms += stamp.fractionMs;
  }
  // A word that merely begins with digits (an id, a hash) is no time.
  if (p < end && (isLetter(b[p]!) || b[p] === 0x2d || b[p] === 0x5f)) return false;
  stamp.kind = 'epoch';
  stamp.absoluteMs = ms;
  stamp.fractionEnd = p;
  stamp.end = p;
  return true;
}

function readShortFirst(
  b: Uint8Array,
  at: number,
  afterFirst: number,
  end: number,
  stamp: Stamp,
  order: DateOrder | undefined,
): boolean {
  const first = number(b, at, afterFirst - at);
  const separator = afterFirst < end ? b[afterFirst]! : 0;
  if (separator === 0x3a) {
    stamp.kind = 'time-only';
    return afterFirst - at === 2 && readClock(b, at, end, stamp) && stamp.secondsEnd - at >= 7;
  }
  const dayEnd = ordinalEnd(b, afterFirst, end);
  const afterDay = b[dayEnd] === 0x20 || isDateSeparator(b[dayEnd] ?? 0) ? dayEnd + 1 : dayEnd;
  if (isWordOfThree(b, afterDay, end)) return readDayAndMonth(b, first, afterDay, end, stamp);
  if (!isDateSeparator(separator)) return false;
  const second = digits(b, afterFirst + 1, end, 2);
  if (second.count === 0) return false;
  const secondValue = second.value;
  if (second.end + 1 < end && b[second.end] === separator && isDigit(b[second.end + 1]!)) {
    const third = digits(b, second.end + 1, end, 4);
    if (third.count === 4) {
      const dayFirst = separator === 0x2e || first > 12 || (order?.isDayFirst === true && secondValue <= 12);
      stamp.isDayFirstUnsure = first <= 12 && secondValue <= 12;
      const month = dayFirst ? secondValue : first;
      return setDate(stamp, third.value, month, dayFirst ? first : secondValue) && afterDate(b, third.end, end, stamp);
    }
    if (third.count === 2 && order?.isYearLast === true) {
      const isDay = order.isDayFirst || first > 12;
      const year = 2000 + third.value;
      return (
        setDate(stamp, year, isDay ? secondValue : first, isDay ? first : secondValue) &&
        afterDate(b, third.end, end, stamp)
      );
    }
    if (third.count === 2 && afterFirst - at === 2) {
      return setDate(stamp, 2000 + first, secondValue, third.value) && afterDate(b, third.end, end, stamp);
    }
    return false;
  }
  if (second.count !== 2) return false;
  // "18.11. 06:08:00"
  const dateEnd = separator === 0x2e && b[second.end] === separator ? second.end + 1 : second.end;
  const joiner = dateEnd < end ? b[dateEnd]! : 0;
  if (joiner !== 0x20 && joiner !== 0x54) return false;
  const isDay = first > 12 || (secondValue <= 12 && (separator === 0x2e || order?.isDayFirst === true));
  if (!setDate(stamp, 2000, isDay ? secondValue : first, isDay ? first : secondValue)) return false;
  stamp.kind = 'no-year';
  return readClock(b, joiner === 0x20 ? skipSpaces(b, dateEnd, end) : dateEnd + 1, end, stamp);
}

/** Behind the "th" of "18th". */
function ordinalEnd(b: Uint8Array, at: number, end: number): number {
  const isOrdinal = at + 2 < end && isLetter(b[at]!) && isLetter(b[at + 1]!) && b[at + 2] === 0x20;
  return isOrdinal && ordinals.has(String.fromCharCode(b[at]!, b[at + 1]!)) ? at + 2 : at;
}
const ordinals = new Set(['st', 'nd', 'rd', 'th']);

const isWordOfThree = (b: Uint8Array, at: number, end: number): boolean =>
  at + 3 < end && isLetter(b[at]!) && isLetter(b[at + 1]!) && (isLetter(b[at + 2]!) || b[at + 2]! >= 0x80);

/** "18/NOV 06.08.00", "18th Nov 2026 06:08:00", "18NOV26 060800": the year may be missing. */
function readDayAndMonth(b: Uint8Array, day: number, at: number, end: number, stamp: Stamp): boolean {
  const word = wordAt(b, at, end);
  const month = monthOfWord(word.text);
  if (month === 0) return false;
  const p = skipDateFill(b, word.end, end);
  const year = digits(b, p, end, 6);
  const next = year.end < end ? b[year.end]! : 0;
  const isClock = year.count === 6 || (year.count <= 2 && (next === 0x3a || next === 0x2e));
  if (isClock) {
    if (!setDate(stamp, 2000, month, day)) return false;
    stamp.kind = 'no-year';
    return readClock(b, p, end, stamp);
  }
  if (year.count !== 4 && year.count !== 2) return false;
  const { value, count } = year;
  const isDate = setDate(stamp, count === 2 ? 2000 + value : value, month, day);
  return isDate && afterDate(b, p + count, end, stamp);
}

function readFromLetter(b: Uint8Array, at: number, end: number, stamp: Stamp): boolean {
  if (at + 5 < end && isDigit(b[at + 1]!) && isDigit(b[at + 2]!) && isDigit(b[at + 3]!) && isDigit(b[at + 4]!)) {
    if (!'IWEFDVC'.includes(String.fromCharCode(b[at]!)) || b[at + 5] !== 0x20) return false;
    if (!setDate(stamp, 2000, number(b, at + 1, 2), number(b, at + 3, 2))) return false;
    stamp.kind = 'no-year';
    return readClock(b, skipSpaces(b, at + 5, end), end, stamp);
  }
  let word = wordAt(b, at, end);
  if (word.end - at > 12) return false;
  let p = skipDateFill(b, word.end, end);
  let month = monthOfWord(word.text);
  if (month === 0) {
    if (!weekdays.test(word.text)) return false;
    if (p < end && isDigit(b[p]!)) return readFromDigit(b, p, end, stamp, dayFirst) && stamp.kind !== 'epoch';
    word = wordAt(b, p, end);
    month = monthOfWord(word.text);
    p = skipDateFill(b, word.end, end);
  }
  if (month === 0) return false;
  const day = digits(b, p, end, 2);
  if (day.count === 0) return false;
  const dayValue = day.value;
  p = skipDateFill(b, day.end, end);
  const year = digits(b, p, end, 4);
  if (year.count === 4) {
    return setDate(stamp, year.value, month, dayValue) && afterDate(b, year.end, end, stamp);
  }
  if (!setDate(stamp, 2000, month, dayValue)) return false;
  stamp.kind = 'no-year';
  if (!readClock(b, p, end, stamp)) return false;
  return yearAfter(b, end, stamp);
}

/** `Nov 3 09:23:38 2026`, `Wed May 19 08:00:01 EST 2021`: the year stands behind the time. */
function yearAfter(b: Uint8Array, end: number, stamp: Stamp): boolean {
  const p = skipSpaces(b, stamp.end, end);
  if (p === stamp.end || p >= end || !isDigit(b[p]!)) return true;
  const year = digits(b, p, end, 5);
  if (year.count === 4 && year.value >= 1970 && year.value <= 2100 && (year.end >= end || !isLetter(b[year.end]!))) {
    stamp.kind = 'full';
    stamp.year = year.value;
    stamp.end = year.end;
  }
  return true;
}

function afterDate(b: Uint8Array, at: number, end: number, stamp: Stamp): boolean {
  if (at >= end) return false;
  let p = at;
  const joiner = b[p]!;
  if (joiner === 0x54 || joiner === 0x5f || joiner === 0x2d || joiner === 0x3a || joiner === 0x2e || joiner === 0x2c)
    p++;
  if (p < end && (b[p] === 0x22 || b[p] === 0x09)) p++;
  p = skipSpaces(b, p, end);
  if (p < end && b[p] === 0x22) p++;
  if (p === at && !isDigit(b[p]!)) return false;
  stamp.kind = 'full';
  return readClock(b, p, end, stamp);
}

const tai64Epoch = 0x4000_0000;

function readTai(b: Uint8Array, at: number, end: number, stamp: Stamp): boolean {
  if (at + 25 > end) return false;
  const text = String.fromCharCode(...b.subarray(at + 1, at + 25));
  if (!/^[0-9a-f]{24}$/i.test(text) || Number.parseInt(text.slice(0, 8), 16) !== tai64Epoch) return false;
  stamp.kind = 'epoch';
  // TAI runs ten seconds ahead of the epoch these labels count from.
  stamp.absoluteMs =
    (Number.parseInt(text.slice(8, 16), 16) - 10) * 1000 + Math.floor(Number.parseInt(text.slice(16), 16) / 1e6);
  stamp.secondsEnd = stamp.fractionEnd = stamp.end = at + 25;
  return true;
}

/** Behind a weekday. */
const dayFirst: DateOrder = { isDayFirst: true, isYearLast: false };
const weekdays = /^(?:mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?$/i;

function setDate(stamp: Stamp, year: number, month: number, day: number): boolean {
  if (year < 1970 || year > 2100 || month < 1 || month > 12 || day < 1 || day > 31) return false;
  stamp.year = year;
  stamp.month = month;
  stamp.day = day;
  return true;
}

function skipDateFill(b: Uint8Array, at: number, end: number): number {
  let p = at;
  while (p < end && (b[p] === 0x20 || b[p] === 0x2c || isDateSeparator(b[p]!))) p++;
  return p;
}

const isDateSeparator = (byte: number) => byte === 0x2d || byte === 0x2f || byte === 0x2e;
