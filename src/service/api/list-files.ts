import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Sql } from '#core/sql.ts';
import { fileRecordSchema, type TypeNames, toFileRecord } from '../files/file-record.ts';
import { fileTypes } from '../formats/reading.ts';
import { fileStatuses, files } from '../store/files.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { afterCursor, newestFirst, pagingQuery, toPage } from './paging.ts';

export function listFiles({ sql, types }: { sql: Sql; types: TypeNames }): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/files',
    operationId: 'listFiles',
    summary: 'Your files, newest first. The next page is named in the Link header.',
    isExtension: false,
    query: z.object({
      ...pagingQuery,
      status: z.enum(fileStatuses).optional(),
      file_type: z.enum(types.all as [string, ...string[]]).optional(),
    }),
    success: [{ status: 200, data: z.array(fileRecordSchema) }],
    errors: ['invalid_cursor'],
    async handle(call) {
      const { limit, cursor, status, file_type } = call.query;
      const fileType = fileTypes.find((type) => types.outward(type) === file_type);
      const found = await sql
        .select()
        .from(files)
        .where(
          and(
            eq(files.ownerId, call.caller.user.id),
            status ? eq(files.status, status) : undefined,
            fileType ? eq(files.fileType, fileType) : undefined,
            afterCursor(files, cursor),
          ),
        )
        .orderBy(...newestFirst(files))
        .limit(limit + 1);
      const { rows, headers } = toPage(found, limit, call);
      return { message: `${rows.length} files.`, data: rows.map((file) => toFileRecord(file, types)), headers };
    },
  });
}
