import { viewOf } from '../../../lines/byte-reading.ts';
import { createCachedReads } from './cached-reads.ts';
import type { DumpImage, ReadAt } from './dump-image.ts';

const limeMagic = 0x4c694d45;
const maxRanges = 4096;

/** Memory as it is, from physical address `base` on. */
export function openRawImage(readFile: ReadAt, sizeBytes: number, base = 0): DumpImage {
  return fromRanges('raw memory', readFile, [{ offset: 0, physical: base, sizeBytes }], []);
}

/** A dump of LiME: ranges of memory, each with a header. Undefined where it is none. */
export async function openLime(readFile: ReadAt, fileBytes: number): Promise<DumpImage | undefined> {
  const ranges: { offset: number; physical: number; sizeBytes: number }[] = [];
  const unread: string[] = [];
  for (let at = 0; at + 32 <= fileBytes && ranges.length < maxRanges; ) {
    const head = await readFile(at, 32);
    if (head.length < 32) break;
    const view = viewOf(head);
    if (view.getUint32(0, true) !== limeMagic) break;
    const first = Number(view.getBigUint64(8, true));
    const last = Number(view.getBigUint64(16, true));
    if (last < first) break;
    const sizeBytes = last - first + 1;
    if (at + 32 + sizeBytes > fileBytes) unread.push('the file ends within a range of memory');
    ranges.push({ offset: at + 32, physical: first, sizeBytes: Math.min(sizeBytes, fileBytes - at - 32) });
    at += 32 + sizeBytes;
  }
  return ranges.length === 0 ? undefined : fromRanges('LiME dump', readFile, ranges, unread);
}

function fromRanges(
  kind: string,
  readFile: ReadAt,
  ranges: readonly { offset: number; physical: number; sizeBytes: number }[],
  unread: string[],
): DumpImage {
  const read = createCachedReads(readFile);
  return {
    kind,
    machine: 'other',
    isPlain64: true,
    pageSize: 4096,
    vmcoreinfo: '',
    mapped: [],
    plainRanges: ranges,
    read: async (physical, length) => {
      const range = ranges.find((one) => physical >= one.physical && physical + length <= one.physical + one.sizeBytes);
      if (range === undefined) return undefined;
      const bytes = await read(range.offset + physical - range.physical, length);
      return bytes.length < length ? undefined : bytes;
    },
    unread,
  };
}
