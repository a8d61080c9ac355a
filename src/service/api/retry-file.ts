import { eq } from 'drizzle-orm';
import { atomic } from '#core/sql.ts';
import type { FileDeps } from '../files/file-deps.ts';
import { fileRecordSchema, toFileRecord } from '../files/file-record.ts';
import { startOver } from '../files/recover-file.ts';
import { files } from '../store/files.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { ApiError } from './errors.ts';

/** A final failure stays final: only the wait for a recovery that comes anyway is cut short. */
export function retryFile(deps: FileDeps): Endpoint {
  const { sql, queue, types } = deps;
  return defineEndpoint({
    method: 'POST',
    path: '/files/{fileId}/retry',
    operationId: 'retryFile',
    summary: 'For operators: start the recovery of a failed file now.',
    isExtension: true,
    success: [{ status: 202, data: fileRecordSchema }],
    errors: ['admin_required', 'not_found', 'retry_not_possible'],
    async handle({ caller, params }) {
      if (!caller.user.isSiteAdmin) throw new ApiError('admin_required');
      const [file] = await sql
        .select()
        .from(files)
        .where(eq(files.id, params.fileId ?? ''));
      if (!file) throw new ApiError('not_found', { message: 'There is no such file.' });
      if (file.status !== 'FAILED' || !file.canRetry) throw new ApiError('retry_not_possible');
      const { writes, enqueue } = startOver(deps, file);
      await atomic(sql, [...writes, ...queue.enqueueStatements(enqueue)]);
      queue.wake();
      const again = { ...file, status: 'INDEXING' as const, canRetry: null, errorCode: null, errorMessage: null };
      return { status: 202, message: 'The analysis starts over.', data: toFileRecord(again, types) };
    },
  });
}
