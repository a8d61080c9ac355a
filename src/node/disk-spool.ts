import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Spool, TakeOptions } from '#bot/cases/spool.ts';
import { isDiskFull } from '#core/disk-full.ts';
import { noRoom } from '#core/no-room.ts';
import { readThrough } from '#core/read-through.ts';
import { toWebStream } from '#core/to-web-stream.ts';
import { roomForFiles } from './free-space.ts';
import { type Claim, createSpoolSpace } from './spool-space.ts';

const contentHash = /^[0-9a-f]{64}$/;
const isPart = (name: string) => /^part-[0-9a-f-]{36}$/.test(name);

interface DiskSpoolOptions {
  /** Bytes that files may still take on the disk. */
  room?: () => Promise<number>;
  /** The most that the files may take together. */
  quotaBytes?: number;
}

export interface DiskSpool extends Spool {
  usedBytes(): Promise<number>;
}

/** A folder with one file each content, named by its hash. Written under another name and moved when it is whole. */
export function createDiskSpool(folder: string, options: DiskSpoolOptions = {}): DiskSpool {
  const { room = () => roomForFiles(folder), quotaBytes = Number.POSITIVE_INFINITY } = options;
  /** Half written by this process; every other half is a dead one's. */
  const writing = new Set<string>();
  const isOurs = (name: string) => contentHash.test(name) || (isPart(name) && !writing.has(name));
  const space = createSpoolSpace({ folder, quotaBytes, room, isOurs });
  const pathOf = (sha256: string) => {
    if (!contentHash.test(sha256)) throw new Error('not a content hash');
    return join(folder, sha256);
  };

  async function write(stream: ReadableStream<Uint8Array>, claim: Claim, { maxBytes, signal }: TakeOptions) {
    const part = `part-${randomUUID()}`;
    const partPath = join(folder, part);
    writing.add(part);
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const file = await open(partPath, 'wx', 0o600);
    try {
      await readThrough(stream, signal, async (chunk) => {
        sizeBytes += chunk.byteLength;
        if (sizeBytes > maxBytes) return 'stop';
        await claim.wrote(sizeBytes);
        hash.update(chunk);
        await writeAll(file, chunk);
        return 'go on';
      });
      if (sizeBytes > maxBytes) return { status: 'too_large' as const };
      await file.datasync();
      await file.close();
      const sha256 = hash.digest('hex');
      await rename(partPath, pathOf(sha256));
      await space.keeps(sha256, sizeBytes);
      return { status: 'taken' as const, sha256, sizeBytes };
    } catch (error) {
      throw isDiskFull(error) ? noRoom('no_space', error) : error;
    } finally {
      await file.close().catch(() => {});
      await rm(partPath, { force: true });
      writing.delete(part);
    }
  }

  return {
    usedBytes: space.usedBytes,

    async take(stream, taking) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { expectedBytes = 0, isNeeded = async () => true } = taking;
      const claim = await space
        .claim(expectedBytes, async (name) => contentHash.test(name) && (await isNeeded(name)))
        .catch(async (error: unknown) => {
          await stream.cancel().catch(() => {});
          throw error;
        });
      try {
        return await write(stream, claim, taking);
      } finally {
        claim.release();
      }
    },

    async remove(sha256) {
      await rm(pathOf(sha256), { force: true });
      await space.lost(sha256);
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
        // `lost+found` of a volume and whatever else is not of our making stays as it is.
        if (!entry.isFile() || !isOurs(name)) continue;
        const path = join(folder, name);
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
        if (!isPart(name) && (mtimeMs >= unusedSinceMs || (await isNeeded(name)))) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      space.lookAgain();
      return removed;
    },
  };
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, bytes: Uint8Array): Promise<void> {
  let offset = 0;
  while (offset < bytes.byteLength) {
    const { bytesWritten } = await file.write(bytes, offset);
    offset += bytesWritten;
  }
}
