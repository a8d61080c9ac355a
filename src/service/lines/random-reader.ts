import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';

/** A file read by position. */
export interface RandomReader {
  /** As it was at opening. */
  sizeBytes: number;
  /** Into `buffer` from `at` on; fewer bytes than asked for at the file's end. */
  read(buffer: Buffer, at: number, length: number, position: number): Promise<{ bytesRead: number }>;
  close(): void;
}

const readAt = promisify(read);
/** Up to this size a file is read at once and not kept open: archives hold thousands of them. */
const smallBytes = 64 * 1024;

/** Throws where the file is missing. */
export function openRandomReader(path: string): RandomReader {
  const file = openSync(path, 'r');
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  const { size: sizeBytes } = fstatSync(file);
  if (sizeBytes > smallBytes) {
    return { sizeBytes, read: (buffer, at, length, position) => readAt(file, buffer, at, length, position), close };
  }
  const whole = Buffer.allocUnsafe(sizeBytes);
  const bytes = whole.subarray(0, readSync(file, whole, 0, sizeBytes, 0));
  close();
  return {
    sizeBytes,
    read: async (buffer, at, length, position) => {
      const end = Math.min(position + length, bytes.length);
      return { bytesRead: position < end ? bytes.copy(buffer, at, position, end) : 0 };
    },
    close,
  };
}
