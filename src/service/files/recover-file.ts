import { and, eq } from 'drizzle-orm';
import type { Statement } from '#core/sql.ts';
import type { JobHandler, NewJob } from '#jobs/queue.ts';
import { type FileRow, files } from '../store/files.ts';
import type { StagePayload } from './analysis-stages.ts';
import type { FileDeps } from './file-deps.ts';
import { moveFile } from './move-file.ts';

/** Starts a failed file over, from the beginning: the only state the specification has a way in to. */
export function recoverFile(deps: FileDeps): JobHandler<StagePayload> {
  return {
    kind: 'file.recover',
    async run(job) {
      const { fileId, round } = job.payload;
      const [file] = await deps.sql
        .select()
        .from(files)
        .where(and(eq(files.id, fileId), eq(files.round, round), eq(files.status, 'FAILED'), eq(files.canRetry, true)));
      return file ? { status: 'done', ...startOver(deps, file) } : { status: 'done' };
    },
  };
}

export function startOver(deps: FileDeps, file: FileRow): { writes: Statement[]; enqueue: NewJob[] } {
  return {
    writes: moveFile(deps, file, 'INDEXING'),
    enqueue: [{ kind: 'file.index', payload: { fileId: file.id, round: file.round + 1 } }],
  };
}
