import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { DocumentWriter } from '../formats/format.ts';

const flushBytes = 256 * 1024;

/** Makes documents in a reading's folder. Names are never used as paths: files are numbered. */
export function createDocumentMaker(folder: string): (name: string) => Promise<DocumentWriter> {
  const directory = join(folder, 'documents');
  let count = 0;

  return async (name) => {
    mkdirSync(directory, { recursive: true });
    count++;
    // The hash only makes two readings of different names differ on disk, for whoever looks there.
    const mark = createHash('sha256').update(name).digest('hex').slice(0, 8);
    const path = join(directory, `${String(count).padStart(5, '0')}-${mark}`);
    const file = await open(path, 'w');
    let pending: Uint8Array[] = [];
    let pendingBytes = 0;
    let sizeBytes = 0;
    let lineFeeds = 0;
    let lastByte = 10;
    let result: { path: string; sizeBytes: number; lines: number } | undefined;

    const flush = async () => {
      if (pendingBytes === 0) return;
      const chunk = pending.length === 1 ? pending[0]! : Buffer.concat(pending);
      pending = [];
      pendingBytes = 0;
      await file.write(chunk);
    };

    return {
      path,
      async write(text) {
        const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
        if (bytes.length === 0) return;
        pending.push(bytes);
        pendingBytes += bytes.length;
        sizeBytes += bytes.length;
        lineFeeds += countLineFeeds(bytes);
        lastByte = bytes[bytes.length - 1]!;
        if (pendingBytes >= flushBytes) await flush();
      },
      async end() {
        if (!result) {
          await flush();
          await file.close();
          const lines = lineFeeds + (sizeBytes > 0 && lastByte !== 10 ? 1 : 0);
          result = { path: relative(folder, path), sizeBytes, lines };
        }
        return result;
      },
    };
  };
}

function countLineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}
