import { readSync } from 'node:fs';
import type { ClockHints } from './line-clock.ts';
import { newStamp } from './stamp.ts';
import { findStampColumn } from './time-place.ts';
import { readStamp } from './time-stamp.ts';

const sampleBytes = 65_536;

/** What the document's ends tell about its stamps before it is read: the last month and day, and the order of dates. */
export function clockHints(file: number, sizeBytes: number, notAfterMs: number): ClockHints {
  const head = sample(file, 0, Math.min(sizeBytes, sampleBytes));
  const tail = sizeBytes <= sampleBytes ? head : sample(file, sizeBytes - sampleBytes, sampleBytes);
  return {
    notAfterMs,
    lastMonthDay: lastMonthDay(tail),
    isDayFirst: provesDayFirst(head) || (tail !== head && provesDayFirst(tail)),
  };
}

function sample(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, at));
}

function lastMonthDay(tail: Buffer): { month: number; day: number } | undefined {
  const stamp = newStamp();
  let end = tail.length;
  for (let tried = 0; tried < 50 && end > 0; tried++) {
    const start = tail.lastIndexOf(10, end - 1) + 1;
    let at = start;
    while (at < end && (tail[at] === 0x5b || tail[at] === 0x20)) at++;
    if (readStamp(tail, at, end, stamp) && stamp.kind === 'no-year') return { month: stamp.month, day: stamp.day };
    if (findStampColumn(tail, start, Math.min(end, start + 160), stamp, false) > 0 && stamp.kind === 'no-year') {
      return { month: stamp.month, day: stamp.day };
    }
    end = start - 1;
  }
  return undefined;
}

const numericDate = /(?:^|[\s["'(])(\d{1,2})[/-](\d{1,2})[/-]\d{4}[ ,T]/gm;

function provesDayFirst(sampleOfText: Buffer): boolean {
  for (const match of sampleOfText.toString('latin1').matchAll(numericDate)) {
    if (Number(match[1]) > 12 && Number(match[2]) <= 12) return true;
  }
  return false;
}
