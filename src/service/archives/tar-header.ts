import { nameOf } from './member-name.ts';

export const blockBytes = 512;

/** One header block of a tar, whatever wrote it: V7, ustar, GNU or POSIX. */
export interface TarHeader {
  name: string;
  /** Of the bytes that follow in the archive. */
  sizeBytes: number;
  /** Since the epoch; zero where it is not told. */
  modifiedMs: number;
  /** The type's letter; `0` for a plain file. */
  type: string;
  block: Uint8Array;
}

/** The header in a block; undefined where its checksum says that it is none. */
export function readTarHeader(block: Uint8Array): TarHeader | undefined {
  if (!isTarHeader(block)) return undefined;
  const sizeBytes = tarNumber(block, 124, 12);
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) return undefined;
  const seconds = tarNumber(block, 136, 12);
  const isPosix = text(block, 257, 6) === 'ustar' && block[263] === 0x30;
  const prefix = isPosix ? nameOf(field(block, 345, 155)) : '';
  const name = nameOf(field(block, 0, 100));
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    sizeBytes,
    modifiedMs: Number.isSafeInteger(seconds) ? seconds * 1000 : 0,
    type: block[156] === 0 ? '0' : String.fromCharCode(block[156]!),
    block,
  };
}

/** Tar has no magic number in its oldest form; the header's checksum is as good. */
export function isTarHeader(block: Uint8Array): boolean {
  if (block.length < blockBytes || block[0] === 0) return false;
  const stored = tarNumber(block, 148, 8);
  if (!(stored > 0)) return false;
  let sum = 8 * 0x20;
  let signed = sum;
  for (let index = 0; index < blockBytes; index++) {
    if (index >= 148 && index < 156) continue;
    const byte = block[index]!;
    sum += byte;
    signed += byte > 127 ? byte - 256 : byte;
  }
  // Some old writers took bytes for signed.
  return stored === sum || stored === signed;
}

/** Octal digits, or for numbers too large for them bytes behind a set highest bit. NaN for anything else. */
export function tarNumber(block: Uint8Array, at: number, length: number): number {
  const first = block[at]!;
  if (first === 0x80) {
    let value = 0;
    for (let index = at + 1; index < at + length; index++) value = value * 256 + block[index]!;
    return value;
  }
  const digits = text(block, at, length).trim();
  if (digits === '') return 0;
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
}

/** Up to the first zero byte. */
function field(block: Uint8Array, at: number, length: number): Uint8Array {
  const bytes = block.subarray(at, at + length);
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

function text(block: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...field(block, at, length));
}
