import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Sql } from '#core/sql.ts';
import { cancelSearch } from '../search/cancel-search.ts';
import type { SearchDeps } from '../search/search-deps.ts';
import { searchRecordSchema, toSearchRecord } from '../search/search-record.ts';
import { type SearchRow, searches } from '../store/searches.ts';
import { type Call, defineEndpoint, type Endpoint } from './endpoint.ts';
import { ApiError } from './errors.ts';
import { afterCursor, newestFirst, pagingQuery, toPage } from './paging.ts';

/** Reading, listing and cancelling the searches of one kind of target; `find` throws where it is not the caller's. */
export function storedSearches(
  deps: SearchDeps,
  target: { kind: 'file' | 'delta'; find(sql: Sql, ownerId: string, id: string | undefined): Promise<{ id: string }> },
): Endpoint[] {
  const { sql } = deps;
  const name = target.kind === 'file' ? 'FileSearch' : 'DeltaSearch';
  const collection = `/${target.kind}s/{${target.kind}Id}/searches`;
  const item = `${collection}/{searchId}`;

  const findTarget = (call: Call) => target.find(sql, call.caller.user.id, call.params[`${target.kind}Id`]);

  async function findSearch(call: Call): Promise<SearchRow> {
    const { id } = await findTarget(call);
    const [search] = await sql
      .select()
      .from(searches)
      .where(and(eq(searches.id, call.params.searchId ?? ''), eq(searches.targetId, id)));
    if (!search) throw new ApiError('not_found', { message: 'There is no such search.' });
    return search;
  }

  const list = defineEndpoint({
    method: 'GET',
    path: collection,
    operationId: `list${name}es`,
    summary: 'Searches that were asked, newest first.',
    isExtension: true,
    query: z.object({ ...pagingQuery, mode: z.enum(['quick', 'deep']).optional() }),
    success: [{ status: 200, data: z.array(searchRecordSchema) }],
    errors: ['not_found', 'invalid_cursor'],
    async handle(call) {
      const { id } = await findTarget(call);
      const { limit, cursor, mode } = call.query;
      const found = await sql
        .select()
        .from(searches)
        .where(
          and(eq(searches.targetId, id), mode ? eq(searches.mode, mode) : undefined, afterCursor(searches, cursor)),
        )
        .orderBy(...newestFirst(searches))
        .limit(limit + 1);
      const { rows, headers } = toPage(found, limit, call);
      return { message: `${rows.length} searches.`, data: rows.map(toSearchRecord), headers };
    },
  });

  const get = defineEndpoint({
    method: 'GET',
    path: item,
    operationId: `get${name}`,
    summary: 'A search: RUNNING, COMPLETED with its answer, or FAILED with the reason.',
    isExtension: true,
    success: [{ status: 200, data: searchRecordSchema }],
    errors: ['not_found'],
    async handle(call) {
      const search = await findSearch(call);
      const headers: Record<string, string> = search.status === 'RUNNING' ? { 'retry-after': '5' } : {};
      const progress = search.status === 'RUNNING' ? deps.live.progressOf(search.id) : undefined;
      const data = { ...toSearchRecord(search), ...(progress === undefined ? {} : { progress }) };
      return { message: `The search is ${search.status}.`, data, headers };
    },
  });

  const cancel = defineEndpoint({
    method: 'DELETE',
    path: item,
    operationId: `cancel${name}`,
    summary: 'Cancel a running search. One that has ended stays as it is.',
    isExtension: true,
    success: [{ status: 200, data: searchRecordSchema }],
    errors: ['not_found'],
    async handle(call) {
      const search = await cancelSearch(deps, await findSearch(call));
      return { message: `The search is ${search.status}.`, data: toSearchRecord(search) };
    },
  });

  return [list, get, cancel];
}
