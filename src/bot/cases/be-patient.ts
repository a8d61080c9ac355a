import type { Clock } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { Job, JobHandler } from '#jobs/queue.ts';
import { type Planned, planNothing } from './planned.ts';

const dayMs = 86_400_000;
/** What people mend, who may be away for a weekend. */
const mendingMs = 7 * dayMs;
/** Thousands may wait for the same: it is told from time to time, not of each. */
const retoldMs = 10_000;
/** Longer the longer it lasts. */
const backOffMs = (ageMs: number, longestMs: number) => Math.min(Math.max(ageMs / 3, 2_000), longestMs);

/** When to look again whether people have mended it; undefined: they did not for a week. */
export function nextLookMs(job: Pick<Job, 'enqueuedAtMs'>, nowMs: number): number | undefined {
  const ageMs = nowMs - job.enqueuedAtMs;
  return ageMs > mendingMs ? undefined : nowMs + backOffMs(ageMs, 5 * 60_000);
}

/**
 * A system that is down or busy, or a refusal that people can mend, is no fault of the job: it waits, longer the longer
 * that lasts, and does not count towards giving up. After a day, or a week for what people mend, it does.
 */
export function bePatient(
  handler: JobHandler,
  deps: {
    clock: Clock;
    log: Log;
    random(): number;
    /** What to commit with the wait when people have something to mend: a word to the operator. */
    onRefused?(error: RemoteError): Promise<Planned>;
  },
): JobHandler {
  const { clock, log, random } = deps;
  let told = { message: '', atMs: Number.NEGATIVE_INFINITY };

  function isNews(message: string): boolean {
    if (message === told.message && Math.abs(clock.now() - told.atMs) < retoldMs) return false;
    told = { message, atMs: clock.now() };
    return true;
  }

  return {
    ...handler,
    async run(job, context) {
      try {
        return await handler.run(job, context);
      } catch (error) {
        if (!(error instanceof RemoteError) || context.signal.aborted) throw error;
        const { code, needsPeople } = error;
        const ageMs = clock.now() - job.enqueuedAtMs;
        const isPassing = code === 'retry_later' || code === 'unavailable' || needsPeople;
        if (!isPassing || ageMs > (needsPeople ? mendingMs : dayMs)) throw error;
        const delayMs = error.retryAfterMs ?? backOffMs(ageMs, 30_000) * (0.8 + 0.4 * random());
        if (isNews(error.message)) {
          log.info('jobs wait for another system', { kind: job.kind, id: job.id, message: error.message, delayMs });
        }
        const told = needsPeople ? await deps.onRefused?.(error) : undefined;
        return { status: 'later', runAtMs: clock.now() + delayMs, ...(told ?? planNothing()) };
      }
    },
  };
}
