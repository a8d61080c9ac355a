import { and, eq, gt, inArray } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import type { Sql, Statement } from '#core/sql.ts';
import { jobs } from '#jobs/schema.ts';

export type JobControl = ReturnType<typeof createJobControl>;

/** Statements about jobs that wait, for the commit that gives them a reason to go on. */
export function createJobControl({ sql, clock }: { sql: Sql; clock: Clock }) {
  return {
    /** Makes waiting jobs due now; others are left alone. */
    hasten(dedupKeys: readonly string[]): Statement[] {
      const now = clock.now();
      const statements: Statement[] = [];
      // D1 takes at most a hundred values in one statement.
      for (let at = 0; at < dedupKeys.length; at += 50) {
        const keys = dedupKeys.slice(at, at + 50);
        statements.push(
          sql
            .update(jobs)
            .set({ runAtMs: now })
            .where(and(inArray(jobs.dedupKey, keys), eq(jobs.state, 'waiting'), gt(jobs.runAtMs, now))),
        );
      }
      return statements;
    },
  };
}
