/** Reading text piece by piece out of bytes, without making strings of them. */
/** Up to `max` digits; the result is shared between calls. */
export function digits(
  b: Uint8Array,
  at: number,
  end: number,
  max: number,
): { value: number; count: number; end: number } {
  let p = at;
  let value = 0;
  while (p < end && p - at < max && isDigit(b[p]!)) value = value * 10 + b[p++]! - 48;
  run.value = value;
  run.count = p - at;
  run.end = p;
  return run;
}

const run = { value: 0, count: 0, end: 0 };

/** The number that `count` digits make. */
export function number(b: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++) value = value * 10 + b[at + i]! - 48;
  return value;
}

/** The run of letters that begins at `at`, at most 14 bytes of it. */
export function wordAt(b: Uint8Array, at: number, end: number): { text: string; end: number } {
  let p = at;
  while (p < end && p - at < 14 && (isLetter(b[p]!) || b[p]! >= 128)) p++;
  return { text: decoder.decode(b.subarray(at, p)), end: p };
}

export function skipSpaces(b: Uint8Array, at: number, end: number): number {
  let p = at;
  while (p < end && b[p] === 0x20) p++;
  return p;
}

export const isDigit = (byte: number) => byte >= 48 && byte <= 57;
export const isLetter = (byte: number) => (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte >= 0xc3;

const decoder = new TextDecoder();

export const viewOf = (b: Uint8Array): DataView => new DataView(b.buffer, b.byteOffset, b.byteLength);

/** Whether `length` bytes are the same in both, four at a time. */
export function sameBytes(a: DataView, aAt: number, b: DataView, bAt: number, length: number): boolean {
  let p = aAt;
  let q = bAt;
  if (length < 4) {
    for (const last = p + length; p < last; ) if (a.getUint8(p++) !== b.getUint8(q++)) return false;
    return true;
  }
  for (const last = p + length - 4; p < last; p += 4, q += 4) {
    if (a.getInt32(p, true) !== b.getInt32(q, true)) return false;
  }
  return a.getInt32(aAt + length - 4, true) === b.getInt32(bAt + length - 4, true);
}
