import { and, count, desc, eq, sql as expression, inArray, isNull, min, ne } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import type { Sql } from '#core/sql.ts';
import { jobs } from '#jobs/schema.ts';
import type { ConnectionState } from '../cases/check-connections.ts';
import { keyLifetimeMs } from '../cases/key-expiry.ts';
import { operatorWords } from '../cases/service-gate.ts';
import { isLatestAttempt } from '../delivery/post-again.ts';
import { cases, parkedJobs, serviceKeys } from '../store/cases.ts';
import { deliveries } from '../store/delivery.ts';

export interface BoardDeps {
  sql: Sql;
  clock: Clock;
  connections(): ConnectionState[];
  /** When the service's key was made; null: it is replaced by itself. */
  keyCreatedMs: number | undefined | null;
  /** What the disk and the service hold, where that is known here. */
  storage(): Promise<{ name: string; bytes: number }[]>;
}

export type BoardView = Awaited<ReturnType<typeof readBoard>>;

const mostShown = 50;

/** How the work stands, for whoever runs the bot: counts and names, never what a file says. */
export async function readBoard({ sql, clock, connections, keyCreatedMs, storage }: BoardDeps) {
  const open = await sql
    .select({ kind: jobs.kind, state: jobs.state, jobs: count(), dueMs: min(jobs.runAtMs) })
    .from(jobs)
    .where(inArray(jobs.state, ['waiting', 'running']))
    .groupBy(jobs.kind, jobs.state)
    .limit(mostShown);
  const dead = await sql
    .select()
    .from(jobs)
    .where(eq(jobs.state, 'dead'))
    .orderBy(desc(jobs.endedAtMs))
    .limit(mostShown);
  const failed = await sql
    .select()
    .from(deliveries)
    // What was about something that is deleted by now is not posted any more.
    .where(
      and(
        eq(deliveries.state, 'failed'),
        ne(deliveries.reason, 'deleted'),
        isNull(deliveries.toldIn),
        isLatestAttempt(),
      ),
    )
    .orderBy(desc(deliveries.plannedAtMs))
    .limit(mostShown);
  const posts = await sql
    .select({ destination: deliveries.destination, state: deliveries.state, posts: count() })
    .from(deliveries)
    .where(and(isNull(deliveries.toldIn), isLatestAttempt()))
    .groupBy(deliveries.destination, deliveries.state)
    .limit(mostShown);
  const files = await sql
    .select({ state: cases.state, files: count() })
    .from(cases)
    .groupBy(cases.state)
    .limit(mostShown);
  const parked = await sql
    .select({ sinceMs: min(parkedJobs.parkedAtMs), jobs: count() })
    .from(parkedJobs)
    .limit(1);
  const [refused] = await sql
    .select()
    .from(serviceKeys)
    .where(and(inArray(serviceKeys.refusedWith, [401, 403]), expression`${serviceKeys.refusedSinceMs} > 0`))
    .limit(1);
  const [known] = await sql.select().from(serviceKeys).orderBy(desc(serviceKeys.firstSeenMs)).limit(1);
  const madeMs = keyCreatedMs === undefined ? known?.firstSeenMs : keyCreatedMs;
  return {
    nowMs: clock.now(),
    open,
    files,
    posts,
    dead: dead.map(({ id, kind, lastError, endedAtMs }) => ({ id, kind, why: lastError ?? '', atMs: endedAtMs ?? 0 })),
    failed: failed.map(({ id, destination, reason, plannedAtMs, key }) => ({
      id,
      destination,
      what: key.startsWith('ops:') ? 'notice to operators' : (key.split(':')[0] ?? ''),
      why: reason ?? '',
      atMs: plannedAtMs,
    })),
    parked: { jobs: parked[0]?.jobs ?? 0, sinceMs: parked[0]?.sinceMs ?? undefined },
    mend: refused ? operatorWords(refused.refusedWith === 403 ? 403 : 401) : [],
    key: {
      isOwn: keyCreatedMs === null,
      expiresMs: typeof madeMs === 'number' ? madeMs + keyLifetimeMs : undefined,
      /** Nobody said when it was made. */
      isUpperBound: keyCreatedMs === undefined,
    },
    connections: connections(),
    storage: await storage(),
    isCut: dead.length === mostShown || failed.length === mostShown,
  };
}
