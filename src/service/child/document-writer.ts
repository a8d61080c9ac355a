import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { DocumentWriter } from '../formats/format.ts';

const flushBytes = 256 * 1024;

/**
 * Makes documents in a reading's folder. Names are never used as paths: files are numbered. A document that fits into
 * one buffer is on disk from its end on, written in one call: archives hold thousands of small files.
 */
export function createDocumentMaker(folder: string): (name: string) => Promise<DocumentWriter> {
  const directory = join(folder, 'documents');
  let count = 0;

  return async (name) => {
    if (count++ === 0) mkdirSync(directory, { recursive: true });
    // The hash only makes two readings of different names differ on disk, for whoever looks there.
    const mark = createHash('sha256').update(name).digest('hex').slice(0, 8);
    const path = join(directory, `${String(count).padStart(5, '0')}-${mark}`);
    let file: FileHandle | undefined;
    let pending: Uint8Array[] = [];
    let pendingBytes = 0;
    let sizeBytes = 0;
    let lineFeeds = 0;
    let lastByte = 10;
    let result: { path: string; sizeBytes: number; lines: number } | undefined;

    const take = (): Uint8Array => {
      const chunk = pending.length === 1 ? pending[0]! : Buffer.concat(pending);
      pending = [];
      pendingBytes = 0;
      return chunk;
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
        if (pendingBytes < flushBytes) return;
        file ??= await open(path, 'w');
        await file.writeFile(take());
      },
      async end() {
        if (!result) {
          if (file) {
            await file.writeFile(take());
            await file.close();
          } else writeFileSync(path, take());
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
