import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { newId } from '#core/ids.ts';
import { atomic } from '#core/sql.ts';
import { deltaSchema, readDeltaState, toDeltaRecord } from '../deltas/delta-record.ts';
import { findDelta } from '../deltas/find-delta.ts';
import type { TypeNames } from '../files/file-record.ts';
import { readableFiles } from '../files/file-sight.ts';
import { answerSearch } from '../search/answer-search.ts';
import type { SearchDeps } from '../search/search-deps.ts';
import { querySchema, searchRecordSchema } from '../search/search-record.ts';
import { type DeltaRow, deltas, searches } from '../store/searches.ts';
import { type Call, defineEndpoint, type Endpoint } from './endpoint.ts';
import { ApiError } from './errors.ts';
import { afterCursor, newestFirst, pagingQuery, toPage } from './paging.ts';

/** Two to five files side by side. */
export function deltaEndpoints({ search, types }: { search: SearchDeps; types: TypeNames }): Endpoint[] {
  const { sql, clock } = search;
  const record = async (delta: DeltaRow) => toDeltaRecord(delta, await readDeltaState(sql, delta), types);
  const find = (call: Call) => findDelta(sql, call.caller.user.id, call.params.deltaId);

  return [
    defineEndpoint({
      method: 'POST',
      path: '/deltas',
      operationId: 'createDelta',
      summary: 'Put two to five files side by side, the baseline first.',
      isExtension: true,
      body: z.object({
        file_ids: z
          .array(z.string())
          .min(2)
          .max(5)
          .refine((ids) => new Set(ids).size === ids.length, 'must name different files'),
        baseline_id: z.string().optional(),
        name: z.string().trim().max(200).optional(),
      }),
      success: [{ status: 201, data: deltaSchema }],
      errors: ['not_found'],
      async handle({ caller, body }) {
        const baseline = body.baseline_id ?? body.file_ids[0]!;
        if (!body.file_ids.includes(baseline)) {
          const errors = [{ field: 'baseline_id', reason: 'must be one of file_ids' }];
          throw new ApiError('invalid_request', { message: 'baseline_id: must be one of file_ids', extra: { errors } });
        }
        const found = await readableFiles(search, caller.user.id, body.file_ids);
        if (found.length < body.file_ids.length) throw new ApiError('not_found', { message: 'There is no such file.' });
        const fileIds = [baseline, ...body.file_ids.filter((id) => id !== baseline)];
        const names = fileIds.map((id) => found.find((file) => file.id === id)!.name);
        const delta: DeltaRow = {
          id: newId(clock),
          ownerId: caller.user.id,
          name: body.name || names.join(' / ').slice(0, 200),
          fileIds,
          createdAtMs: clock.now(),
        };
        await sql.insert(deltas).values(delta);
        const headers = { location: `/api/v1/deltas/${delta.id}` };
        return { status: 201, message: 'The delta is made.', data: await record(delta), headers };
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/deltas',
      operationId: 'listDeltas',
      summary: 'Your deltas, newest first.',
      isExtension: true,
      query: z.object(pagingQuery),
      success: [{ status: 200, data: z.array(deltaSchema) }],
      errors: ['invalid_cursor'],
      async handle(call) {
        const found = await sql
          .select()
          .from(deltas)
          .where(and(eq(deltas.ownerId, call.caller.user.id), afterCursor(deltas, call.query.cursor)))
          .orderBy(...newestFirst(deltas))
          .limit(call.query.limit + 1);
        const { rows, headers } = toPage(found, call.query.limit, call);
        return { message: `${rows.length} deltas.`, data: await Promise.all(rows.map(record)), headers };
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/deltas/{deltaId}',
      operationId: 'getDelta',
      summary: 'A delta: READY once all its files are COMPLETED.',
      isExtension: true,
      success: [{ status: 200, data: deltaSchema }],
      errors: ['not_found'],
      async handle(call) {
        return { message: 'The delta.', data: await record(await find(call)) };
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/deltas/{deltaId}',
      operationId: 'deleteDelta',
      summary: 'Delete a delta and its searches. Its files stay.',
      isExtension: true,
      success: [{ status: 200, data: z.object({ id: z.string() }) }],
      errors: ['not_found'],
      async handle(call) {
        const { id } = await find(call);
        await atomic(sql, [
          sql.delete(searches).where(eq(searches.targetId, id)),
          sql.delete(deltas).where(eq(deltas.id, id)),
        ]);
        return { message: 'The delta is deleted.', data: { id } };
      },
    }),
    ...(['quick', 'deep'] as const).map((mode) =>
      defineEndpoint({
        method: 'POST',
        path: `/deltas/{deltaId}/searches/${mode}`,
        operationId: mode === 'quick' ? 'quickDelta' : 'deepDelta',
        summary: 'Ask what is different between the files of a delta.',
        isExtension: true,
        body: z.object({ query: querySchema }),
        success: [
          { status: 200, data: searchRecordSchema },
          { status: 202, data: searchRecordSchema },
        ],
        errors: ['query_too_long', 'not_found', 'not_ready', 'idempotency_key_reused', 'search_timeout'],
        rateClass: mode,
        async handle(call) {
          const delta = await find(call);
          const { isReady } = await readDeltaState(sql, delta);
          if (!isReady) {
            throw new ApiError('not_ready', {
              message: 'Not all files of the delta are COMPLETED.',
              extra: { status: 'WAITING' },
              headers: { 'retry-after': '5' },
            });
          }
          const target = { ownerId: delta.ownerId, targetKind: 'delta' as const, targetId: delta.id, mode };
          return await answerSearch(search, call, target);
        },
      }),
    ),
  ];
}
