import { silentLog } from '#core/log.ts';
import { createMetrics } from '#core/metrics.ts';
import type { Sql } from '#core/sql.ts';
import { createQueue, type JobHandler } from '#jobs/queue.ts';
import { createWorker, type WorkerDeps } from '#jobs/worker.ts';
import type { TestClock } from './test-clock.ts';

/** What one process of the program brings to its jobs, on a clock that tests move and chance that always says 0. */
export function createTestProcess({ sql, clock, holder = 'one' }: { sql: Sql; clock: TestClock; holder?: string }) {
  const timers = clock.ofProcess();
  const parts = { sql, clock, timers, log: silentLog, metrics: createMetrics(), queue: createQueue({ sql, clock }) };
  return {
    ...parts,
    createWorker: (handlers: readonly JobHandler[], more: Pick<WorkerDeps, 'giveWay'> = {}) =>
      createWorker({ ...parts, ...more, handlers, holder, name: 'test', random: () => 0 }),
    /** Ends the process without a word: none of its timers fires any more. */
    kill: timers.kill,
  };
}
