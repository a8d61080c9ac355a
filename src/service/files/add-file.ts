import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { isDiskFull } from '#core/disk-full.ts';
import { newId } from '#core/ids.ts';
import { atomic, type Sql } from '#core/sql.ts';
import { ApiError } from '../api/errors.ts';
import { type FileRow, fileStates, files, storageUsed } from '../store/files.ts';
import { createRoomClaims } from './claim-room.ts';
import type { FileDeps } from './file-deps.ts';
import { receiveUpload } from './receive-upload.ts';

export type AddFile = (
  whose: { ownerId: string; fairKey: string },
  body: Readable,
  headers: Record<string, string | undefined>,
) => Promise<FileRow>;

/** Takes an upload in whole or not at all: bytes on disk, type, row, history and first job. */
export function createAddFile(deps: FileDeps): AddFile {
  const { sql, clock, storage, queue, readingRoom, limits } = deps;
  const claimRoom = createRoomClaims(deps);
  // Two uploads that end at once must not share what is left of the quota.
  let committing: Promise<unknown> = Promise.resolve();

  return async ({ ownerId, fairKey }, body, headers) => {
    const left = limits.quotaBytes - (await usedBytes(sql, ownerId));
    const maxBytes = Math.min(limits.maxUploadBytes, left);
    const tooLarge = () =>
      left < limits.maxUploadBytes
        ? new ApiError('quota_exceeded', { extra: { max_bytes: Math.max(0, left), quota_bytes: limits.quotaBytes } })
        : new ApiError('file_too_large', { extra: { max_bytes: limits.maxUploadBytes } });
    if (Number(headers['content-length'] ?? 0) > maxBytes + formOverheadBytes) throw tooLarge();

    const id = newId(clock);
    const claim = await claimRoom(Number(headers['content-length'] ?? 0)).catch((error: unknown) => {
      throw translate(error);
    });
    try {
      const place = await storage.prepare(id);
      const look = (bytes: number) => claim.wrote(bytes);
      const received = await receiveUpload(body, headers, { path: place.partial, maxBytes, tooLarge, look });
      await storage.keep(id);
      const fileType = await readingRoom.detect(place.upload, received.name);
      const now = clock.now();
      const file: FileRow = {
        id,
        ownerId,
        ...received,
        fileType,
        status: 'INDEXING',
        progress: 0,
        canRetry: null,
        errorCode: null,
        errorMessage: null,
        round: 1,
        createdAtMs: now,
        updatedAtMs: now,
      };
      const commit = committing.then(() => insert(file, fairKey));
      committing = commit.catch(() => {});
      await commit;
      queue.wake();
      return file;
    } catch (error) {
      await storage.remove(id);
      throw translate(error);
    } finally {
      claim.release();
    }
  };

  async function insert(file: FileRow, fairKey: string): Promise<void> {
    if ((await usedBytes(sql, file.ownerId)) + file.sizeBytes > limits.quotaBytes) {
      throw new ApiError('quota_exceeded', { extra: { max_bytes: 0, quota_bytes: limits.quotaBytes } });
    }
    await atomic(sql, [
      sql.insert(files).values(file),
      sql.insert(fileStates).values({ fileId: file.id, round: 1, status: 'INDEXING', atMs: file.createdAtMs }),
      ...queue.enqueueStatements([{ kind: 'file.index', payload: { fileId: file.id, round: 1 }, fairKey }]),
    ]);
  }
}

/** People have to make room first. */
const fullRetrySeconds = 60;

function translate(error: unknown): unknown {
  return isDiskFull(error)
    ? new ApiError('storage_full', { headers: { 'retry-after': String(fullRetrySeconds) } })
    : error;
}

/** Boundaries, part headers and small fields around the file itself. */
const formOverheadBytes = 64 * 1024;

export async function usedBytes(sql: Sql, ownerId: string): Promise<number> {
  const [row] = await sql
    .select({ bytes: storageUsed.bytes })
    .from(storageUsed)
    .where(eq(storageUsed.ownerId, ownerId));
  return row?.bytes ?? 0;
}
