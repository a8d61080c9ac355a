import type { ByteSource } from '../format.ts';

const chunkBytes = 4 * 1024 * 1024;

/** Reads a file front to back through one growing window, so that records can be cut without copying. */
export interface ByteCursor {
  /** Bytes at hand from the current position; refilled by `fill`. */
  window(): Uint8Array;
  /** Moves on; `count` may exceed the window. */
  skip(count: number): void;
  /** Makes at least `count` bytes available, or as many as are left. False at the end of the file. */
  fill(count: number): Promise<boolean>;
  /** Of the window's first byte, in the file. */
  offset(): number;
}

export function createByteCursor(source: ByteSource): ByteCursor {
  let bytes: Uint8Array = new Uint8Array(0);
  let start = 0;
  let windowOffset = 0;

  return {
    window: () => bytes.subarray(start),
    offset: () => windowOffset + start,
    skip(count) {
      start += count;
    },
    async fill(count) {
      const offset = windowOffset + start;
      bytes = await source.read(offset, Math.max(chunkBytes, count));
      windowOffset = offset;
      start = 0;
      return bytes.length > 0;
    },
  };
}
