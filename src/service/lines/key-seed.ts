import { type StatusColumn, statusAt, statusColumnOf, statusFrom } from './status-column.ts';

/**
 * Numbers that say how grave a line is although they are digits: `"level":50`, the status of an access log. They
 * tell forms apart where other numbers do not.
 */
export interface KeySeed {
  /** Looks whether lines like this one bear such a number. */
  learn(bytes: Uint8Array, start: number, end: number): void;
  /** Whether any line so far bears one. */
  isKnown(): boolean;
  /** 0 where the line has none. */
  of(bytes: Uint8Array, start: number, end: number): number;
}

const numberedLevel = /("(?:level|lvl|severity|severityNumber|PRIORITY|priority)"\s*:\s*"?)\d{1,2}[",}\s]/;
const accessStatus = /" [1-5]\d\d (?:\d+|-)/;

export function createKeySeed(): KeySeed {
  let key: Buffer | undefined;
  let isAccessLog = false;
  let column: StatusColumn | undefined;
  let learned = 0;
  return { learn, isKnown: () => isAccessLog || column !== undefined || key !== undefined, of };

  function learn(bytes: Uint8Array, start: number, end: number): void {
    if (learned++ > 2000 || (key && isAccessLog)) return;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(end - start, 2000)).toString('latin1');
    const match = numberedLevel.exec(text);
    if (match) key ??= Buffer.from(match[1]!.replace(/(?<![\s:"])[\s:"]*$/, '"'), 'latin1');
    else if (accessStatus.test(text)) isAccessLog = true;
    else column = statusColumnOf(text) ?? column;
  }

  function of(bytes: Uint8Array, start: number, end: number): number {
    if (isAccessLog) {
      for (let p = start + 8; p + 5 < end; p++) {
        if (bytes[p] !== 0x22 || bytes[p + 1] !== 0x20 || bytes[p + 5] !== 0x20) continue;
        const status = statusFrom(bytes, p + 2);
        if (status > 0) return statusSeed(status);
      }
    }
    if (column) return statusSeed(statusAt(bytes, start, end, column));
    return key ? levelNumber(bytes, start, end, key) : 0;
  }
}

/** The class as a bit of its own; which refusal or error it was tells forms apart, which success does not. */
function statusSeed(status: number): number {
  return status === 0 ? 0 : classBit(Math.floor(status / 100)) | (status >= 400 ? ((status % 100) + 1) << 20 : 0);
}

const classBit = (first: number): number => 0x400 << first;

/** The first digit of the status that a seed was made of, 0 where it was made of none. */
export function statusClassOf(seed: number): number {
  return [5, 4, 3, 2, 1].find((first) => (seed & classBit(first)) !== 0) ?? 0;
}

function levelNumber(bytes: Uint8Array, start: number, end: number, key: Buffer): number {
  const limit = Math.min(end, start + 4096) - key.length;
  const second = key[1]!;
  for (let p = start; p < limit; p++) {
    if (bytes[p] !== 0x22 || bytes[p + 1] !== second) continue;
    let i = 2;
    while (i < key.length && bytes[p + i] === key[i]) i++;
    if (i < key.length) continue;
    p += i;
    while (p < end && (bytes[p] === 0x3a || bytes[p] === 0x20 || bytes[p] === 0x22)) p++;
    let value = 0;
    while (p < end && bytes[p]! >= 48 && bytes[p]! < 58 && value < 100) value = value * 10 + bytes[p++]! - 48;
    return (value + 1) << 20;
  }
  return 0;
}
