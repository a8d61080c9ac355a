import { and, eq, gt, inArray } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { inList } from '#core/in-list.ts';
import type { Sql, Statement } from '#core/sql.ts';
import { jobs } from '#jobs/schema.ts';

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
