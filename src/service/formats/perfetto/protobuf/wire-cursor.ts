/** A place in a protobuf message: after `nextField` the field's number and value. Hostile input ends the walk, it never throws. */
export interface WireCursor {
  bytes: Uint8Array;
  position: number;
  end: number;
  field: number;
  wire: number;
  /** Varints and fixed numbers, as two halves. */
  low: number;
  high: number;
  /** Of length-delimited values, in `bytes`. */
  start: number;
  stop: number;
  /** The message ended inside a field or broke the encoding. */
  isDamaged: boolean;
}

const maxFieldNumber = 536_870_911;

export function openMessage(bytes: Uint8Array, start = 0, end = bytes.length): WireCursor {
  return {
    bytes,
    position: start,
    end,
    field: 0,
    wire: 0,
    low: 0,
    high: 0,
    start: 0,
    stop: 0,
    isDamaged: false,
  };
}

/** The message of a length-delimited field. */
export function openField(cursor: WireCursor): WireCursor {
  return openMessage(cursor.bytes, cursor.start, cursor.stop);
}

/** Moves to the next field; false at the end, and at the first byte that is no protobuf. */
export function nextField(cursor: WireCursor): boolean {
  if (cursor.position >= cursor.end) return false;
  if (!readVarint(cursor)) return damage(cursor);
  const tag = cursor.low + cursor.high * 4_294_967_296;
  cursor.field = Math.floor(tag / 8);
  cursor.wire = tag % 8;
  if (cursor.field === 0 || cursor.field > maxFieldNumber) return damage(cursor);
  switch (cursor.wire) {
    case 0:
      return readVarint(cursor) || damage(cursor);
    case 1:
      return readFixed(cursor, 8) || damage(cursor);
    case 5:
      return readFixed(cursor, 4) || damage(cursor);
    case 2: {
      if (!readVarint(cursor)) return damage(cursor);
      const length = unsignedOf(cursor);
      if (length > cursor.end - cursor.position) return damage(cursor);
      cursor.start = cursor.position;
      cursor.stop = cursor.position + length;
      cursor.position = cursor.stop;
      return true;
    }
    default:
      return damage(cursor);
  }
}

/** Reads one varint at the position into low and high; false where the bytes end or it is longer than ten. */
export function readVarint(cursor: WireCursor): boolean {
  const { bytes, end } = cursor;
  let at = cursor.position;
  let low = 0;
  let high = 0;
  for (let shift = 0; shift < 70; shift += 7) {
    if (at >= end) return false;
    const byte = bytes[at++]!;
    const bits = byte & 0x7f;
    if (shift < 28) low |= bits << shift;
    else if (shift === 28) {
      low |= bits << 28;
      high |= bits >>> 4;
    } else if (shift < 63) high |= bits << (shift - 32);
    else high |= (bits & 1) << 31;
    if (byte < 0x80) {
      cursor.position = at;
      cursor.low = low >>> 0;
      cursor.high = high >>> 0;
      return true;
    }
  }
  return false;
}

/** Exact up to 2^53. */
export function unsignedOf(cursor: WireCursor): number {
  return cursor.high * 4_294_967_296 + cursor.low;
}

/** Two's complement of 64 bits, exact within 2^53. */
export function signedOf(cursor: WireCursor): number {
  return (cursor.high | 0) * 4_294_967_296 + cursor.low;
}

export function bigOf(cursor: WireCursor): bigint {
  return BigInt.asIntN(64, (BigInt(cursor.high) << 32n) | BigInt(cursor.low));
}

export function doubleOf(cursor: WireCursor): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, cursor.low, true);
  view.setUint32(4, cursor.high, true);
  return cursor.wire === 5 ? view.getFloat32(0, true) : view.getFloat64(0, true);
}

const decoder = new TextDecoder();
const maxTextBytes = 4096;

/** A string field, at most 4 KiB of it. */
export function textOf(cursor: WireCursor): string {
  const stop = Math.min(cursor.stop, cursor.start + maxTextBytes);
  return cursor.wire === 2 ? decoder.decode(cursor.bytes.subarray(cursor.start, stop)) : '';
}

/** The first number of that field in a message, undefined where it has none. */
export function numberIn(cursor: WireCursor, field: number): number | undefined {
  while (nextField(cursor)) if (cursor.field === field && cursor.wire !== 2) return unsignedOf(cursor);
  return undefined;
}

/** What a message's fields hold, by their numbers; the last of those that repeat. */
export interface FieldValues {
  numbers: (number | undefined)[];
  texts: (string | undefined)[];
}

export function readValues(cursor: WireCursor, maxField: number): FieldValues {
  const values: FieldValues = { numbers: [], texts: [] };
  while (nextField(cursor)) {
    if (cursor.field > maxField) continue;
    if (cursor.wire === 2) values.texts[cursor.field] = textOf(cursor);
    else values.numbers[cursor.field] = signedOf(cursor);
  }
  return values;
}

/** The messages that stand in a repeated field. */
export function* messagesIn(cursor: WireCursor, field: number): Generator<WireCursor, void, void> {
  while (nextField(cursor)) if (cursor.field === field && cursor.wire === 2) yield openField(cursor);
}

/** Numbers of a repeated field, packed or one at a time; call on each occurrence. */
export function appendNumbers(cursor: WireCursor, into: number[], maxCount = 1_000_000): void {
  if (cursor.wire !== 2) {
    if (into.length < maxCount) into.push(signedOf(cursor));
    return;
  }
  const packed = openField(cursor);
  while (packed.position < packed.end && into.length < maxCount && readVarint(packed)) into.push(signedOf(packed));
}

function readFixed(cursor: WireCursor, size: 4 | 8): boolean {
  const at = cursor.position;
  if (at + size > cursor.end) return false;
  const { bytes } = cursor;
  const word = (from: number) =>
    (bytes[from]! | (bytes[from + 1]! << 8) | (bytes[from + 2]! << 16) | (bytes[from + 3]! << 24)) >>> 0;
  cursor.low = word(at);
  cursor.high = size === 8 ? word(at + 4) : 0;
  cursor.position = at + size;
  return true;
}

function damage(cursor: WireCursor): false {
  cursor.isDamaged = true;
  cursor.position = cursor.end;
  return false;
}
