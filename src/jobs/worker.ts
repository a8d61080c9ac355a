import type { Clock, Timers } from '#core/clock.ts';
import { UsageError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { Metrics } from '#core/metrics.ts';
import type { Sql } from '#core/sql.ts';
import { type WithinWork, withoutNote } from '#core/work.ts';
import type { Claim, DueKind, KillBounds, Lease } from './claims.ts';
import type { ClockWatch } from './clock-watch.ts';
import { allowedKills, killLimit, watchMs } from './kills.ts';
import { createLeases } from './leases.ts';
import type { JobHandler, WakingQueue } from './queue.ts';
import { createRunJob } from './run-job.ts';

export interface WorkerDeps {
  sql: Sql;
  clock: Clock;
  timers: Timers;
  log: Log;
  metrics: Metrics;
  queue: WakingQueue;
  handlers: readonly JobHandler[];
  /** Names this process; no other process, earlier or later, has the same. */
  holder: string;
  /** Names the worker in metrics: `bot`, `service`. */
  name: string;
  /** False where other processes work on the same table: then a lease of theirs ends by time alone. */
  isOnlyProcess?: boolean;
  /** The longest the worker goes without a look at the table. */
  sweepMs?: number;
  random?: () => number;
  /** Absent: the clock is never set. */
  clockWatch?: ClockWatch;
  withinWork?: WithinWork;
  /** Waited for before jobs are taken, while the worker runs by itself: what is more urgent goes first. */
  giveWay?(): Promise<void>;
}

export interface Worker {
  /** Voids the leases of earlier processes and begins. Resolves once the first jobs are claimed. */
  start(): Promise<void>;
  /** Takes no more jobs, aborts those that run, waits for them, and gives back what did not end in time. */
  stop(graceMs?: number): Promise<void>;
  /**
   * Runs everything that is due, and what comes due by that, without waiting for time to pass; takes no more once
   * `mayGoOn` says no. Tells when the next job is due, infinity without one.
   */
  drain(mayGoOn?: () => boolean): Promise<number>;
}

interface Run {
  lease: Lease;
  handler: JobHandler;
  leaseMs: number;
  abort: AbortController;
  ended: Promise<void>;
}

/**
 * Runs jobs: each kind up to its concurrency, so that none waits for another. A run is at-least-once; what it writes
 * through its outcome is exactly-once, because it commits only while the lease is held.
 */
export function createWorker(deps: WorkerDeps): Worker {
  const { clock, timers, log, queue, sweepMs = 5_000, isOnlyProcess = true, withinWork = withoutNote } = deps;
  const running = new Map<string, Run>();
  const leases = createLeases({ ...deps, held: () => [...running.keys()] });
  const runJob = createRunJob({ ...deps, leases });
  const handlers = indexHandlers(deps.handlers);
  const runsTotal = deps.metrics.counter('job_runs_total', 'Runs of jobs by result.');
  for (const state of ['waiting', 'running', 'dead'] as const) {
    deps.metrics.gauge(`${deps.name}_jobs_${state}`, `Jobs that are ${state} now.`, () => leases.count(state));
  }
  deps.metrics.gauge(`${deps.name}_oldest_due_job_seconds`, 'How long the oldest due job has waited.', async () => {
    const due = await leases.due({ upTo: killLimit, from: killLimit });
    const earliestMs = Math.min(
      clock.now(),
      ...due.filter(({ kind }) => handlers.has(kind)).map(({ runAtMs }) => runAtMs),
    );
    return (clock.now() - earliestMs) / 1000;
  });
  let bornAtMs = clock.now();
  let unsettled: Lease[] = [];
  let watched: Lease | undefined;
  let isStarted = false;
  let isStopping = false;
  let isPolling = false;
  let isWoken = false;
  let claiming: Promise<number> = Promise.resolve(0);
  let nextDueMs = Number.POSITIVE_INFINITY;
  let cancelTimer = () => {};
  let stopListening = () => {};

  function killBounds(): KillBounds {
    return { upTo: isOnlyProcess ? allowedKills(clock.now() - bornAtMs) : killLimit, from: killLimit };
  }

  /** Claims what is due and there is room for, and starts it. One round at a time, or two would share the same room. */
  function claimDue(): Promise<number> {
    claiming = claiming.then(claimRound, claimRound);
    return claiming;
  }

  async function claimRound(): Promise<number> {
    if (isStopping) return 0;
    await releaseUnsettled();
    bornAtMs += (await deps.clockWatch?.look()) ?? 0;
    const bounds = killBounds();
    const due = (await leases.due(bounds)).filter(({ kind }) => handlers.has(kind));
    const now = clock.now();
    nextDueMs = Math.min(...due.filter(({ runAtMs }) => runAtMs > now).map(({ runAtMs }) => runAtMs));
    const claims = planClaims(due.filter(({ runAtMs }) => runAtMs <= now));
    if (claims.length === 0) return 0;
    const claimed = await leases.claim(claims, bounds);
    for (const lease of claimed) start(lease);
    return claimed.length;
  }

  function planClaims(ready: readonly DueKind[]): Claim[] {
    const claims: Claim[] = [];
    let isWatching = watched !== undefined;
    const room = new Map<string, number>();
    const suspectsFirst = ready.toSorted((a, b) => Number(b.suspects) - Number(a.suspects) || a.kills - b.kills);
    for (const { kind, suspects } of suspectsFirst) {
      const handler = handlers.get(kind)!;
      if (suspects && isWatching) continue;
      const free = room.get(kind) ?? concurrencyOf(handler) - countRunning(kind);
      const limit = suspects ? Math.min(free, 1) : free;
      if (limit <= 0) continue;
      if (suspects) isWatching = true;
      room.set(kind, free - limit);
      claims.push({ kind, limit, leaseMs: leaseMsOf(handler), suspects });
    }
    return claims;
  }

  function start(lease: Lease): void {
    const handler = handlers.get(lease.job.kind)!;
    const run: Run = {
      lease,
      handler,
      leaseMs: leaseMsOf(handler),
      abort: new AbortController(),
      ended: Promise.resolve(),
    };
    running.set(lease.job.id, run);
    const { kind, id } = lease.job;
    run.ended = withinWork({ queue: deps.name, job: kind, id }, () => carryOut(run));
  }

  async function carryOut(run: Run): Promise<void> {
    const { lease, handler } = run;
    const { kind, id } = lease.job;
    const cancelRenewal = keepRenewing(run);
    const cancelWatch = lease.isWatched ? watch(lease) : () => {};
    try {
      const outcome =
        lease.kills >= killLimit
          ? await runJob.bury(lease, handler, `the process died ${lease.kills} times while this job ran alone`)
          : await runJob.run(lease, handler, { signal: run.abort.signal, isStopping: () => isStopping });
      if (outcome === 'lost') log.warn('job lease lost', { kind, id });
      runsTotal.add({ queue: deps.name, kind, outcome });
    } catch (error) {
      log.error('job outcome not recorded', { kind, id, error });
      unsettled.push(lease);
    } finally {
      cancelRenewal();
      cancelWatch();
      if (watched === lease) watched = undefined;
      if (running.get(id) === run) running.delete(id);
      if (isStarted) poll();
    }
  }

  function keepRenewing(run: Run): () => void {
    let cancel = () => {};
    const next = () => {
      cancel = timers.after(run.leaseMs / 3, async () => {
        const isHeld = await leases.renew(run.lease, run.leaseMs).catch((error: unknown) => {
          log.warn('job lease not renewed', { kind: run.lease.job.kind, id: run.lease.job.id, error });
          return true;
        });
        if (running.get(run.lease.job.id) !== run) return;
        if (isHeld) next();
        else run.abort.abort(new Error('the lease of this job was lost'));
      });
    };
    next();
    return () => cancel();
  }

  function watch(lease: Lease): () => void {
    watched = lease;
    return timers.after(watchMs(lease.suspected), async () => {
      await leases.unwatch(lease).catch((error: unknown) => log.warn('job not unwatched', { error }));
      if (watched === lease) watched = undefined;
      if (isStarted) poll();
    });
  }

  async function releaseUnsettled(): Promise<void> {
    const leftover = unsettled;
    unsettled = [];
    for (const [index, lease] of leftover.entries()) {
      await leases.release(lease).catch((error: unknown) => {
        unsettled.push(...leftover.slice(index));
        throw error;
      });
    }
  }

  async function poll(): Promise<void> {
    isWoken = true;
    if (isPolling) return;
    isPolling = true;
    cancelTimer();
    try {
      while (isWoken && !isStopping) {
        isWoken = false;
        await deps.giveWay?.();
        if ((await claimDue()) > 0) isWoken = true;
      }
    } catch (error) {
      log.error('jobs not claimed', { error });
      nextDueMs = Number.POSITIVE_INFINITY;
    }
    isPolling = false;
    if (isStopping) return;
    // A little late on purpose: a timer that fires early finds nothing due.
    const waitMs = Math.max(1, Math.min(sweepMs, nextDueMs - clock.now() + 2));
    cancelTimer = timers.after(waitMs, poll);
  }

  function countRunning(kind: string): number {
    return [...running.values()].filter(({ lease }) => lease.job.kind === kind).length;
  }

  return {
    async start() {
      const orphans = isOnlyProcess ? await leases.recover() : 0;
      if (orphans > 0) log.info('jobs of an earlier process taken over', { queue: deps.name, count: orphans });
      isStarted = true;
      stopListening = queue.onWake(poll);
      await poll();
    },
    async stop(graceMs = 10_000) {
      isStopping = true;
      stopListening();
      cancelTimer();
      await claiming.catch(() => {});
      for (const run of running.values()) run.abort.abort(new Error('the process is stopping'));
      let cancelGrace = () => {};
      const grace = new Promise<void>((resolve) => {
        cancelGrace = timers.after(graceMs, resolve);
      });
      await Promise.race([Promise.all([...running.values()].map((run) => run.ended)), grace]);
      cancelGrace();
      for (const { lease } of running.values()) await leases.release(lease);
    },
    async drain(mayGoOn = () => true) {
      while ((mayGoOn() && (await claimDue()) > 0) || running.size > 0) {
        if (running.size > 0) await Promise.race([...running.values()].map((run) => run.ended));
      }
      return mayGoOn() ? nextDueMs : clock.now();
    },
  };
}

function indexHandlers(handlers: readonly JobHandler[]): Map<string, JobHandler> {
  const index = new Map(handlers.map((handler) => [handler.kind, handler]));
  if (index.size < handlers.length) throw new UsageError('Two job handlers have the same kind');
  return index;
}

function concurrencyOf(handler: JobHandler): number {
  return handler.concurrency ?? 4;
}

function leaseMsOf(handler: JobHandler): number {
  return handler.leaseMs ?? 30_000;
}
