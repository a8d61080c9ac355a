import { z } from 'zod';
import type { Sql } from '#core/sql.ts';
import type { TypeNames } from '../files/file-record.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { findFile, requireCompleted } from '../files/find-file.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';

const dashboardSchema = z.object({
  file_id: z.string(),
  file_type: z.string(),
  format: z.literal('vega-lite'),
  spec: z.looseObject({}).describe('Vega-Lite 6. `{...spec, datasets: data}` is a complete document.'),
  data: z.record(z.string(), z.array(z.looseObject({}))),
  summary: z.looseObject({}),
  generated_at: z.iso.datetime(),
  truncated: z.boolean(),
});

export function getDashboard(deps: { sql: Sql; storage: FileStorage; types: TypeNames }): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/files/{fileId}/dashboard',
    operationId: 'getDashboard',
    summary: 'A chart specification and the data behind it, once the file is COMPLETED.',
    isExtension: false,
    success: [{ status: 200, data: dashboardSchema }],
    errors: ['not_found', 'not_ready', 'analysis_failed'],
    async handle({ caller, params }) {
      const file = await findFile(deps.sql, caller.user.id, params.fileId);
      requireCompleted(file);
      const dashboard = (await deps.storage.readJson(file.id, 'dashboard')) as object;
      return {
        message: 'The dashboard of the file.',
        data: { file_id: file.id, file_type: deps.types.outward(file.fileType), ...dashboard },
      };
    },
  });
}
