import type { Statement } from '#core/sql.ts';
import type { NewJob } from '#jobs/queue.ts';
import type { FileRow } from '../store/files.ts';
import type { FileDeps } from './file-deps.ts';
import { moveFile } from './move-file.ts';

/** How long after each failure that was not the file's fault the analysis starts over. */
const recoveryDelaysMs = [30_000, 120_000, 600_000] as const;

/** What fails a file, with its recovery or the word that it is final. */
export async function failFile(
  deps: FileDeps,
  file: FileRow,
  failure: { code: string; message: string; isPermanent: boolean },
  random: () => number = Math.random,
): Promise<{ writes: Statement[]; enqueue: NewJob[] }> {
  const delayMs = failure.isPermanent ? undefined : recoveryDelaysMs[file.round - 1];
  const canRetry = delayMs !== undefined;
  const announced = canRetry ? { writes: [], enqueue: [] } : await deps.announce.fileEnded(file, 'FAILED');
  const recovery: NewJob[] = canRetry
    ? [
        {
          kind: 'file.recover',
          payload: { fileId: file.id, round: file.round },
          runAtMs: deps.clock.now() + Math.round(delayMs * (1 + random() / 5)),
        },
      ]
    : [];
  return {
    writes: [
      ...moveFile(deps, file, 'FAILED', { code: failure.code, message: failure.message, canRetry }),
      ...announced.writes,
    ],
    enqueue: [...announced.enqueue, ...recovery],
  };
}
