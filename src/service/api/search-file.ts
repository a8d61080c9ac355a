import { z } from 'zod';
import { findFile, requireCompleted } from '../files/find-file.ts';
import { answerSearch } from '../search/answer-search.ts';
import type { SearchDeps } from '../search/search-deps.ts';
import { querySchema, searchRecordSchema } from '../search/search-record.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';

export function searchFile(deps: SearchDeps, mode: 'quick' | 'deep'): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: `/files/{fileId}/searches/${mode}`,
    operationId: mode === 'quick' ? 'quickSearch' : 'deepSearch',
    summary:
      mode === 'quick'
        ? 'Ask a question about a file; a single pass, answered in seconds.'
        : 'Investigate a file in several steps. Answered when done, or with 202 and a Location to look at.',
    isExtension: false,
    body: z.object({ query: querySchema }),
    success: [
      { status: 200, data: searchRecordSchema },
      { status: 202, data: searchRecordSchema },
    ],
    errors: ['query_too_long', 'not_found', 'not_ready', 'analysis_failed', 'idempotency_key_reused', 'search_timeout'],
    rateClass: mode,
    async handle(call) {
      const file = await findFile(deps.sql, call.caller.user.id, call.params.fileId);
      requireCompleted(file);
      return await answerSearch(deps, call, {
        ownerId: call.caller.user.id,
        targetKind: 'file',
        targetId: file.id,
        mode,
      });
    },
  });
}
