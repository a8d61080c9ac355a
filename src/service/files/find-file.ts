import { and, eq } from 'drizzle-orm';
import type { Sql } from '#core/sql.ts';
import { ApiError } from '../api/errors.ts';
import { type FileRow, files } from '../store/files.ts';

/** The file if it is the owner's; unknown, malformed and somebody else's are one and the same 404. */
export async function findFile(sql: Sql, ownerId: string, id: string | undefined): Promise<FileRow> {
  const [file] = await sql
    .select()
    .from(files)
    .where(and(eq(files.id, id ?? ''), eq(files.ownerId, ownerId)));
  if (!file) throw new ApiError('not_found', { message: 'There is no such file.' });
  return file;
}

/** Throws 409 unless the file is COMPLETED. */
export function requireCompleted(file: FileRow): void {
  if (file.status === 'COMPLETED') return;
  if (file.status === 'FAILED') {
    throw new ApiError('analysis_failed', {
      message: file.errorMessage ?? 'The analysis of the file failed.',
      extra: { status: file.status, can_retry: file.canRetry ?? false },
      headers: file.canRetry ? { 'retry-after': '30' } : {},
    });
  }
  throw new ApiError('not_ready', {
    message: `The file is ${file.status}; results are ready once it is COMPLETED.`,
    extra: { status: file.status },
    headers: { 'retry-after': '2' },
  });
}
