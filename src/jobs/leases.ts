import { and, eq, sql as expression, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Clock } from '#core/clock.ts';
import { guard } from '#core/guard.ts';
import { prepared } from '#core/prepared.ts';
import { atomic, type Sql, type Statement } from '#core/sql.ts';
import { type Claims, createClaims, type Holder, isElsewhere, type Lease } from './claims.ts';
import type { Json } from './queue.ts';
import { jobs } from './schema.ts';

/** What is written on a job's row when a run ends. */
export type RowEnd =
  | { state: 'done' }
  | { state: 'dead'; reason: string }
  | { state: 'waiting'; runAtMs: number; attempt: number; payload?: Json; error?: string };

export interface Leases extends Claims {
  /** Puts off the end of a lease. False: the lease is lost. */
  renew(lease: Lease, leaseMs: number): Promise<boolean>;
  /** The watched job lived through its window: another death is not its doing. */
  unwatch(lease: Lease): Promise<void>;
  /** Ends a run together with the statements, or does nothing. False: the lease was lost. Throws when a statement failed. */
  end(lease: Lease, end: RowEnd, statements: readonly Statement[]): Promise<boolean>;
  /** Gives a job back as if it had not been claimed. */
  release(lease: Lease): Promise<void>;
  /** How many jobs are in a state, up to a hundred thousand. */
  count(state: 'waiting' | 'running' | 'dead'): Promise<number>;
  /** Voids the leases of every other holder: for the start of the only process. Returns how many there were. */
  recover(): Promise<number>;
}

const mostCounted = 100_000;

const { placeholder } = expression;

/**
 * Everything that is read and written of a job's row after it was enqueued. A claim whose answer was lost stands in its
 * holder's name too, and nobody here knows of it.
 */
export function createLeases({ sql, clock, ...owner }: { sql: Sql; clock: Clock } & Holder): Leases {
  function isHeld(lease: Lease): SQL | undefined {
    return and(eq(jobs.id, lease.job.id), eq(jobs.fence, lease.fence), eq(jobs.state, 'running'));
  }

  const isHeldNow = expression`id = ${placeholder('id')} and fence = ${placeholder('fence')} and state = 'running'`;
  const holdsLease = prepared(guard(sql, expression`exists (select 1 from jobs where ${isHeldNow})`));
  const orAsItIs = (name: string, column: SQLiteColumn) => expression`coalesce(${placeholder(name)}, ${column})`;
  const endRun = prepared(
    sql
      .update(jobs)
      .set({
        state: expression`${placeholder('state')}`,
        runAtMs: orAsItIs('runAtMs', jobs.runAtMs),
        attempt: orAsItIs('attempt', jobs.attempt),
        payload: orAsItIs('payload', jobs.payload),
        endedAtMs: expression`${placeholder('endedAtMs')}`,
        lastError: expression`${placeholder('lastError')}`,
        holder: null,
        // A run that ended by itself clears the job of the deaths it was there for.
        suspected: 0,
        kills: 0,
        watched: false,
      })
      .where(isHeldNow)
      .prepare(),
  );

  return {
    ...createClaims({ sql, clock, ...owner }),

    async renew(lease, leaseMs) {
      const rows = await sql
        .update(jobs)
        .set({ runAtMs: clock.now() + leaseMs })
        .where(isHeld(lease))
        .returning({ id: jobs.id });
      return rows.length > 0;
    },

    async unwatch(lease) {
      await sql.update(jobs).set({ watched: false }).where(isHeld(lease));
    },

    async end(lease, end, statements) {
      const values = { id: lease.job.id, fence: lease.fence, ...rowAfter(end, clock) };
      try {
        await atomic(sql, [holdsLease(values), endRun(values), ...statements]);
        return true;
      } catch (error) {
        const held = await sql.select({ id: jobs.id }).from(jobs).where(isHeld(lease));
        if (held.length === 0) return false;
        throw error;
      }
    },

    async release(lease) {
      await sql
        .update(jobs)
        .set({ state: 'waiting', runAtMs: clock.now(), holder: null, watched: false })
        .where(isHeld(lease));
    },

    async count(state) {
      const some = sql.select({ id: jobs.id }).from(jobs).where(eq(jobs.state, state)).limit(mostCounted);
      const [row] = await sql.select({ count: expression<number>`count(*)` }).from(some.as('some'));
      return row?.count ?? 0;
    },

    async recover() {
      const count = await sql.$count(jobs, isElsewhere(owner));
      if (count === 0) return 0;
      await sql
        .update(jobs)
        .set({
          state: 'waiting',
          runAtMs: clock.now(),
          fence: expression`${jobs.fence} + 1`,
          holder: null,
          suspected: expression`${jobs.suspected} + 1`,
          kills: count === 1 ? expression`${jobs.kills} + 1` : expression`${jobs.kills} + ${jobs.watched}`,
          watched: false,
        })
        .where(isElsewhere(owner));
      return count;
    },
  };
}

/** What of the row stays as it is, is null here. */
function rowAfter(end: RowEnd, clock: Clock) {
  const { state } = end;
  const kept = { runAtMs: null, attempt: null, payload: null };
  if (end.state === 'done') return { ...kept, state, endedAtMs: clock.now(), lastError: null };
  if (end.state === 'dead') return { ...kept, state, endedAtMs: clock.now(), lastError: end.reason };
  const { runAtMs, attempt, payload, error = null } = end;
  const newPayload = payload === undefined ? null : JSON.stringify(payload);
  return { state, runAtMs, attempt, payload: newPayload, endedAtMs: null, lastError: error };
}
