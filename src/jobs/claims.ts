import { sql as expression, type GetColumnData, type SQL } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { prepared } from '#core/prepared.ts';
import { atomic, type Sql } from '#core/sql.ts';
import type { Job, Json } from './queue.ts';
import { jobs } from './schema.ts';
import { createTurns, given } from './turns.ts';

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

/** Which jobs may be claimed by how often they killed a process: up to the first, or from the second on, to be given up. */
export interface KillBounds {
  upTo: number;
  from: number;
}

export interface Claims {
  /** When the next job of each kind is due, past or future. */
  due(kills: KillBounds): Promise<DueKind[]>;
  /** Takes due jobs, by turns and then oldest first; what two claimers ask for goes to one of them. */
  claim(claims: readonly Claim[], kills: KillBounds): Promise<Lease[]>;
}

const { placeholder } = expression;

const claimedColumns = {
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
};

type ClaimedRow = { [Name in keyof typeof claimedColumns]: GetColumnData<(typeof claimedColumns)[Name]> };

const isWaiting = expression`state = 'waiting'`;

/** Whoever claims, and the ids of what it runs; absent: all that is in its name. */
export interface Holder {
  holder: string;
  held?: () => readonly string[];
}

/** Running as the table has it, and not here. `ids`: of what runs here, as JSON. */
export function isElsewhere({ holder, held }: Holder, ids: unknown = idsOf(held)): SQL {
  if (!held) return expression`state = 'running' and holder <> ${holder}`;
  return expression`state = 'running' and (holder <> ${holder} or id not in (select value from json_each(${ids})))`;
}

function idsOf(held: Holder['held']): string {
  return JSON.stringify(held?.() ?? []);
}

/** How due jobs are found and taken. */
export function createClaims({ sql, clock, ...owner }: { sql: Sql; clock: Clock } & Holder): Claims {
  const { holder, held } = owner;
  const isOfAnother = expression`${jobs.state} = 'running' and ${jobs.holder} <> ${holder}`;
  const turns = createTurns();

  const isDue = expression`
    kind = ${given.kind} and run_at_ms <= ${placeholder('now')}
    and ${isAllowed({ upTo: placeholder('upTo'), from: placeholder('from') })}`;
  const claimStatements = {
    turns: claimStatement(turns.candidates(isDue)),
    age: claimStatement(candidatesByAge(expression`suspected = 0`, expression`run_at_ms, position`)),
    suspects: claimStatement(
      candidatesByAge(expression`suspected > 0`, expression`kills, suspected, run_at_ms, position`),
      true,
    ),
  };

  function candidatesByAge(isSuspected: SQL, order: SQL): SQL {
    // One index range each for what waits and what somebody else has let lapse: a long queue is not read through.
    const candidatesAmong = (isFree: SQL) => expression`
      select * from (
        select id, kills, suspected, run_at_ms, rowid as position from jobs
        where ${isFree} and ${isSuspected} and ${isDue} order by ${order} limit ${given.limit}
      )`;
    return expression`
      select id from (
        ${candidatesAmong(isWaiting)} union all ${candidatesAmong(isElsewhere(owner, placeholder('held')))}
      ) order by ${order} limit ${given.limit}`;
  }

  function claimStatement(candidates: SQL, watched = false) {
    return prepared(
      sql
        .update(jobs)
        .set({
          // A lease that ran out is a worker that died, or as good as; one of our own was never begun.
          kills: expression`${jobs.kills} + (${isOfAnother})`,
          suspected: expression`${jobs.suspected} + (${isOfAnother})`,
          state: 'running',
          fence: expression`${jobs.fence} + 1`,
          holder,
          runAtMs: expression`${placeholder('untilMs')}`,
          watched,
        })
        .where(expression`${jobs.id} in (${candidates})`)
        .returning(claimedColumns)
        .prepare(),
    );
  }

  async function claimOnce(claims: readonly Claim[], bounds: KillBounds): Promise<Lease[]> {
    const now = clock.now();
    const statements = claims.map(({ kind, limit, leaseMs, suspects }) => {
      const order = suspects ? 'suspects' : turns.isCrowded(kind) ? 'turns' : 'age';
      return claimStatements[order]({
        ...{ kind, limit, now, untilMs: now + leaseMs, ...bounds, held: idsOf(held) },
        ...turns.values(kind, limit),
      });
    });
    const results = (await atomic(sql, statements)) as ClaimedRow[][];
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
    async due(bounds) {
      const waiting = expression`${isWaiting} and suspected = 0`;
      // From kind to kind by the index: a look for each that has jobs, however many they are.
      const kinds = expression`
        with recursive kinds(kind) as (
          select min(kind) from jobs where ${waiting}
          union all
          select (select min(kind) from jobs where ${waiting} and kind > kinds.kind) from kinds where kind is not null
        )`;
      const fresh = expression`
        select kind, 0, (select min(run_at_ms) from jobs where ${waiting} and kind = kinds.kind), 0
        from kinds where kind is not null`;
      const grouped = [expression`${isWaiting} and suspected > 0`, isElsewhere(owner)].map(
        (isFree) => expression`
          select kind, suspected > 0, min(run_at_ms), min(kills) from jobs
          where ${isFree} and ${isAllowed(bounds)} group by kind, suspected > 0`,
      );
      const rows = await sql.values<[string, number, number, number]>(
        expression`${kinds} ${expression.join([fresh, ...grouped], expression` union all `)}`,
      );
      return rows.map(([kind, suspects, runAtMs, kills]) => ({ kind, suspects: suspects === 1, runAtMs, kills }));
    },

    async claim(claims, kills) {
      const byTurns = claims.filter(({ kind, suspects }) => !suspects && turns.isCrowded(kind));
      const claimed = await claimOnce(claims, kills);
      // The keys whose turn it was may have had nothing due: then by age, at once.
      const starved = byTurns.filter(({ kind }) => !claimed.some(({ job }) => job.kind === kind));
      return starved.length > 0 ? [...claimed, ...(await claimOnce(starved, kills))] : claimed;
    },
  };
}

function isAllowed({ upTo, from }: Record<keyof KillBounds, unknown>): SQL {
  return expression`(${jobs.kills} <= ${upTo} or ${jobs.kills} >= ${from})`;
}
