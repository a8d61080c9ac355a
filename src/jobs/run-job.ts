import type { Clock } from '#core/clock.ts';
import { type Log, redact } from '#core/log.ts';
import { backoff } from './backoff.ts';
import type { Lease } from './claims.ts';
import type { Leases } from './leases.ts';
import type { JobHandler, JobOutcome, Queue } from './queue.ts';

/** How a run was recorded: `lost` where another worker has the job by now, `released` where this one gave it back. */
export type RunResult = 'done' | 'later' | 'dead' | 'failed' | 'waiting' | 'lost' | 'released';

export interface RunJob {
  /** Runs the handler once and records what came of it. Throws only where the database cannot be written. */
  run(lease: Lease, handler: JobHandler, run: { signal: AbortSignal; isStopping(): boolean }): Promise<RunResult>;
  /** Gives a job up without running it. */
  bury(lease: Lease, handler: JobHandler, reason: string): Promise<RunResult>;
}

export function createRunJob(deps: {
  clock: Clock;
  log: Log;
  leases: Leases;
  queue: Queue;
  random?: () => number;
}): RunJob {
  const { clock, log, leases, queue } = deps;

  async function record(lease: Lease, handler: JobHandler, outcome: JobOutcome): Promise<RunResult> {
    if (outcome.status === 'dead') return await bury(lease, handler, outcome.reason, outcome);
    const isHeld = await leases.end(
      lease,
      outcome.status === 'done'
        ? { state: 'done' }
        : {
            state: 'waiting',
            runAtMs: outcome.runAtMs,
            attempt: lease.job.attempt,
            ...(outcome.payload === undefined ? {} : { payload: outcome.payload }),
          },
      statementsOf(lease, outcome),
    );
    return isHeld ? outcome.status : 'lost';
  }

  async function fail(lease: Lease, handler: JobHandler, error: unknown): Promise<RunResult> {
    const { attempt, kind, id } = lease.job;
    const reason = describe(error);
    const { delayMs, isFailure } = backoff(error, attempt, deps.random);
    const isSpent = isFailure && attempt >= (handler.maxAttempts ?? 20);
    if (isSpent && !handler.isStanding) return await bury(lease, handler, reason);
    log[isSpent ? 'error' : isFailure ? 'warn' : 'info']('job run failed', { kind, id, attempt, delayMs, reason });
    const isHeld = await leases.end(
      lease,
      { state: 'waiting', runAtMs: clock.now() + delayMs, attempt: isFailure ? attempt + 1 : attempt, error: reason },
      [],
    );
    if (!isHeld) return 'lost';
    return isFailure ? 'failed' : 'waiting';
  }

  async function bury(
    lease: Lease,
    handler: JobHandler,
    reason: string,
    outcome: Pick<JobOutcome, 'writes' | 'enqueue'> = {},
  ): Promise<RunResult> {
    const { attempt, kind, id } = lease.job;
    try {
      const last = (await handler.onDead?.(lease.job, reason)) ?? {};
      const statements = [...statementsOf(lease, outcome), ...statementsOf(lease, last)];
      const isHeld = await leases.end(lease, { state: 'dead', reason }, statements);
      if (isHeld) log.error('job given up', { kind, id, attempt, reason });
      return isHeld ? 'dead' : 'lost';
    } catch (error) {
      // Somebody waits to hear of this death, so the job stays until that has been written.
      log.error('job could not be given up', { kind, id, attempt, reason: describe(error) });
      const { delayMs } = backoff(error, attempt, deps.random);
      const isHeld = await leases.end(
        lease,
        { state: 'waiting', runAtMs: clock.now() + delayMs, attempt, error: reason },
        [],
      );
      return isHeld ? 'failed' : 'lost';
    }
  }

  function statementsOf({ job }: Lease, { writes = [], enqueue = [] }: Pick<JobOutcome, 'writes' | 'enqueue'>) {
    return [...writes, ...queue.enqueueStatements(enqueue.map((next) => ({ fairKey: job.fairKey, ...next })))];
  }

  return {
    async run(lease, handler, { signal, isStopping }) {
      let outcome: JobOutcome;
      try {
        outcome = await handler.run(lease.job, { signal });
      } catch (error) {
        if (isStopping()) {
          await leases.release(lease);
          return 'released';
        }
        return await fail(lease, handler, error);
      }
      try {
        return await record(lease, handler, outcome);
      } catch (error) {
        return await fail(lease, handler, error);
      }
    },
    bury: (lease, handler, reason) => bury(lease, handler, reason),
  };
}

function describe(error: unknown): string {
  return redact(error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);
}
