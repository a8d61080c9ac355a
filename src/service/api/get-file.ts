import type { Sql } from '#core/sql.ts';
import { fileRecordSchema, type TypeNames, toFileRecord } from '../files/file-record.ts';
import { findFile } from '../files/find-file.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';

export function getFile({ sql, types }: { sql: Sql; types: TypeNames }): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/files/{fileId}',
    operationId: 'getFile',
    summary: 'The record of a file: its status and type.',
    isExtension: false,
    success: [{ status: 200, data: fileRecordSchema }],
    errors: ['not_found'],
    async handle({ caller, params }) {
      const file = await findFile(sql, caller.user.id, params.fileId);
      const headers: Record<string, string> = ['COMPLETED', 'FAILED'].includes(file.status)
        ? {}
        : { 'retry-after': '2' };
      return { message: `The file is ${file.status}.`, data: toFileRecord(file, types), headers };
    },
  });
}
