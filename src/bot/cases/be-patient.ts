import type { Clock } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { JobHandler } from '#jobs/queue.ts';
import { type Planned, planNothing } from './planned.ts';

const dayMs = 86_400_000;
/** A token is mended by people, who may be away for a weekend. */
const mendingMs = 7 * dayMs;

/**
 * A system that is down or busy, or a vendor that refuses the bot's token, is no fault of the job: it waits, longer the
 * longer that lasts, and does not count towards giving up. After a day, or a week for a token, it does.
 */
export function bePatient(
  handler: JobHandler,
  deps: {
    clock: Clock;
    log: Log;
    random(): number;
    /** What to commit with the wait when a vendor refuses the token: a word to the operator. */
    onRefusedToken?(error: RemoteError): Promise<Planned>;
  },
): JobHandler {
  const { clock, log, random } = deps;
  return {
    ...handler,
    async run(job, context) {
      try {
        return await handler.run(job, context);
      } catch (error) {
        if (!(error instanceof RemoteError) || context.signal.aborted) throw error;
        const { code } = error;
        const ageMs = clock.now() - job.enqueuedAtMs;
        const isPassing = code === 'retry_later' || code === 'unavailable' || code === 'unauthorized';
        if (!isPassing || ageMs > (code === 'unauthorized' ? mendingMs : dayMs)) throw error;
        const delayMs = error.retryAfterMs ?? Math.min(Math.max(ageMs / 3, 2_000), 30_000) * (0.8 + 0.4 * random());
        log.info('job waits for another system', { kind: job.kind, id: job.id, message: error.message, delayMs });
        const told = code === 'unauthorized' ? await deps.onRefusedToken?.(error) : undefined;
        return { status: 'later', runAtMs: clock.now() + delayMs, ...(told ?? planNothing()) };
      }
    },
  };
}
