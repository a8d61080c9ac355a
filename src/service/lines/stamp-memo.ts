import { sameBytes, viewOf } from './byte-reading.ts';
import type { Stamp } from './stamp.ts';

/** The last stamp read: most lines repeat it but for its seconds and their fraction, and need no reading anew. */
export interface StampMemo {
  remember(bytes: Uint8Array, at: number, stamp: Stamp, timeMs: number): void;
  /** True where the stamp at `at` is of the remembered minute and form; then time and end are those of this stamp. */
  matches(bytes: Uint8Array, at: number, end: number): boolean;
  timeMs: number;
  end: number;
  /** The letter before the digits of a glog stamp, else 0. */
  letter: number;
}

const maxLength = 78;
const maxZone = 11;

export function createStampMemo(): StampMemo {
  const text = new Uint8Array(maxLength);
  const textView = new DataView(text.buffer);
  const zone = new Uint8Array(maxZone);
  let seen: Uint8Array = new Uint8Array();
  let view = viewOf(seen);
  let minuteLength = 0;
  let minuteMs = 0;
  let zoneLength = 0;
  const memo: StampMemo = { remember, matches, timeMs: 0, end: 0, letter: 0 };
  return memo;

  function remember(bytes: Uint8Array, at: number, stamp: Stamp, timeMs: number): void {
    const length = stamp.secondsEnd - at;
    zoneLength = stamp.end - stamp.fractionEnd;
    minuteLength = 0;
    if (stamp.kind === 'epoch' || length > maxLength || zoneLength > maxZone) return;
    const seconds = secondsOf(bytes, stamp.secondsEnd - 2);
    if (Number.isNaN(seconds)) return;
    minuteLength = length - 2;
    for (let i = 0; i < length; i++) text[i] = bytes[at + i]!;
    for (let i = 0; i < zoneLength; i++) zone[i] = bytes[stamp.fractionEnd + i]!;
    minuteMs = timeMs - stamp.fractionMs - seconds * 1000;
    memo.letter = text[0]! >= 65 && text[1]! < 58 ? text[0]! : 0;
  }

  function matches(bytes: Uint8Array, at: number, end: number): boolean {
    if (minuteLength <= 0 || at + minuteLength + 2 > end) return false;
    if (bytes !== seen) {
      seen = bytes;
      view = viewOf(bytes);
    }
    if (!sameBytes(view, at, textView, 0, minuteLength)) return false;
    let p = at + minuteLength;
    const seconds = secondsOf(bytes, p);
    if (!(seconds >= 0 && seconds < 60)) return false;
    p += 2;
    let ms = 0;
    const mark = p < end ? bytes[p]! : 0;
    if ((mark === 0x2e || mark === 0x2c || mark === 0x3a) && p + 1 < end && isDigit(bytes[p + 1]!)) {
      let digits = 0;
      for (p++; p < end && isDigit(bytes[p]!); p++) if (digits++ < 3) ms = ms * 10 + bytes[p]! - 48;
      // Behind a colon stand milliseconds, with or without leading zeros.
      for (; digits < 3 && mark !== 0x3a; digits++) ms *= 10;
    } else if (mark >= 48 && mark <= 57) return false;
    for (let i = 0; i < zoneLength; i++) if (bytes[p + i] !== zone[i]) return false;
    p += zoneLength;
    if (zoneLength === 0 && p < end && (bytes[p] === 0x5a || bytes[p] === 0x2b || bytes[p] === 0x2d)) return false;
    memo.timeMs = minuteMs + seconds * 1000 + ms;
    memo.end = p > end ? end : p;
    return true;
  }
}

/** Two digits as a number; anything else is no number below 60 and above -1. */
function secondsOf(bytes: Uint8Array, at: number): number {
  const tens = bytes[at]! - 48;
  const ones = bytes[at + 1]! - 48;
  return tens >= 0 && tens < 6 && ones >= 0 && ones < 10 ? tens * 10 + ones : Number.NaN;
}

const isDigit = (byte: number) => byte >= 48 && byte <= 57;
