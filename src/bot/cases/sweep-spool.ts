import type { JobHandler } from '#jobs/queue.ts';
import type { CaseDeps } from './case-deps.ts';

const hourMs = 3_600_000;
/** Bytes stay for follow-ups, whose quotes are looked up in them. */
const keptMs = 24 * hourMs;

export const sweepSpoolJob = { kind: 'sweep-spool', payload: {}, dedupKey: 'sweep-spool' };

/** Removes files from the spool that nobody used for a day. */
export function createSweepSpool({
  spool,
  clock,
  log,
  settings,
}: Pick<CaseDeps, 'spool' | 'clock' | 'log' | 'settings'>): JobHandler {
  return {
    kind: sweepSpoolJob.kind,
    async run() {
      const unusedSinceMs = clock.now() - Math.max(keptMs, settings.fileDeadlineMs * 2);
      const removed = await spool.sweep(unusedSinceMs);
      if (removed > 0) log.info('spool swept', { removed });
      return { status: 'later', runAtMs: clock.now() + hourMs };
    },
  };
}
