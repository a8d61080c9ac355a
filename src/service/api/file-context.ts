import { z } from 'zod';
import { findFile, requireCompleted } from '../files/find-file.ts';
import { loadReadFiles } from '../search/load-read-files.ts';
import { readContext } from '../search/read-context.ts';
import type { SearchDeps } from '../search/search-deps.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { ApiError } from './errors.ts';

const line = z.number().int().min(1);
const placeSchema = z.object({ file: z.string().max(4_000), line_start: line, line_end: line });
const severity = z.string().optional();
const contextSchema = z.object({
  evidence: z.array(
    placeSchema.extend({
      lines: z.array(z.object({ line, text: z.string(), cited: z.boolean(), severity })),
    }),
  ),
  timeline: z.array(
    z.object({ when: z.string(), file: z.string(), line, text: z.string(), cited: z.boolean(), severity }),
  ),
  unread: z.array(z.string()).describe('Parts of the file that could not be read, with the reason.'),
});

/** For programs that show an answer's citations in context. Secrets are masked. */
export function fileContext(deps: Pick<SearchDeps, 'sql' | 'storage' | 'mayRead'>): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/files/{fileId}/context',
    operationId: 'getContext',
    summary: 'The lines around citations, and the unusual events before them.',
    isExtension: true,
    body: z.object({ places: z.array(placeSchema).min(1).max(50) }),
    success: [{ status: 200, data: contextSchema }],
    errors: ['not_found', 'not_ready', 'analysis_failed'],
    async handle({ caller, params, body }) {
      const row = await findFile(deps.sql, caller.user.id, params.fileId);
      requireCompleted(row);
      const [file] = (await loadReadFiles(deps, { targetKind: 'file', targetId: row.id })) ?? [];
      if (!file) throw new ApiError('not_found', { message: 'There is no such file.' });
      const { evidence, timeline, unread } = await readContext(
        file,
        body.places.map((place) => ({ file: place.file, lineStart: place.line_start, lineEnd: place.line_end })),
      );
      return {
        message: 'The lines around the citations.',
        data: {
          evidence: evidence.map(({ lineStart, lineEnd, lines, ...block }) => ({
            ...block,
            line_start: lineStart,
            line_end: lineEnd,
            lines: lines.map(({ n, isCited, ...rest }) => ({ line: n, cited: isCited, ...rest })),
          })),
          timeline: timeline.map(({ isCited, ...rest }) => ({ cited: isCited, ...rest })),
          unread,
        },
      };
    },
  });
}
