import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Spool } from '#bot/cases/spool.ts';
import { RemoteError } from '#core/errors.ts';
import { readThrough } from '#core/read-through.ts';
import { toWebStream } from '#core/to-web-stream.ts';
import { roomForFiles } from './free-space.ts';

const contentHash = /^[0-9a-f]{64}$/;

/** A folder with one file each content, named by its hash. Written under another name and moved when it is whole. */
export function createDiskSpool(folder: string, room: () => Promise<number> = () => roomForFiles(folder)): Spool {
  const pathOf = (sha256: string) => {
    if (!contentHash.test(sha256)) throw new Error('not a content hash');
    return join(folder, sha256);
  };

  /** Half written by this process; every other half is a dead one's. */
  const writing = new Set<string>();

  return {
    async take(stream, { maxBytes, signal }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if ((await room()) <= 0) {
        await stream.cancel().catch(() => {});
        throw noRoom();
      }
      const part = `part-${randomUUID()}`;
      const partPath = join(folder, part);
      writing.add(part);
      const hash = createHash('sha256');
      let sizeBytes = 0;
      const file = await open(partPath, 'wx', 0o600);
      let lookedAtBytes = 0;
      try {
        await readThrough(stream, signal, async (chunk) => {
          sizeBytes += chunk.byteLength;
          if (sizeBytes > maxBytes) return 'stop';
          if (sizeBytes - lookedAtBytes > lookEveryBytes) {
            lookedAtBytes = sizeBytes;
            if ((await room()) <= 0) throw noRoom();
          }
          hash.update(chunk);
          await writeAll(file, chunk);
          return 'go on';
        });
        if (sizeBytes > maxBytes) return { status: 'too_large' };
        await file.datasync();
        await file.close();
        const sha256 = hash.digest('hex');
        await rename(partPath, pathOf(sha256));
        return { status: 'taken', sha256, sizeBytes };
      } catch (error) {
        throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? noRoom(error) : error;
      } finally {
        await file.close().catch(() => {});
        await rm(partPath, { force: true });
        writing.delete(part);
      }
    },

    async remove(sha256) {
      await rm(pathOf(sha256), { force: true });
    },

    async find(sha256) {
      try {
        const { size } = await stat(pathOf(sha256));
        const now = new Date();
        await utimes(pathOf(sha256), now, now);
        return { sizeBytes: size };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },

    async open(sha256, start = 0, end = Number.POSITIVE_INFINITY) {
      // Node counts the last byte in.
      return toWebStream(createReadStream(pathOf(sha256), { start, end: end - 1 }));
    },

    async sweep(unusedSinceMs, isNeeded = async () => false) {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      let removed = 0;
      for (const entry of entries) {
        const { name } = entry;
        const isPart = /^part-[0-9a-f-]{36}$/.test(name);
        // `lost+found` of a volume and whatever else is not of our making stays as it is.
        if (!entry.isFile() || !(isPart || contentHash.test(name)) || writing.has(name)) continue;
        const path = join(folder, name);
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
        if (!isPart && (mtimeMs >= unusedSinceMs || (await isNeeded(name)))) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

const lookEveryBytes = 16 * 1024 * 1024;

/** Waits for people to make room; what is under way is not lost. */
function noRoom(cause?: unknown): RemoteError {
  const detail = { reason: 'no_space', needsPeople: true, retryAfterMs: 60_000, cause };
  return new RemoteError('unavailable', 'There is no room for files on the disk', detail);
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, bytes: Uint8Array): Promise<void> {
  let offset = 0;
  while (offset < bytes.byteLength) {
    const { bytesWritten } = await file.write(bytes, offset);
    offset += bytesWritten;
  }
}
