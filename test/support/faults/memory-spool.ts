import { createHash } from 'node:crypto';
import type { Spool } from '../../../src/bot/cases/spool.ts';

/** A spool that outlives the processes of a world. `isFull`: the disk takes nothing more now. */
export function createMemorySpool({ isFull }: { isFull: () => boolean }): Spool {
  const files = new Map<string, Uint8Array>();
  return {
    async take(stream, { maxBytes }) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      if (isFull()) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      const bytes = Buffer.concat(chunks);
      if (bytes.length > maxBytes) return { status: 'too_large' };
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      files.set(sha256, bytes);
      return { status: 'taken', sha256, sizeBytes: bytes.length };
    },
    async remove(sha256) {
      files.delete(sha256);
    },
    async find(sha256) {
      const bytes = files.get(sha256);
      return bytes && { sizeBytes: bytes.length };
    },
    async open(sha256, start, end) {
      const bytes = files.get(sha256);
      if (!bytes) throw new Error('not in the spool');
      return new Blob([new Uint8Array(bytes.subarray(start, end))]).stream();
    },
    async sweep(_unusedSinceMs, isNeeded = async () => false) {
      let removed = 0;
      for (const sha256 of [...files.keys()]) {
        if (await isNeeded(sha256)) continue;
        files.delete(sha256);
        removed += 1;
      }
      return removed;
    },
  };
}
