interface BootStamp {
  timeMs: number;
  /** Behind the closing bracket. */
  end: number;
}

/** The kernel's `[   12.345678]`. */
export function bootStampAt(bytes: Uint8Array, at: number, end: number): BootStamp | undefined {
  let p = at;
  while (p < end && bytes[p] === 0x20) p++;
  let seconds = 0;
  const digitsStart = p;
  while (p < end && bytes[p]! >= 48 && bytes[p]! <= 57 && p - digitsStart < 9)
    seconds = seconds * 10 + bytes[p++]! - 48;
  if (p === digitsStart || p + 7 >= end || bytes[p] !== 0x2e || bytes[p + 7] !== 0x5d) return undefined;
  let micros = 0;
  for (let i = 1; i <= 6; i++) {
    const byte = bytes[p + i]!;
    if (byte < 48 || byte > 57) return undefined;
    micros = micros * 10 + byte - 48;
  }
  if (p - digitsStart >= 9 && seconds > 900_000_000) return undefined;
  return { timeMs: seconds * 1000 + micros / 1000, end: p + 8 };
}

export const isBehindBracket = (bytes: Uint8Array, at: number): boolean => {
  let p = at - 1;
  while (bytes[p] === 0x20) p--;
  return bytes[p] === 0x5b;
};

/** Start of the blank-separated column, past an opening bracket or quote; -1 where the line has fewer. */
export function columnStart(bytes: Uint8Array, start: number, end: number, column: number): number {
  let p = start;
  for (let seen = 0; seen < column; seen++) {
    while (p < end && bytes[p] !== 0x20 && bytes[p] !== 0x09) p++;
    while (p < end && (bytes[p] === 0x20 || bytes[p] === 0x09)) p++;
    if (p - start > 400) return -1;
  }
  while (p < end && (bytes[p] === 0x5b || bytes[p] === 0x28 || bytes[p] === 0x22)) p++;
  return p < end ? p : -1;
}

/** Past a terminal code that begins at `at`. */
export function escapeEnd(bytes: Uint8Array, at: number, end: number): number {
  let p = at + 1;
  if (p < end && bytes[p] === 0x5b) {
    p++;
    while (p < end && bytes[p]! < 0x40 && p - at < 32) p++;
  }
  return Math.min(p + 1, end);
}

/** Behind the number of a message that stands before a stamp beginning with a letter or a mark: "000123: *Nov 12"; else 0. */
export function sequenceEnd(bytes: Uint8Array, at: number, end: number): number {
  let p = at;
  while (p < end && bytes[p]! >= 48 && bytes[p]! <= 57) p++;
  const mark = bytes[p + 2]!;
  if (p === at || p - at > 9 || p + 2 >= end || bytes[p] !== 0x3a || bytes[p + 1] !== 0x20) return 0;
  return mark === 0x2a || mark === 0x2e || (mark >= 65 && mark <= 90) ? p + 2 : 0;
}
