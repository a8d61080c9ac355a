import type { BitReader } from './bit-reader.ts';
import { DamagedStream } from './damaged-stream.ts';

const maxCodeBits = 20;
const groupSymbols = 50;
const pieceBytes = 64 * 1024;

export interface Bzip2Block {
  /** Bytes in the order of the Burrows-Wheeler transform, each in the lowest eight bits. */
  symbols: Uint32Array;
  count: number;
  origin: number;
  sum: number;
}

/** Undoes Huffman codes, move to front and runs of the first kind. */
export function readSymbols(bits: BitReader, blockBytes: number): { symbols: Uint32Array; count: number } {
  const alphabet = readAlphabet(bits);
  const codeCount = alphabet.length + 2;
  const tableCount = bits.read(3);
  if (tableCount < 2 || tableCount > 6) throw damaged();
  const selectors = readSelectors(bits, tableCount);
  const tables = Array.from({ length: tableCount }, () => readTable(bits, codeCount));

  const symbols = new Uint32Array(blockBytes);
  const front = Uint8Array.from(alphabet);
  let count = 0;
  let run = 0;
  let weight = 1;
  for (let position = 0; ; position++) {
    const table = tables[selectors[Math.floor(position / groupSymbols)] ?? tableCount];
    if (!table) throw damaged();
    const code = readCode(bits, table);
    if (code <= 1) {
      // A run is a number to the base two, lowest digit first, of the digits one and two.
      run += weight << code;
      weight *= 2;
      if (count + run > blockBytes) throw damaged();
      continue;
    }
    if (run > 0) {
      symbols.fill(front[0]!, count, count + run);
      count += run;
      run = 0;
      weight = 1;
    }
    if (code === codeCount - 1) return { symbols, count };
    if (count >= blockBytes) throw damaged();
    const index = code - 1;
    const byte = front[index]!;
    front.copyWithin(1, 0, index);
    front[0] = byte;
    symbols[count++] = byte;
  }
}

/** Undoes the transform and the runs of the second kind, piece by piece, and compares the checksum at the end. */
export function* decodeBurrowsWheeler({ symbols, count, origin, sum }: Bzip2Block): Generator<Uint8Array> {
  linkSymbols(symbols, count);
  let at = symbols[origin]! >>> 8;
  let crc = -1;
  let last = -1;
  let repeats = 0;
  let piece = Buffer.allocUnsafe(pieceBytes);
  let filled = 0;
  for (let n = 0; n < count; n++) {
    const entry = symbols[at]!;
    const byte = entry & 0xff;
    at = entry >>> 8;
    const isLength = repeats === 4;
    const copies = isLength ? byte : 1;
    const value = isLength ? last : byte;
    repeats = isLength ? 0 : byte === last ? repeats + 1 : 1;
    // What follows the length of a run begins anew, also where it is the same byte.
    last = isLength ? -1 : byte;
    for (let copy = 0; copy < copies; copy++) {
      crc = (crc << 8) ^ crcTable[((crc >>> 24) ^ value) & 0xff]!;
      piece[filled++] = value;
      if (filled < pieceBytes) continue;
      yield piece;
      piece = Buffer.allocUnsafe(pieceBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
  if (~crc !== sum) throw new DamagedStream('a checksum in it does not match');
}

/** Puts into the upper bits of each symbol where the one after it stands. */
function linkSymbols(symbols: Uint32Array, count: number): void {
  const next = new Uint32Array(257);
  for (let n = 0; n < count; n++) next[(symbols[n]! & 0xff) + 1]! += 1;
  for (let byte = 0; byte < 256; byte++) next[byte + 1]! += next[byte]!;
  for (let n = 0; n < count; n++) symbols[next[symbols[n]! & 0xff]!++]! |= n << 8;
}

interface CodeTable {
  minBits: number;
  maxBits: number;
  /** The largest code of each length, and what to take off a code to find its place among all. */
  limit: Int32Array;
  base: Int32Array;
  order: Uint16Array;
}

function readCode(bits: BitReader, { minBits, maxBits, limit, base, order }: CodeTable): number {
  let code = bits.read(minBits);
  for (let length = minBits; length <= maxBits; length++) {
    if (code <= limit[length]!) {
      const symbol = order[code - base[length]!];
      if (symbol === undefined) break;
      return symbol;
    }
    code = (code << 1) | bits.read(1);
  }
  throw damaged();
}

function readAlphabet(bits: BitReader): number[] {
  const ranges = bits.read(16);
  const alphabet: number[] = [];
  for (let range = 0; range < 16; range++) {
    if ((ranges & (0x8000 >>> range)) === 0) continue;
    const used = bits.read(16);
    for (let n = 0; n < 16; n++) if ((used & (0x8000 >>> n)) !== 0) alphabet.push(range * 16 + n);
  }
  if (alphabet.length === 0) throw damaged();
  return alphabet;
}

function readSelectors(bits: BitReader, tableCount: number): Uint8Array {
  const selectors = new Uint8Array(bits.read(15));
  const front = Array.from({ length: tableCount }, (_, n) => n);
  for (let n = 0; n < selectors.length; n++) {
    let index = 0;
    while (bits.read(1) === 1) if (++index >= tableCount) throw damaged();
    const [table = 0] = front.splice(index, 1);
    front.unshift(table);
    selectors[n] = table;
  }
  return selectors;
}

function readTable(bits: BitReader, codeCount: number): CodeTable {
  const lengths = new Uint8Array(codeCount);
  let length = bits.read(5);
  for (let code = 0; code < codeCount; code++) {
    while (true) {
      if (length < 1 || length > maxCodeBits) throw damaged();
      if (bits.read(1) === 0) break;
      length += bits.read(1) === 0 ? 1 : -1;
    }
    lengths[code] = length;
  }
  const minBits = Math.min(...lengths);
  const maxBits = Math.max(...lengths);
  const limit = new Int32Array(maxCodeBits + 2).fill(-1);
  const base = new Int32Array(maxCodeBits + 2);
  const order: number[] = [];
  let code = 0;
  for (let bitCount = minBits; bitCount <= maxBits; bitCount++) {
    base[bitCount] = code - order.length;
    for (const [symbol, each] of lengths.entries()) if (each === bitCount) order.push(symbol);
    code = base[bitCount]! + order.length;
    limit[bitCount] = code - 1;
    code <<= 1;
  }
  return { minBits, maxBits, limit, base, order: Uint16Array.from(order) };
}

const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value;
});

function damaged(): DamagedStream {
  return new DamagedStream('a block in it is damaged');
}
