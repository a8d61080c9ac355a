import type { Sql } from '#core/sql.ts';
import type { JobHandler } from '#jobs/queue.ts';
import { pruneStatements } from '../store/prune.ts';
import type { CaseDeps } from './case-deps.ts';

const hourMs = 3_600_000;
/** Bytes stay for follow-ups, whose quotes are looked up in them; older ones are fetched again where they are needed. */
const keptMs = 24 * hourMs;

export const sweepLeftoversJob = { kind: 'sweep-leftovers', payload: {}, dedupKey: 'sweep-leftovers' };

/**
 * Once an hour: removes files from the spool that nobody used for a day and no open case needs, and rows nobody asks for
 * any more.
 */
export function createSweepLeftovers({
  sql,
  store,
  spool,
  clock,
  log,
}: Pick<CaseDeps, 'store' | 'spool' | 'clock' | 'log'> & { sql: Sql }): JobHandler {
  return {
    kind: sweepLeftoversJob.kind,
    async run() {
      const now = clock.now();
      const removed = await spool.sweep(now - keptMs, await store.contentsInUse());
      if (removed > 0) log.info('spool swept', { removed });
      return { status: 'later', runAtMs: now + hourMs, writes: pruneStatements(sql, now) };
    },
  };
}
