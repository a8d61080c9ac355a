import { and, eq, sql as expression, type SQL } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { guard } from '#core/guard.ts';
import { atomic, type Sql, type Statement } from '#core/sql.ts';
import { type Job, type Json, storedJson } from './queue.ts';
import { jobs } from './schema.ts';
import { createTurns } from './turns.ts';

/** A job held by this process: `fence` proves it. */
export interface Lease {
  job: Job;
  fence: number;
  kills: number;
  suspected: number;
  isWatched: boolean;
}

/** The earliest job of a kind that may be claimed, now or later. */
export interface DueKind {
  kind: string;
  suspects: boolean;
  runAtMs: number;
  kills: number;
}

export interface Claim {
  kind: string;
  limit: number;
  leaseMs: number;
  /** Takes only jobs a process died with, and marks them as watched. */
  suspects: boolean;
}

/** What is written on a job's row when a run ends. */
export type RowEnd =
  | { state: 'done' }
  | { state: 'dead'; reason: string }
  | { state: 'waiting'; runAtMs: number; attempt: number; payload?: Json; error?: string };

export interface Leases {
  /** When the next job of each of these kinds is due, past or future; others may be among them. */
  due(kinds: readonly string[], kills: KillBounds): Promise<DueKind[]>;
  /** Takes due jobs, by turns and then oldest first; what two claimers ask for goes to one of them. */
  claim(claims: readonly Claim[], kills: KillBounds): Promise<Lease[]>;
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

/** Which jobs may be claimed by how often they killed a process: up to the first, or from the second on, to be given up. */
export interface KillBounds {
  upTo: number;
  from: number;
}

const mostCounted = 100_000;

/**
 * Everything that is read and written of a job's row after it was enqueued. `held`: ids of what this process runs, absent:
 * all that is in its name. A claim whose answer was lost stands in its name too, and nobody here knows of it.
 */
export function createLeases({
  sql,
  clock,
  holder,
  held,
}: {
  sql: Sql;
  clock: Clock;
  holder: string;
  held?: () => readonly string[];
}): Leases {
  const isWaiting = expression`state = 'waiting'`;
  const isOfAnother = expression`${jobs.state} = 'running' and ${jobs.holder} <> ${holder}`;
  const turns = createTurns();

  /** Running as the table has it, and not here. */
  function isElsewhere(): SQL {
    if (!held) return expression`state = 'running' and holder <> ${holder}`;
    const ids = JSON.stringify(held());
    return expression`state = 'running' and (holder <> ${holder} or id not in (select value from json_each(${ids})))`;
  }

  function isHeld(lease: Lease): SQL | undefined {
    return and(eq(jobs.id, lease.job.id), eq(jobs.fence, lease.fence), eq(jobs.state, 'running'));
  }

  function isAllowed({ upTo, from }: KillBounds): SQL {
    return expression`(${jobs.kills} <= ${upTo} or ${jobs.kills} >= ${from})`;
  }

  function claimStatement({ kind, limit, leaseMs, suspects }: Claim, kills: KillBounds) {
    const now = clock.now();
    const order = suspects ? expression`kills, suspected, run_at_ms, position` : expression`run_at_ms, position`;
    const isDue = expression`kind = ${kind} and run_at_ms <= ${now} and ${isAllowed(kills)}`;
    // One index range each for what waits and what somebody else has let lapse: a long queue is not read through.
    const candidatesAmong = (isFree: SQL) => expression`
      select * from (
        select id, kills, suspected, run_at_ms, rowid as position from jobs
        where ${isFree} and suspected ${suspects ? expression`> 0` : expression`= 0`} and ${isDue}
        order by ${order} limit ${limit}
      )`;
    const byAge = expression`
      select id from (${candidatesAmong(isWaiting)} union all ${candidatesAmong(isElsewhere())})
      order by ${order} limit ${limit}`;
    const candidates = !suspects && turns.isCrowded(kind) ? turns.candidates(kind, limit, isDue) : byAge;
    return sql
      .update(jobs)
      .set({
        // A lease that ran out is a worker that died, or as good as; one of our own was never begun.
        kills: expression`${jobs.kills} + (${isOfAnother})`,
        suspected: expression`${jobs.suspected} + (${isOfAnother})`,
        state: 'running',
        fence: expression`${jobs.fence} + 1`,
        holder,
        runAtMs: now + leaseMs,
        watched: suspects,
      })
      .where(expression`${jobs.id} in (${candidates})`)
      .returning({
        id: jobs.id,
        kind: jobs.kind,
        payload: jobs.payload,
        attempt: jobs.attempt,
        fairKey: jobs.fairKey,
        enqueuedAtMs: jobs.enqueuedAtMs,
        fence: jobs.fence,
        kills: jobs.kills,
        suspected: jobs.suspected,
        isWatched: jobs.watched,
      });
  }

  async function claimOnce(claims: readonly Claim[], kills: KillBounds): Promise<Lease[]> {
    const results = (await atomic(
      sql,
      claims.map((claim) => claimStatement(claim, kills)),
    )) as Awaited<ReturnType<typeof claimStatement>>[];
    for (const [index, { kind, limit, suspects }] of claims.entries()) {
      if (!suspects) turns.claimed(kind, limit, results[index] ?? []);
    }
    return results.flat().map(({ fence, kills, suspected, isWatched, payload, ...job }) => ({
      job: { ...job, payload: payload as Json },
      fence,
      kills,
      suspected,
      isWatched,
    }));
  }

  return {
    async due(kinds, bounds) {
      // One look into the index for each kind, in one term: D1 takes five terms in a compound query.
      const fresh = expression`
        select value, 0, (
          select min(run_at_ms) from jobs where ${isWaiting} and suspected = 0 and kind = value
        ) as run_at_ms, 0 from json_each(${JSON.stringify(kinds)})`;
      const grouped = [expression`${isWaiting} and suspected > 0`, isElsewhere()].map(
        (isFree) => expression`
          select kind, suspected > 0, min(run_at_ms), min(kills) from jobs
          where ${isFree} and ${isAllowed(bounds)} group by kind, suspected > 0`,
      );
      const rows = await sql.values<[string, number, number | null, number]>(
        expression.join([fresh, ...grouped], expression` union all `),
      );
      return rows.flatMap(([kind, suspects, runAtMs, kills]) =>
        runAtMs === null ? [] : { kind, suspects: suspects === 1, runAtMs, kills },
      );
    },

    async claim(claims, kills) {
      const byTurns = claims.filter(({ kind, suspects }) => !suspects && turns.isCrowded(kind));
      const claimed = await claimOnce(claims, kills);
      // The keys whose turn it was may have had nothing due: then by age, at once.
      const starved = byTurns.filter(({ kind }) => !claimed.some(({ job }) => job.kind === kind));
      return starved.length > 0 ? [...claimed, ...(await claimOnce(starved, kills))] : claimed;
    },

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
      const held = sql.select({ id: jobs.id }).from(jobs).where(isHeld(lease));
      try {
        await atomic(sql, [
          guard(sql, expression`exists ${held}`),
          sql.update(jobs).set(rowAfter(end, clock)).where(isHeld(lease)),
          ...statements,
        ]);
        return true;
      } catch (error) {
        if ((await held).length === 0) return false;
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
      const count = await sql.$count(jobs, isElsewhere());
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
        .where(isElsewhere());
      return count;
    },
  };
}

function rowAfter(end: RowEnd, clock: Clock) {
  // A run that ended by itself clears the job of the deaths it was there for.
  const cleared = { state: end.state, holder: null, suspected: 0, kills: 0, watched: false };
  if (end.state === 'done') return { ...cleared, endedAtMs: clock.now(), lastError: null };
  if (end.state === 'dead') return { ...cleared, endedAtMs: clock.now(), lastError: end.reason };
  return {
    ...cleared,
    runAtMs: end.runAtMs,
    attempt: end.attempt,
    lastError: end.error ?? null,
    ...(end.payload === undefined ? {} : { payload: storedJson(end.payload) }),
  };
}
