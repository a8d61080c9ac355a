import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import type { ByteSource } from '../formats/format.ts';

const readAt = promisify(read);
const chunkBytes = 256 * 1024;
/** Up to this size a file is read once, in one call: a turn of the thread pool takes longer than such a read. */
const smallBytes = 64 * 1024;

/** A file on disk as a ByteSource. Holds it open until `close`; the size is that at opening. */
export function openFileSource(path: string): ByteSource & { close(): void } {
  const handle = openSync(path, 'r');
  const { size: sizeBytes } = fstatSync(handle);
  let isOpen = true;
  let whole: Buffer | undefined;

  const readSmall = (offset: number, wanted: number): Uint8Array => {
    if (!whole) {
      const buffer = Buffer.allocUnsafe(sizeBytes);
      let filled = 0;
      for (let bytesRead = -1; filled < sizeBytes && bytesRead !== 0; filled += bytesRead) {
        bytesRead = readSync(handle, buffer, filled, sizeBytes - filled, filled);
      }
      whole = buffer.subarray(0, filled);
    }
    return whole.subarray(offset, offset + wanted);
  };

  const readChunk = async (offset: number, length: number): Promise<Uint8Array> => {
    const wanted = Math.max(0, Math.min(length, sizeBytes - offset));
    if (sizeBytes <= smallBytes) return readSmall(offset, wanted);
    const buffer = Buffer.allocUnsafe(wanted);
    let filled = 0;
    while (filled < wanted) {
      const { bytesRead } = await readAt(handle, buffer, filled, wanted - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  };

  return {
    sizeBytes,
    path,
    read: readChunk,
    async *stream(offset = 0) {
      while (offset < sizeBytes) {
        const chunk = await readChunk(offset, chunkBytes);
        if (chunk.length === 0) return;
        offset += chunk.length;
        yield chunk;
      }
    },
    close() {
      if (isOpen) closeSync(handle);
      isOpen = false;
    },
  };
}

/** The bytes from `start` up to `end`, not included. */
export async function* rangeOf(source: ByteSource, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let offset = start; offset < end; ) {
    const chunk = await source.read(offset, Math.min(256 * 1024, end - offset));
    if (chunk.length === 0) return;
    offset += chunk.length;
    yield chunk;
  }
}
