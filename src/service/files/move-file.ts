import { and, eq, sql as expression, inArray } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { guard } from '#core/guard.ts';
import type { Sql, Statement } from '#core/sql.ts';
import { type FileRow, type FileStatus, fileStates, files } from '../store/files.ts';

/** From which states a file may come into each. COMPLETED is final; from FAILED it starts over. */
const comesFrom: Record<FileStatus, readonly FileStatus[]> = {
  INDEXING: ['FAILED'],
  ANALYZING: ['INDEXING'],
  VISUALIZING: ['ANALYZING'],
  COMPLETED: ['VISUALIZING'],
  FAILED: ['INDEXING', 'ANALYZING', 'VISUALIZING'],
};

export interface FileFailure {
  code: string;
  message: string;
  canRetry: boolean;
}

/**
 * Statements that move a file one state on and keep the history; for an atomic list, which fails as a whole unless the
 * file is in a state it may come from and in the round the mover knows.
 */
export function moveFile(
  { sql, clock }: { sql: Sql; clock: Clock },
  file: Pick<FileRow, 'id' | 'round'>,
  to: FileStatus,
  failure?: FileFailure,
): Statement[] {
  const now = clock.now();
  const round = to === 'INDEXING' ? file.round + 1 : file.round;
  const movable = and(eq(files.id, file.id), eq(files.round, file.round), inArray(files.status, [...comesFrom[to]]));
  return [
    guard(sql, expression`exists ${sql.select({ id: files.id }).from(files).where(movable)}`),
    sql
      .update(files)
      .set({
        status: to,
        round,
        progress: 0,
        updatedAtMs: now,
        canRetry: failure?.canRetry ?? null,
        errorCode: failure?.code ?? null,
        errorMessage: failure?.message ?? null,
      })
      .where(movable),
    sql.insert(fileStates).values({ fileId: file.id, round, status: to, atMs: now }),
  ];
}
