import type { ReadAt } from './dump-image.ts';

const blockBytes = 65_536;
const keptBlocks = 256;

/** Small reads near each other cost one read of the file; long ones pass through. At most 16 MiB are kept. */
export function createCachedReads(read: ReadAt): ReadAt {
  const blocks = new Map<number, Promise<Uint8Array>>();

  function block(index: number): Promise<Uint8Array> {
    const known = blocks.get(index);
    if (known !== undefined) return known;
    const fresh = read(index * blockBytes, blockBytes);
    blocks.set(index, fresh);
    if (blocks.size > keptBlocks) {
      const oldest = blocks.keys().next();
      if (!oldest.done) blocks.delete(oldest.value);
    }
    return fresh;
  }

  return async (offset, length) => {
    if (offset < 0 || length <= 0) return new Uint8Array();
    if (length > blockBytes) return read(offset, length);
    const first = Math.floor(offset / blockBytes);
    const last = Math.floor((offset + length - 1) / blockBytes);
    const start = offset - first * blockBytes;
    const head = await block(first);
    if (first === last) return head.subarray(start, start + length);
    const left = head.subarray(start);
    if (left.length < blockBytes - start) return left;
    const tail = await block(last);
    const joined = new Uint8Array(Math.min(length, left.length + tail.length));
    joined.set(left);
    joined.set(tail.subarray(0, joined.length - left.length), left.length);
    return joined;
  };
}
