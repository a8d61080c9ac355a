import type { Clock } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { JobHandler } from '#jobs/queue.ts';

const dayMs = 86_400_000;
/** A vendor's token may be mended as well as its servers; the service's own refusals never come here. */
const _passing = new Set(['retry_later', 'unavailable', 'unauthorized']);

/**
 * A system that is down or busy is no fault of the job: it waits, longer the longer it lasts, and does not count
 * towards giving up. After a day it does.
 */
export function bePatient(
  handler: JobHandler,
  { clock, log, random }: { clock: Clock; log: Log; random(): number },
): JobHandler {
  return {
    ...handler,
    async run(job, context) {
      try {
        return await handler.run(job, context);
      } catch (error) {
        const isPassing =
          error instanceof RemoteError && (error.code === 'retry_later' || error.code === 'unavailable');
        const ageMs = clock.now() - job.enqueuedAtMs;
        if (!isPassing || context.signal.aborted || ageMs > dayMs) throw error;
        const delayMs = error.retryAfterMs ?? Math.min(Math.max(ageMs / 3, 2_000), 30_000) * (0.8 + 0.4 * random());
        log.info('job waits for another system', { kind: job.kind, id: job.id, message: error.message, delayMs });
        return { status: 'later', runAtMs: clock.now() + delayMs };
      }
    },
  };
}
