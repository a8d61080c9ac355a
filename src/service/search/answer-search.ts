import { and, eq } from 'drizzle-orm';
import { type Call, fairKeyOf } from '../api/endpoint.ts';
import type { Success } from '../api/envelope.ts';
import { ApiError, type ErrorCode } from '../api/errors.ts';
import { type SearchRow, searches } from '../store/searches.ts';
import { type Preference, readPreference } from './prefer-header.ts';
import { quickDeadlineMs, type SearchDeps } from './search-deps.ts';
import { searchPath, toSearchRecord } from './search-record.ts';
import { startSearch } from './start-search.ts';

export interface Target {
  ownerId: string;
  targetKind: 'file' | 'delta';
  targetId: string;
  mode: 'quick' | 'deep';
}

const defaultWaitMs = 25_000;

/** Starts a search and answers with its result where it ends within the wait, else with where to look for it. */
export async function answerSearch(
  deps: SearchDeps,
  call: Call<unknown, { query: string }>,
  target: Target,
): Promise<Success> {
  const preference = readPreference(call.headers.get('prefer'));
  const search = await startSearch(deps, {
    ...target,
    query: call.body.query,
    idempotencyKey: readIdempotencyKey(call.headers.get('idempotency-key')),
    fairKey: fairKeyOf(call),
  });
  const ended = await waitForEnd(deps, search, waitMs(preference, target.mode), call.request.signal);
  const headers: Record<string, string> = preference ? { 'preference-applied': preference.applied } : {};
  if (ended.status === 'COMPLETED') {
    return { message: 'The search is complete.', data: toSearchRecord(ended), headers };
  }
  if (ended.status === 'FAILED') throw failureOf(ended);
  return {
    status: 202,
    message: 'The search is running.',
    data: toSearchRecord(ended),
    headers: { ...headers, location: searchPath(ended), 'retry-after': '5' },
  };
}

function waitMs(preference: Preference | undefined, mode: 'quick' | 'deep'): number {
  if (preference) return preference.waitMs;
  // A quick search that reached its deadline is told as such, not as running.
  return mode === 'quick' ? quickDeadlineMs + 3_000 : defaultWaitMs;
}

async function waitForEnd(
  { sql, live, timers }: SearchDeps,
  search: SearchRow,
  ms: number,
  gone: AbortSignal,
): Promise<SearchRow> {
  if (search.status !== 'RUNNING' || ms === 0) return search;
  const over = new AbortController();
  const ended = live.untilEnd(search.id, AbortSignal.any([over.signal, gone]));
  const cancel = timers.after(ms, () => over.abort());
  try {
    // Between the insert and the listening it may have ended already.
    const early = await reload();
    if (early.status !== 'RUNNING') return early;
    await ended;
    return await reload();
  } finally {
    cancel();
    over.abort();
  }

  async function reload(): Promise<SearchRow> {
    const [row] = await sql
      .select()
      .from(searches)
      .where(and(eq(searches.id, search.id)));
    if (!row) throw new ApiError('not_found', { message: 'The search was deleted.' });
    return row;
  }
}

function failureOf(search: SearchRow): ApiError {
  const code: ErrorCode = search.errorCode === 'search_timeout' ? 'search_timeout' : 'search_failed';
  return new ApiError(code, {
    message: search.errorMessage ?? 'The search failed.',
    extra: { search_id: search.id, url: searchPath(search) },
    headers: { location: searchPath(search) },
  });
}

/** The draft writes the key as a quoted string; most clients send it bare. Both name the same key. */
function readIdempotencyKey(header: string | null): string | undefined {
  const key = header?.trim().replace(/^"(.*)"$/, '$1');
  if (!key) return undefined;
  if (key.length > 255) {
    throw new ApiError('invalid_request', {
      message: 'Idempotency-Key: at most 255 characters',
      extra: { errors: [{ field: 'Idempotency-Key', reason: 'at most 255 characters' }] },
    });
  }
  return key;
}
