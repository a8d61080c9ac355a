import { and, eq, gt, inArray } from 'drizzle-orm';
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
