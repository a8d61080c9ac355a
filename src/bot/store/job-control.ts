import { and, count, eq, gt, gte, inArray, lt, lte } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { inList } from '#core/in-list.ts';
import type { Sql, Statement } from '#core/sql.ts';
import { jobs } from '#jobs/schema.ts';

/** How far a job is. */
export interface JobState {
  key: string;
  state: 'waiting' | 'running' | 'done' | 'dead';
  attempt: number;
  runAtMs: number;
  lastError: string | null;
}

/** A queue longer than this is told as that long. */
const mostAhead = 999;

export type JobControl = ReturnType<typeof createJobControl>;

/** Statements about jobs that wait, for the commit that gives them a reason to go on. */
export function createJobControl({ sql, clock }: { sql: Sql; clock: Clock }) {
  return {
    /** When a waiting job is due; undefined: it runs now, or there is none. */
    async dueMs(dedupKey: string): Promise<number | undefined> {
      const isIt = and(eq(jobs.dedupKey, dedupKey), inArray(jobs.state, ['waiting', 'dead']));
      const [row] = await sql.select({ runAtMs: jobs.runAtMs }).from(jobs).where(isIt).limit(1);
      return row?.runAtMs;
    },
    /** Those of some jobs that there are. */
    async states(dedupKeys: readonly string[]): Promise<JobState[]> {
      if (dedupKeys.length === 0) return [];
      const rows = await sql
        .select({
          dedupKey: jobs.dedupKey,
          state: jobs.state,
          attempt: jobs.attempt,
          runAtMs: jobs.runAtMs,
          lastError: jobs.lastError,
        })
        .from(jobs)
        .where(inList(jobs.dedupKey, dedupKeys))
        .limit(dedupKeys.length);
      return rows.map(({ dedupKey, ...row }) => ({ ...row, key: dedupKey ?? '' }));
    },
    /** What a job will be run with next, if it is still to run. */
    async payloadOf(dedupKey: string): Promise<unknown> {
      const [row] = await sql.select({ payload: jobs.payload }).from(jobs).where(eq(jobs.dedupKey, dedupKey)).limit(1);
      return row?.payload;
    },
    /**
     * How many jobs of its kind that are due came before it, itself included; undefined: it is not one that waits for its
     * first turn. What was begun and is tried again is under way.
     */
    async placeInQueue(dedupKey: string): Promise<number | undefined> {
      const isDue = and(eq(jobs.state, 'waiting'), eq(jobs.suspected, 0), lte(jobs.runAtMs, clock.now()));
      const [own] = await sql
        .select({ kind: jobs.kind, enqueuedAtMs: jobs.enqueuedAtMs })
        .from(jobs)
        .where(and(eq(jobs.dedupKey, dedupKey), isDue, eq(jobs.fence, 0)))
        .limit(1);
      if (!own) return undefined;
      const before = and(eq(jobs.kind, own.kind), isDue, lt(jobs.enqueuedAtMs, own.enqueuedAtMs));
      const some = sql.select({ id: jobs.id }).from(jobs).where(before).limit(mostAhead);
      const [row] = await sql.select({ amount: count() }).from(some.as('some'));
      return (row?.amount ?? 0) + 1;
    },
    /** Makes waiting jobs due now whose keys begin so; the prefix ends with a colon. */
    hastenAll: (prefix: string): Statement =>
      sql
        .update(jobs)
        .set({ runAtMs: clock.now() })
        .where(
          and(
            gte(jobs.dedupKey, prefix),
            lt(jobs.dedupKey, `${prefix.slice(0, -1)};`),
            eq(jobs.state, 'waiting'),
            gt(jobs.runAtMs, clock.now()),
          ),
        ),
    /** Makes waiting jobs due now; others are left alone. */
    hasten(dedupKeys: readonly string[]): Statement[] {
      const now = clock.now();
      if (dedupKeys.length === 0) return [];
      return [
        sql
          .update(jobs)
          .set({ runAtMs: now })
          .where(and(inList(jobs.dedupKey, dedupKeys), eq(jobs.state, 'waiting'), gt(jobs.runAtMs, now))),
      ];
    },
  };
}
