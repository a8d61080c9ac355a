import { inflateSync, zstdDecompressSync } from 'node:zlib';
import { viewOf } from '../../../lines/byte-reading.ts';
import { createCachedReads } from './cached-reads.ts';
import type { DumpImage, ReadAt } from './dump-image.ts';
import { unpackLzo } from './lzo.ts';
import { countPages, type PageSpan, partOf } from './page-places.ts';
import { unpackSnappy } from './snappy.ts';

interface KdumpHeader {
  version: number;
  machine: string;
  /** The header is laid out for words of 64 bits. */
  is64: boolean;
  blockSize: number;
  subHeaderBlocks: number;
  bitmapBlocks: number;
}

const maxBitmapBytes = 256 * 1024 * 1024;
const descriptorBytes = 24;
const keptPages = 512;
/** In bytes of the bitmap: eight pages each. */
const longestGap = 64;

/** A dump written by makedumpfile: pages packed one by one. Undefined where it is none. */
export async function openKdump(readFile: ReadAt): Promise<DumpImage | undefined> {
  const read = createCachedReads(readFile);
  const header = readHeader(await read(0, 512));
  if (header === undefined) return undefined;
  const { blockSize } = header;
  const sub = await read(blockSize, 104);
  const vmcoreinfo = header.version >= 3 ? await readVmcoreinfo(read, sub) : '';
  const physBase = sub.length >= 8 ? viewOf(sub).getBigInt64(0, true) : undefined;

  const bitmapBytes = header.bitmapBlocks * blockSize;
  const bitmapAt = blockSize * (1 + header.subHeaderBlocks);
  const unread: string[] = [];
  if (bitmapBytes > maxBitmapBytes) unread.push('the dump is of a machine with more memory than is supported');
  const half = Math.floor(Math.min(bitmapBytes, maxBitmapBytes) / 2);
  const bitmap = await readFile(bitmapAt + bitmapBytes / 2, half);
  if (bitmap.length < half) unread.push('the file ends within the list of its pages');
  const part = header.version >= 2 ? partOf(sub) : undefined;
  if (part !== undefined)
    unread.push(`this is one part of a split dump, with ${pagesIn(part)}; the other parts contain the rest`);
  const rank = countPages(bitmap, part);
  const descriptorsAt = bitmapAt + bitmapBytes;
  const pages = new Map<number, Uint8Array | undefined>();
  const troubles = new Set<string>();

  async function page(frame: number): Promise<Uint8Array | undefined> {
    if (pages.has(frame)) return pages.get(frame);
    const bytes = await unpackPage(frame);
    pages.set(frame, bytes);
    if (pages.size > keptPages) {
      const oldest = pages.keys().next();
      if (!oldest.done) pages.delete(oldest.value);
    }
    return bytes;
  }

  async function unpackPage(frame: number): Promise<Uint8Array | undefined> {
    const index = rank(frame);
    if (index === undefined) return undefined;
    const descriptor = await read(descriptorsAt + index * descriptorBytes, descriptorBytes);
    if (descriptor.length < descriptorBytes) return undefined;
    const view = viewOf(descriptor);
    const offset = Number(view.getBigUint64(0, true));
    const size = view.getUint32(8, true);
    if (size > blockSize * 2) return undefined;
    const packed = await read(offset, size);
    if (packed.length < size) {
      tell('the file ends before some of its pages');
      return undefined;
    }
    return unpack(packed, view.getUint32(12, true), blockSize, tell);
  }

  function tell(trouble: string): void {
    if (troubles.has(trouble)) return;
    troubles.add(trouble);
    unread.push(trouble);
  }

  return {
    kind: 'kdump-compressed dump',
    machine: header.machine === 'x86_64' ? 'x86_64' : header.machine === 'aarch64' ? 'arm64' : 'other',
    isPlain64: header.is64,
    pageSize: blockSize,
    vmcoreinfo,
    mapped: [],
    plainRanges: framesToRanges(bitmap, blockSize),
    scanRead: async (offset, length) => {
      const result = new Uint8Array(length);
      for (let done = 0; done < length; ) {
        const frame = Math.floor((offset + done) / blockSize);
        const inside = offset + done - frame * blockSize;
        const bytes = await page(frame);
        if (bytes !== undefined) result.set(bytes.subarray(inside, inside + length - done), done);
        done += blockSize - inside;
      }
      return result;
    },
    ...(physBase === undefined ? {} : { physBase }),
    read: async (physical, length) => {
      const result = new Uint8Array(length);
      for (let done = 0; done < length; ) {
        const frame = Math.floor((physical + done) / blockSize);
        const bytes = await page(frame);
        if (bytes === undefined) return undefined;
        const inside = physical + done - frame * blockSize;
        const part = bytes.subarray(inside, inside + length - done);
        if (part.length === 0) return undefined;
        result.set(part, done);
        done += part.length;
      }
      return result;
    },
    unread,
  };
}

function pagesIn({ from, to }: PageSpan): string {
  return to > from ? `pages ${from} to ${to - 1}` : 'no pages';
}

function readHeader(head: Uint8Array): KdumpHeader | undefined {
  const text = (at: number, length: number) =>
    new TextDecoder('latin1').decode(head.subarray(at, at + length)).replace(/\0.*$/s, '');
  if (head.length < 464 || text(0, 8) !== 'KDUMP   ') return undefined;
  const view = viewOf(head);
  // The time between utsname and the sizes is as wide as the machine's words.
  for (const at of [428, 416]) {
    const blockSize = view.getInt32(at, true);
    const isPage = blockSize >= 4096 && blockSize <= 65_536 && (blockSize & (blockSize - 1)) === 0;
    const subHeaderBlocks = view.getInt32(at + 4, true);
    const bitmapBlocks = view.getUint32(at + 8, true);
    if (!isPage || subHeaderBlocks < 1 || subHeaderBlocks > 4096) continue;
    return {
      version: view.getInt32(8, true),
      machine: text(12 + 65 * 4, 65),
      is64: at === 428,
      blockSize,
      subHeaderBlocks,
      bitmapBlocks,
    };
  }
  return undefined;
}

async function readVmcoreinfo(read: ReadAt, sub: Uint8Array): Promise<string> {
  if (sub.length < 48) return '';
  const view = viewOf(sub);
  const offset = Number(view.getBigUint64(32, true));
  const size = Number(view.getBigUint64(40, true));
  if (size === 0 || size > 1024 * 1024) return '';
  return new TextDecoder('latin1').decode(await read(offset, size)).replace(/(?<!\0)\0+$/, '');
}

// Runs of pages that are in the dump; short gaps are read over.
function framesToRanges(bitmap: Uint8Array, blockSize: number): DumpImage['plainRanges'] {
  const ranges: { offset: number; physical: number; sizeBytes: number }[] = [];
  let from = -1;
  let empty = 0;
  for (let byte = 0; byte <= bitmap.length; byte++) {
    if ((bitmap[byte] ?? 0) !== 0) {
      if (from === -1) from = byte;
      empty = 0;
    } else if (from !== -1 && (++empty > longestGap || byte === bitmap.length)) {
      const offset = from * 8 * blockSize;
      ranges.push({ offset, physical: offset, sizeBytes: (byte + 1 - empty - from) * 8 * blockSize });
      from = -1;
      empty = 0;
    }
  }
  return ranges;
}

function unpack(packed: Uint8Array, flags: number, size: number, tell: (trouble: string) => void) {
  try {
    if (flags & 0x1) return inflateSync(packed, { maxOutputLength: size });
    if (flags & 0x2) return unpackLzo(packed, size);
    if (flags & 0x4) return unpackSnappy(packed, size);
    if (flags & 0x20) return zstdDecompressSync(packed, { maxOutputLength: size });
    return packed.length === size ? packed : undefined;
  } catch {
    tell('some pages are damaged and were left out');
    return undefined;
  }
}
