import { digits, isDigit, isLetter, wordAt } from './byte-reading.ts';
import type { Stamp } from './stamp.ts';
import { zoneMinutesOfWord } from './time-words.ts';

/** HH:MM:SS, HH.MM.SS or HHMMSS with fraction, AM or PM and zone; behind a date also written without leading zeros. */
export function readClock(b: Uint8Array, at: number, end: number, stamp: Stamp): boolean {
  const hour = digits(b, at, end, 6);
  let h = hour.value;
  let minute = 0;
  let second = 0;
  let p = hour.end;
  if (hour.count === 6) {
    second = h % 100;
    minute = Math.floor(h / 100) % 100;
    h = Math.floor(h / 10_000);
  } else if ((hour.count === 1 || hour.count === 2) && p < end && (b[p] === 0x3a || b[p] === 0x2e)) {
    const separator = b[p]!;
    const fewest = separator === 0x3a && stamp.kind !== 'time-only' ? 1 : 2;
    const minutes = digits(b, p + 1, end, 2);
    if (minutes.count < fewest) return false;
    minute = minutes.value;
    p = minutes.end;
    if (p >= end || b[p] !== separator) return false;
    const seconds = digits(b, p + 1, end, 2);
    if (seconds.count < fewest) return false;
    second = seconds.value;
    p = seconds.end;
  } else return false;
  if (h > 24 || minute > 59 || second > 60) return false;
  stamp.secondsEnd = p;
  if (p + 1 < end && isDigit(b[p + 1]!)) {
    const isFraction = b[p] === 0x2e || b[p] === 0x2c;
    if (isFraction) p = readFraction(b, p + 1, end, stamp);
    else if (b[p] === 0x3a) p = readMillis(b, p, end, stamp);
  }
  stamp.fractionEnd = p;
  if (p + 2 < end && b[p] === 0x20 && (b[p + 2]! | 0x20) === 0x6d) {
    const letter = b[p + 1]! | 0x20;
    if ((letter === 0x61 || letter === 0x70) && h <= 12 && (p + 3 >= end || !isLetter(b[p + 3]!))) {
      h = (h % 12) + (letter === 0x70 ? 12 : 0);
      p += 3;
    }
  }
  stamp.secondOfDay = h * 3600 + minute * 60 + second;
  stamp.end = readZone(b, p, end, stamp);
  return true;
}

function readZone(b: Uint8Array, at: number, end: number, stamp: Stamp): number {
  let p = at;
  if (p >= end) return p;
  if (b[p] === 0x5a && (p + 1 >= end || !isLetter(b[p + 1]!))) {
    stamp.zoneMinutes = 0;
    return p + 1;
  }
  if (b[p] === 0x20) p++;
  if (p >= end) return at;
  const sign = b[p] === 0x2b ? 1 : b[p] === 0x2d ? -1 : 0;
  if (sign !== 0) {
    const hours = digits(b, p + 1, end, 4);
    const value = hours.value;
    if (hours.count === 4) {
      stamp.zoneMinutes = sign * (Math.floor(value / 100) * 60 + (value % 100));
      return hours.end;
    }
    if (hours.count === 2 && hours.end + 2 < end && b[hours.end] === 0x3a && isDigit(b[hours.end + 1]!)) {
      const minutes = digits(b, hours.end + 1, end, 2);
      stamp.zoneMinutes = sign * (value * 60 + minutes.value);
      return minutes.end;
    }
    if (hours.count === 2 && p === at) {
      stamp.zoneMinutes = sign * value * 60;
      return hours.end;
    }
    return at;
  }
  if (b[p]! < 0x41 || b[p]! > 0x5a) return at;
  const word = wordAt(b, p, end);
  const zone = zoneMinutesOfWord(word.text);
  if (zone === undefined) return at;
  stamp.zoneMinutes = zone;
  return word.end;
}

/** Milliseconds behind a colon, which some write without leading zeros; gives where they end. */
function readMillis(b: Uint8Array, colon: number, end: number, stamp: Stamp): number {
  const millis = digits(b, colon + 1, end, 3);
  const next = millis.end < end ? b[millis.end]! : 0x20;
  if (millis.count < 3 && (next === 0x3a || next === 0x2e || isLetter(next))) return colon;
  if (millis.count === 3 && isDigit(next)) return readFraction(b, colon + 1, end, stamp);
  stamp.fractionMs = millis.value;
  return millis.end;
}

/** Digits behind the point, kept to the millisecond; gives where they end. */
export function readFraction(b: Uint8Array, at: number, end: number, stamp: Stamp): number {
  let p = at;
  let value = 0;
  let scale = 1000;
  while (p < end && isDigit(b[p]!) && p - at < 12) {
    scale /= 10;
    value += (b[p]! - 48) * scale;
    p++;
  }
  stamp.fractionMs = Math.floor(value + 1e-6);
  return p;
}
