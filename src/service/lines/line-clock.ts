import { isDigit } from './byte-reading.ts';
import type { DateOrder } from './date-order.ts';
import { bootStampAt, columnStart, escapeEnd, isBehindBracket, sequenceEnd } from './line-lead.ts';
import { newStamp } from './stamp.ts';
import { formChars, type StampForm } from './stamp-forms.ts';
import { createStampMemo } from './stamp-memo.ts';
import { findKeyedTime, findStampColumn, type KeyedTime } from './time-place.ts';
import { readStamp } from './time-stamp.ts';
import { createYearPlacing } from './year-placing.ts';

export type ClockKind = 'absolute' | 'boot' | 'none';

/** Reads the time of one line after another, remembering where and in what form the last one stood. */
export interface LineClock {
  /** True where the line bears a time of its own; then `timeMs` and `contentStart` are those of this line. */
  read(bytes: Uint8Array, start: number, end: number): boolean;
  /**
   * The same where the line begins with a stamp like the last one's; else false, and nothing is known of the line.
   * `end` may lie behind the line's end, which must be a line feed.
   */
  readAlike(bytes: Uint8Array, start: number, end: number): boolean;
  timeMs: number;
  /** Behind the stamp; the line's start where it has none, or where it is a record of keys. */
  contentStart: number;
  /** A byte before the stamp that carries meaning: glog's level letter, syslog's priority. */
  seed: number;
  kind(): ClockKind;
  /** Of `boot`: the stamps are times of day, counted from the midnight before the first of them. */
  isTimeOfDay(): boolean;
  /** The year was not in the stamps but worked out. */
  hasInferredYear(): boolean;
  /** No stamp told its zone: UTC is assumed. */
  hasZone(): boolean;
  /** The offset from UTC that all stamps with a zone tell, in minutes; undefined where they tell none or several. */
  zoneMinutes(): number | undefined;
}

export interface ClockHints {
  /** No line is later than this, in milliseconds: stamps without a year are placed before it. */
  notAfterMs: number;
  /** Month and day of a stamp without a year near the document's end. */
  lastMonthDay?: { month: number; day: number } | undefined;
  /** How its numeric dates are read. */
  order?: DateOrder | undefined;
  /** How the document as a whole writes its times, where single lines do not tell. */
  form?: StampForm;
  /** Stamps like times of day count from a start. */
  isSinceStart?: boolean;
  /** The midnight before the first line, where a header names the day that the lines leave out. */
  firstDayMs?: number;
}

const dayMs = 86_400_000;
/** A time this far into a line belongs to what is said, not to the line's head. */
const lateColumn = 5;
const strayMs = 400 * dayMs;

export function createLineClock(hints: ClockHints): LineClock {
  const stamp = newStamp();
  const memo = createStampMemo();
  let place: { column: number } | KeyedTime | undefined;
  let misses = 0;
  let attempts = 0;
  let settled = 0;
  let settledMs = 0;
  const placeYear = createYearPlacing(hints);
  let dayBaseMs = hints.firstDayMs ?? 0;
  let previousSecondOfDay = -1;
  let hasInferredYear = false;
  let hasZone = false;
  let zoneMinutes: number | undefined;
  let hasSeveralZones = false;
  const votes = { absolute: 0, boot: 0, day: 0 };

  const clock: LineClock = {
    timeMs: Number.NaN,
    contentStart: 0,
    seed: 0,
    read,
    readAlike,
    kind: () => (votes.absolute + votes.boot === 0 ? 'none' : votes.boot > votes.absolute ? 'boot' : 'absolute'),
    isTimeOfDay: () => votes.boot > votes.absolute && votes.day > votes.boot / 2 && hints.isSinceStart !== true,
    hasInferredYear: () => hasInferredYear,
    hasZone: () => hasZone,
    zoneMinutes: () => (hasSeveralZones ? undefined : zoneMinutes),
  };
  return clock;

  function read(bytes: Uint8Array, start: number, end: number): boolean {
    clock.seed = 0;
    clock.contentStart = start;
    if (end - start < 5) return false;
    if (hints.form !== undefined) {
      if (readForm(hints.form, bytes, start, end)) return settle();
      if (hints.form.clock !== 'absolute') return false;
    }
    if (place !== undefined) {
      if ('column' in place) {
        const at = place.column === 0 ? leadEnd(bytes, start, end) : columnStart(bytes, start, end, place.column);
        if (at >= 0 && stampAt(bytes, at, end)) {
          if (place.column >= lateColumn) clock.contentStart = start;
          return settle();
        }
        if (place.column !== 0 && stampAt(bytes, leadEnd(bytes, start, end), end)) return true;
      } else if (place.find(bytes, start, end)) {
        if (stampAt(bytes, place.valueAt, end)) {
          clock.contentStart = start;
          return settle();
        }
      }
      misses++;
      // Once in a while the place is sought anew: files change their form, and foreign lines stand between.
      if (misses > 200 && misses % 64 !== 0) return false;
      return discover(bytes, start, end) && isCredible(bytes, start);
    } else if (++attempts > 400 && attempts % 16 !== 0) return false;
    return discover(bytes, start, end);
  }

  function readForm(form: StampForm, bytes: Uint8Array, start: number, end: number): boolean {
    const found = form.read(latin1(bytes, start, Math.min(end, start + formChars)));
    if (found === undefined) return false;
    if (found.isZoned) seeZone(found.zoneMinutes);
    if (form.clock === 'day') clock.timeMs = onDay(found.timeMs);
    else {
      votes[form.clock]++;
      clock.timeMs = found.timeMs;
    }
    let lead = start;
    while (lead < start + found.start && isFill(bytes[lead]!)) lead++;
    const letter = bytes[start]!;
    // What stands before the stamp is a part of the line, but for a letter that tells the level.
    const isLetter = lead === start && found.start === 0 && letter >= 65 && letter <= 90 && bytes[start + 1] === 0x20;
    if (isLetter) clock.seed = letter;
    if (lead === start + found.start) clock.contentStart = start + found.end;
    return true;
  }

  function seeZone(minutes: number): void {
    hasZone = true;
    if (Number.isNaN(minutes)) return;
    zoneMinutes ??= minutes;
    if (minutes !== zoneMinutes) hasSeveralZones = true;
  }

  function readAlike(bytes: Uint8Array, start: number, end: number): boolean {
    if (hints.form !== undefined || place === undefined || !('column' in place) || place.column !== 0) return false;
    if (!memo.matches(bytes, bytes[start] === 0x5b ? start + 1 : start, end)) return false;
    clock.seed = 0;
    take();
    return settle();
  }

  /** Once the form is known, a stray number far from the last time is no time. */
  function isCredible(bytes: Uint8Array, start: number): boolean {
    if (settled < 20 || misses > 200) return true;
    const isNear = Math.abs(clock.timeMs - settledMs) < strayMs && stamp.kind !== 'time-only';
    const isStamp = bytes[start] !== 0x20 && bytes[start] !== 0x09;
    if (isNear && isStamp) return true;
    clock.contentStart = start;
    clock.seed = 0;
    return false;
  }

  function settle(): true {
    settled++;
    settledMs = clock.timeMs;
    return true;
  }

  function discover(bytes: Uint8Array, start: number, end: number): boolean {
    clock.seed = 0;
    const lead = leadEnd(bytes, start, end);
    if (stampAt(bytes, lead, end)) {
      place ??= { column: 0 };
      return true;
    }
    const keyed = findKeyedTime(bytes, start, Math.min(end, start + 4096));
    if (keyed?.find(bytes, start, end) && stampAt(bytes, keyed.valueAt, end)) {
      place = keyed;
      clock.contentStart = start;
      return true;
    }
    const column = findStampColumn(bytes, start, Math.min(end, start + 160), stamp, hints.order);
    if (column > 0 && stampAt(bytes, columnStart(bytes, start, end, column), end)) {
      if (place === undefined || misses > 200) place = { column };
      if (column >= lateColumn) clock.contentStart = start;
      return true;
    }
    clock.contentStart = start;
    return false;
  }

  /** Past brackets, blanks and terminal codes before a stamp at the line's start. */
  function leadEnd(bytes: Uint8Array, start: number, end: number): number {
    let p = start;
    for (let skipped = 0; p < end && skipped < 12; skipped++) {
      const byte = bytes[p]!;
      if (byte === 0x5b || byte === 0x20 || byte === 0x28 || byte === 0x22 || byte === 0x27 || byte === 0xef) p++;
      else if (byte === 0xbb || byte === 0xbf || byte === 0x09 || byte === 0x7c || byte === 0) p++;
      else if (isCiscoMark(byte, bytes[p + 1])) p++;
      else if (p === start && isDigit(byte) && sequenceEnd(bytes, p, end) > 0) p = sequenceEnd(bytes, p, end);
      else if (byte === 0x1b) p = escapeEnd(bytes, p, end);
      else if (byte === 0x3c && end - p > 4 && bytes[p + 1]! >= 48 && bytes[p + 1]! <= 57)
        p = priorityEnd(bytes, p, end);
      else break;
    }
    return p;
  }

  function priorityEnd(bytes: Uint8Array, at: number, end: number): number {
    let p = at + 1;
    let value = 0;
    while (p < end && p - at < 5 && bytes[p]! >= 48 && bytes[p]! <= 57) value = value * 10 + bytes[p++]! - 48;
    if (bytes[p] !== 0x3e) return end;
    clock.seed = 0x100 | (value & 7);
    p++;
    // RFC 5424 puts its version between priority and time.
    if (bytes[p] === 0x31 && bytes[p + 1] === 0x20) p += 2;
    return p;
  }

  function take(): true {
    clock.timeMs = memo.timeMs;
    clock.contentStart = memo.end;
    if (memo.letter !== 0) clock.seed = memo.letter;
    return true;
  }

  function stampAt(bytes: Uint8Array, at: number, end: number): boolean {
    if (at >= end) return false;
    if (memo.matches(bytes, at, end)) return take();
    const letter = bytes[at]!;
    const boot = isBehindBracket(bytes, at) ? bootStampAt(bytes, at, end) : undefined;
    if (boot) {
      votes.boot++;
      clock.timeMs = boot.timeMs;
      clock.contentStart = boot.end;
      return true;
    }
    if (!readStamp(bytes, at, end, stamp, hints.order)) return false;
    const ms = resolve();
    if (Number.isNaN(ms)) return false;
    if ((stamp.kind === 'no-year' || stamp.kind === 'full') && letter >= 65 && bytes[at + 1]! < 58) clock.seed = letter;
    clock.timeMs = ms;
    clock.contentStart = stamp.end;
    memo.remember(bytes, at, stamp, ms);
    return true;
  }

  function resolve(): number {
    if (!Number.isNaN(stamp.zoneMinutes) || stamp.kind === 'epoch') seeZone(stamp.zoneMinutes);
    const zoneMs = Number.isNaN(stamp.zoneMinutes) ? 0 : stamp.zoneMinutes * 60_000;
    if (stamp.kind === 'epoch') {
      votes.absolute++;
      return stamp.absoluteMs;
    }
    if (stamp.kind === 'time-only') return timeOfDay(zoneMs);
    votes.absolute++;
    if (stamp.kind === 'no-year') {
      hasInferredYear = true;
      stamp.year = placeYear(stamp.month, stamp.day);
    }
    const dayMidnightMs = Date.UTC(stamp.year, stamp.month - 1, stamp.day);
    if (new Date(dayMidnightMs).getUTCDate() !== stamp.day) return Number.NaN;
    dayBaseMs = dayMidnightMs;
    return dayMidnightMs + stamp.secondOfDay * 1000 + stamp.fractionMs - zoneMs;
  }

  function timeOfDay(zoneMs: number): number {
    // Where whole dates were seen to stand, a time alone is no stamp of a line.
    if (hints.form?.clock === 'absolute') return Number.NaN;
    return onDay(stamp.secondOfDay * 1000 + stamp.fractionMs) - zoneMs;
  }

  /** A day that is only known to follow midnight: counted on from the last full date, or from the first line. */
  function onDay(ofDayMs: number): number {
    const secondOfDay = Math.floor(ofDayMs / 1000);
    if (previousSecondOfDay >= 0 && previousSecondOfDay - secondOfDay > 3_600) dayBaseMs += dayMs;
    previousSecondOfDay = secondOfDay;
    if (votes.absolute > 0 || hints.firstDayMs !== undefined) votes.absolute++;
    else {
      votes.boot++;
      votes.day++;
    }
    return dayBaseMs + ofDayMs;
  }
}

const isFill = (byte: number) => byte < 0x30 || (byte > 0x39 && byte < 0x41) || byte === 0x5b || byte === 0x7c;
/** Before the month: a clock that was never set, or lost its server. */
const isCiscoMark = (byte: number, next: number | undefined) =>
  (byte === 0x2a || byte === 0x2e) && next !== undefined && next > 0x40 && next < 0x5b;
const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
