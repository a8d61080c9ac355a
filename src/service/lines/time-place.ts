import type { DateOrder } from './date-order.ts';
import type { Stamp } from './stamp.ts';
import { readStamp } from './time-stamp.ts';

/** A time that stands behind a key: `"ts":`, `time=`. */
export interface KeyedTime {
  /** Finds the key in the line; `valueAt` is then where its value begins. */
  find(bytes: Uint8Array, start: number, end: number): boolean;
  valueAt: number;
}

const quotedKeys =
  /"(@?timestamp|@?time|ts|t|date|datetime|asctime|\$date|[\w.@-]*(?:time|Time|TIME|date|Date)[\w.-]*|[\w.@-]{2,40}(?:At|_at))"\s*:\s*(?:\{\s*"\$date"\s*:\s*)?"?(?=\d)/g;
const bareKeys = /(?:^|[\s,{|])(timestamp|time|ts|t|date|datetime|@timestamp|eventtime|rt)=\[?"?(?=\d|[A-Z][a-z]{2})/g;
const preference = [
  '@timestamp',
  'timestamp',
  'time',
  'ts',
  't',
  'datetime',
  'asctime',
  'date',
  '__REALTIME_TIMESTAMP',
];

/** The key that holds the time of a record of keys and values, best known name first. */
export function findKeyedTime(bytes: Uint8Array, start: number, end: number): KeyedTime | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
  const isRecord = /^[^{]{0,80}\{/.test(text);
  const found = [...text.matchAll(isRecord ? quotedKeys : bareKeys)].slice(0, 40);
  if (found.length === 0) return undefined;
  const rank = (name: string) => preference.indexOf(name) + 1 || 99;
  found.sort((a, b) => rank(a[1]!) - rank(b[1]!) || a.index - b.index);
  return keyedTime(found[0]![0].replace(/^[\s,{|]/, ''));
}

function keyedTime(lead: string): KeyedTime {
  const key = Buffer.from(lead.replace(/(?<![\s"])[\s"]+$/, '').replace(/:\s*\{.*$/s, ':'), 'latin1');
  const name = key.subarray(0, Math.max(key.indexOf(0x3a), key.indexOf(0x3d), 1));
  let lastOffset = -1;
  const place: KeyedTime = { find, valueAt: 0 };
  return place;

  function find(bytes: Uint8Array, start: number, end: number): boolean {
    if (lastOffset >= 0 && matches(bytes, start + lastOffset, end)) return valueBehind(bytes, start + lastOffset, end);
    const limit = Math.min(end, start + 16_384) - name.length;
    const first = name[0]!;
    for (let p = start; p < limit; p++) {
      if (bytes[p] !== first || !matches(bytes, p, end)) continue;
      if (first !== 0x22 && p > start && isWordByte(bytes[p - 1]!)) continue;
      lastOffset = p - start;
      if (valueBehind(bytes, p, end)) return true;
    }
    return false;
  }

  function matches(bytes: Uint8Array, at: number, end: number): boolean {
    if (at + name.length >= end) return false;
    for (let i = 0; i < name.length; i++) if (bytes[at + i] !== name[i]) return false;
    return true;
  }

  function valueBehind(bytes: Uint8Array, at: number, end: number): boolean {
    let p = at + name.length;
    while (p < end && p - at < 80 && (isFill(bytes[p]!) || bytes[p] === 0x7b)) {
      // `{"$date": …`: the inner key is skipped as a whole.
      if (bytes[p] === 0x22 && bytes[p + 1] === 0x24) p += 7;
      else p++;
    }
    place.valueAt = p;
    return p < end;
  }
}

/** The blank-separated column, one to twelve, that holds a time; 0 where there is none. */
export function findStampColumn(
  bytes: Uint8Array,
  start: number,
  end: number,
  stamp: Stamp,
  order?: DateOrder,
): number {
  let column = 0;
  let p = start;
  while (p < end && column < 12) {
    while (p < end && bytes[p] !== 0x20 && bytes[p] !== 0x09) p++;
    while (p < end && (bytes[p] === 0x20 || bytes[p] === 0x09)) p++;
    column++;
    let at = p;
    while (at < end && (bytes[at] === 0x5b || bytes[at] === 0x28 || bytes[at] === 0x22)) at++;
    if (readStamp(bytes, at, end, stamp, order) && isConvincing(stamp, column)) return column;
  }
  return 0;
}

/** Deep in a line only a whole date counts as the line's time. */
const isConvincing = (stamp: Stamp, column: number): boolean =>
  stamp.kind === 'full' || stamp.kind === 'no-year' ? column <= 8 : stamp.kind === 'epoch' && column <= 4;

const isFill = (byte: number) =>
  byte === 0x20 || byte === 0x3a || byte === 0x3d || byte === 0x22 || byte === 0x5b || byte === 0x5c;
const isWordByte = (byte: number) => (byte >= 48 && byte <= 57) || (byte | 0x20) >= 97;
