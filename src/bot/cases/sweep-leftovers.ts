import type { Sql } from '#core/sql.ts';
import type { JobHandler } from '#jobs/queue.ts';
import { prune } from '../store/prune.ts';
import type { CaseDeps } from './case-deps.ts';
import { newJob } from './case-jobs.ts';

const hourMs = 3_600_000;
/** Between two small batches, so that a long clean-up leaves room for the work. */
const breathMs = 500;
/** Bytes stay for follow-ups, whose quotes are looked up in them; older ones are fetched again where they are needed. */
const keptMs = 24 * hourMs;

export const sweepLeftoversJob = { kind: 'sweep-leftovers', payload: {}, dedupKey: 'sweep-leftovers' };

/**
 * Once an hour: removes files from the spool that nobody used for a day and no open case needs, and rows past their time,
 * a small batch at once.
 */
export function createSweepLeftovers({
  sql,
  store,
  spool,
  clock,
  log,
  settings,
}: Pick<CaseDeps, 'store' | 'spool' | 'clock' | 'log' | 'settings'> & { sql: Sql }): JobHandler {
  return {
    kind: sweepLeftoversJob.kind,
    isStanding: true,
    async run(job) {
      const now = clock.now();
      const { isGoingOn = false } = job.payload as { isGoingOn?: boolean };
      if (!isGoingOn) {
        const removed = await spool.sweep(now - keptMs, store.isContentInUse);
        if (removed > 0) log.info('spool swept', { removed });
      }
      const { isMore, contents } = await prune(sql, now - settings.retentionMs, now - settings.memoryMs);
      return {
        status: 'later',
        runAtMs: now + (isMore ? breathMs : hourMs),
        payload: { isGoingOn: isMore },
        enqueue: contents.map(({ sha256, caseId }) => newJob('forget-content', { sha256, round: caseId })),
      };
    },
  };
}
