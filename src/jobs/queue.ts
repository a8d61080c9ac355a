import { and, eq, sql as expression, gt, inArray, type SQL } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import { oncePer } from '#core/once-per.ts';
import { prepared } from '#core/prepared.ts';
import { atomic, type Sql, type Statement } from '#core/sql.ts';
import { jobs } from './schema.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface NewJob {
  /** Names the handler. */
  kind: string;
  payload: Json;
  /** A job with a key that was ever enqueued before, finished or not, is not enqueued again. */
  dedupKey?: string;
  /**
   * Whom the work is for: where more is due than there is room for, jobs of different keys take turns. What a run enqueues
   * is for the same unless it says otherwise.
   */
  fairKey?: string;
  /** Milliseconds since the epoch; absent: now. */
  runAtMs?: number;
}

export interface Job<P extends Json = Json> {
  id: string;
  kind: string;
  payload: P;
  fairKey: string;
  /** 1 for the first run. Counts failures only: `later` and a kill of the whole process do not add to it. */
  attempt: number;
  enqueuedAtMs: number;
}

/**
 * What a run came to. `writes` and `enqueue` commit together with the end of the run, or not at all
 * when the lease was lost in between. Throwing means: try again with backoff, up to the poison limit.
 */
export type JobOutcome =
  | { status: 'done'; writes?: readonly Statement[]; enqueue?: readonly NewJob[] }
  /** Not yet: waiting for something is no failure. `payload` replaces the job's own. */
  | { status: 'later'; runAtMs: number; payload?: Json; writes?: readonly Statement[]; enqueue?: readonly NewJob[] }
  /** Give up now; the dead-job handler hears of it. */
  | { status: 'dead'; reason: string; writes?: readonly Statement[]; enqueue?: readonly NewJob[] };

export interface JobContext {
  /** Aborted on shutdown and when the lease is lost. */
  signal: AbortSignal;
}

export interface JobHandler<P extends Json = Json> {
  kind: string;
  /** How long a run may take before another worker may take the job; renewed while the run goes on. */
  leaseMs?: number;
  /** How many runs of this kind go on at once in this process. */
  concurrency?: number;
  /** After how many failed runs the job is given up. */
  maxAttempts?: number;
  /** Goes on for ever: it is tried again however often it failed, and revived at the next start. */
  isStanding?: boolean;
  run(job: Job<P>, context: JobContext): Promise<JobOutcome>;
  /** Called once when the job is given up: its writes commit with the job's death. */
  onDead?(job: Job<P>, reason: string): Promise<{ writes?: readonly Statement[]; enqueue?: readonly NewJob[] }>;
}

export interface Queue {
  /**
   * Statements that enqueue, for an atomic list with the caller's own writes; given a condition, where it holds by then.
   * A condition is one object for all its uses, with values for its placeholders. Call `wake` after the commit.
   */
  enqueueStatements(jobs: readonly NewJob[], condition?: SQL, values?: Record<string, unknown>): Statement[];
  enqueue(jobs: readonly NewJob[]): Promise<void>;
  /** For jobs that go on for ever, at each start: those that were given up begin anew. */
  keepGoing(jobs: readonly NewJob[]): Promise<void>;
  /** Runs a waiting job now: a nudge from a webhook. No effect on a running or finished one. */
  hasten(dedupKey: string): Promise<void>;
  /** The same as a statement, for an atomic list with the caller's own writes. Call `wake` after the commit. */
  hastenStatement(dedupKey: string): Statement;
  wake(): void;
}

/** What a worker in the same process listens to. */
export interface WakingQueue extends Queue {
  /** Calls the listener at each `wake`; the function returned ends that. */
  onWake(listener: () => void): () => void;
}

const always = expression`true`;

export function createQueue({ sql, clock }: { sql: Sql; clock: Clock }): WakingQueue {
  const listeners = new Set<() => void>();

  const insertWhere = oncePer((condition: SQL) =>
    prepared(
      sql.run(expression`
        insert into jobs (id, kind, payload, dedup_key, fair_key, state, run_at_ms, fence, attempt, enqueued_at_ms)
        select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, 'waiting', value ->> 5, 0, 1, value ->> 6
        from json_each(${expression.placeholder('rows')}) where ${condition}
        on conflict (dedup_key) do nothing`),
    ),
  );

  /** One statement for any number of jobs. */
  function enqueueStatements(newJobs: readonly NewJob[], condition = always, values = {}): Statement[] {
    if (newJobs.length === 0) return [];
    const now = clock.now();
    const rows = newJobs.map(({ kind, payload, dedupKey, fairKey, runAtMs }) => [
      newId(clock),
      kind,
      JSON.stringify(payload),
      dedupKey ?? null,
      fairKey ?? '',
      runAtMs ?? now,
      now,
    ]);
    return [insertWhere(condition)({ ...values, rows: JSON.stringify(rows) })];
  }

  function hastenStatement(dedupKey: string) {
    const now = clock.now();
    return sql
      .update(jobs)
      .set({ runAtMs: now })
      .where(and(eq(jobs.dedupKey, dedupKey), eq(jobs.state, 'waiting'), gt(jobs.runAtMs, now)));
  }

  function wake(): void {
    for (const listener of listeners) listener();
  }

  return {
    enqueueStatements,
    async enqueue(newJobs) {
      await atomic(sql, enqueueStatements(newJobs));
      wake();
    },
    async keepGoing(standing) {
      const anew = {
        state: 'waiting',
        runAtMs: clock.now(),
        attempt: 1,
        kills: 0,
        suspected: 0,
        endedAtMs: null,
      } as const;
      await atomic(sql, [
        ...enqueueStatements(standing),
        ...standing.map(({ dedupKey = '', payload }) =>
          sql
            .update(jobs)
            .set({ ...anew, payload: storedJson(payload) })
            .where(and(eq(jobs.dedupKey, dedupKey), inArray(jobs.state, ['done', 'dead']))),
        ),
      ]);
      wake();
    },
    async hasten(dedupKey) {
      await hastenStatement(dedupKey);
      wake();
    },
    hastenStatement,
    wake,
    onWake(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A JSON null is a text of its own in the table; drizzle would store it as the absence of a value. */
export function storedJson(payload: Json): Exclude<Json, null> | ReturnType<typeof expression> {
  return payload ?? expression`'null'`;
}
