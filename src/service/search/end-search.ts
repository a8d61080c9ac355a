import { and, eq, sql as expression } from 'drizzle-orm';
import { guard } from '#core/guard.ts';
import { atomic } from '#core/sql.ts';
import type { Report } from '../investigator/report.ts';
import { type SearchRow, searches } from '../store/searches.ts';
import type { SearchDeps } from './search-deps.ts';

/**
 * Ends a running search once, with its announcement in the same commit, and tells those who wait. Committed before the
 * job that ran it ends, so that nobody who is told reads it as RUNNING; a repeat of the job then finds nothing to do.
 */
export async function endSearch(
  deps: Pick<SearchDeps, 'sql' | 'clock' | 'announce' | 'live' | 'metrics' | 'queue'>,
  search: SearchRow,
  result: Report | { code: string; message: string },
): Promise<void> {
  const { sql, clock, queue } = deps;
  const isReport = 'answer' in result;
  const status = isReport ? 'COMPLETED' : 'FAILED';
  const announced = await deps.announce.searchEnded(search, status);
  const running = and(eq(searches.id, search.id), eq(searches.status, 'RUNNING'));
  try {
    await atomic(sql, [
      guard(sql, expression`exists ${sql.select({ id: searches.id }).from(searches).where(running)}`),
      sql
        .update(searches)
        .set({
          status,
          startedAtMs: search.startedAtMs,
          endedAtMs: clock.now(),
          ...(isReport ? { report: result } : { errorCode: result.code, errorMessage: result.message }),
        })
        .where(running),
      ...announced.writes,
      ...queue.enqueueStatements(announced.enqueue),
    ]);
  } catch (error) {
    const [still] = await sql.select({ id: searches.id }).from(searches).where(running);
    if (still) throw error;
    return;
  }
  queue.wake();
  deps.metrics
    .counter('service_searches_total', 'Searches by mode and how they ended.')
    .add({ mode: search.mode, status });
  deps.live.announceEnd(search.id);
}
