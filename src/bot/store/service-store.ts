import { asc, eq, gt } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { inList } from '#core/in-list.ts';
import type { Sql, Statement } from '#core/sql.ts';
import { parkedJobs, serviceKeys } from './cases.ts';

export type ServiceStore = ReturnType<typeof createServiceStore>;

/** Which keys the service refused, and which jobs wait for that to change. */
export function createServiceStore({ sql, clock }: { sql: Sql; clock: Clock }) {
  return {
    async findKey(fingerprint: string) {
      const [row] = await sql.select().from(serviceKeys).where(eq(serviceKeys.fingerprint, fingerprint)).limit(1);
      return row;
    },
    /** Since when work waits, whichever keys were refused meanwhile; undefined: it does not. */
    async refusedSinceMs(): Promise<number | undefined> {
      const rows = await sql
        .select({ sinceMs: serviceKeys.refusedSinceMs })
        .from(serviceKeys)
        .where(gt(serviceKeys.refusedSinceMs, 0))
        .orderBy(asc(serviceKeys.refusedSinceMs))
        .limit(1);
      return rows[0]?.sinceMs ?? undefined;
    },
    see: (fingerprint: string): Statement =>
      sql.insert(serviceKeys).values({ fingerprint, firstSeenMs: clock.now() }).onConflictDoNothing(),
    refuse: (fingerprint: string, status: number, sinceMs: number): Statement =>
      sql
        .insert(serviceKeys)
        .values({ fingerprint, firstSeenMs: sinceMs, refusedWith: status, refusedSinceMs: sinceMs })
        .onConflictDoUpdate({
          target: serviceKeys.fingerprint,
          set: { refusedWith: status, refusedSinceMs: sinceMs },
        }),
    /** One service, one key at a time: when it is taken, nothing is refused any more. */
    accept: (): Statement =>
      sql.update(serviceKeys).set({ refusedWith: null, refusedSinceMs: null }).where(gt(serviceKeys.refusedSinceMs, 0)),
    warn: (fingerprint: string, days: number): Statement =>
      sql.update(serviceKeys).set({ warnedAtDays: days }).where(eq(serviceKeys.fingerprint, fingerprint)),

    park: (dedupKey: string): Statement =>
      sql.insert(parkedJobs).values({ dedupKey, parkedAtMs: clock.now() }).onConflictDoNothing(),
    /** Some of them; ask again once these are unparked. */
    async parked(limit: number): Promise<string[]> {
      const rows = await sql.select({ dedupKey: parkedJobs.dedupKey }).from(parkedJobs).limit(limit);
      return rows.map(({ dedupKey }) => dedupKey);
    },
    unpark: (dedupKeys: readonly string[]): Statement =>
      sql.delete(parkedJobs).where(inList(parkedJobs.dedupKey, dedupKeys)),
  };
}
