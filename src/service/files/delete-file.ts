import { eq, inArray, lt } from 'drizzle-orm';
import { atomic } from '#core/sql.ts';
import type { JobHandler } from '#jobs/queue.ts';
import { fileStates, files } from '../store/files.ts';
import { deltaFiles, deltas, searches } from '../store/searches.ts';
import type { FileDeps } from './file-deps.ts';

/** Removes a file, its searches and every comparison it is part of; its bytes go with the next job. */
export async function deleteFile({ sql, queue }: Pick<FileDeps, 'sql' | 'queue'>, fileId: string): Promise<void> {
  const affected = sql.select({ id: deltaFiles.deltaId }).from(deltaFiles).where(eq(deltaFiles.fileId, fileId));
  await atomic(sql, [
    sql.delete(searches).where(inArray(searches.targetId, affected)),
    sql.delete(deltas).where(inArray(deltas.id, affected)),
    sql.delete(searches).where(eq(searches.targetId, fileId)),
    sql.delete(fileStates).where(eq(fileStates.fileId, fileId)),
    sql.delete(files).where(eq(files.id, fileId)),
    ...queue.enqueueStatements([{ kind: 'file.remove-bytes', payload: { fileId } }]),
  ]);
  queue.wake();
}

export function removeFileBytes({ storage }: FileDeps): JobHandler<{ fileId: string }> {
  return {
    kind: 'file.remove-bytes',
    async run(job) {
      await storage.remove(job.payload.fileId);
      return { status: 'done' };
    },
  };
}

const hourMs = 3_600_000;
/** A few at once, so that work goes on beside a long clean-up. */
const batch = 50;
const breathMs = 500;

/** Deletes what is older than the retention time, every hour, for as long as the service lives. */
export function retainFiles(deps: FileDeps, retentionDays: number): JobHandler {
  return {
    kind: 'files.retention',
    isStanding: true,
    async run() {
      const oldestMs = deps.clock.now() - retentionDays * 24 * hourMs;
      const old = await deps.sql
        .select({ id: files.id })
        .from(files)
        .where(lt(files.createdAtMs, oldestMs))
        .limit(batch);
      for (const { id } of old) await deleteFile(deps, id);
      if (old.length > 0) deps.log.info('files past their retention deleted', { count: old.length });
      return { status: 'later', runAtMs: deps.clock.now() + (old.length < batch ? hourMs : breathMs) };
    },
  };
}
