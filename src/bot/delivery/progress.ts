import { and, eq, sql as expression, isNull } from 'drizzle-orm';
import type { Clock, Timers } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import { guard } from '#core/guard.ts';
import { newId } from '#core/ids.ts';
import type { Log } from '#core/log.ts';
import type { Sql, Statement } from '#core/sql.ts';
import type { JobHandler, JobOutcome, Queue } from '#jobs/queue.ts';
import { progressMarkers } from '../store/delivery.ts';
import { boundedCall, isRefusal } from './bounded-call.ts';
import type { DestinationKind, ProgressMarker, ProgressOutcome } from './destination.ts';

/** Work that never ends must not leave a message marked for ever. */
const longestShownMs = 24 * 60 * 60_000;

type MarkPayload = { key: string };

export interface MarkedMessage {
  destination: DestinationKind;
  /** Names the message; one marker each. */
  key: string;
  /** Plain JSON that the marker's adapter understands. */
  place: NonNullable<unknown>;
}

interface ProgressStatements {
  /** Shows progress on a message, once. */
  show(message: MarkedMessage): Statement[];
  /** Ends it, now or as soon as it was shown; without effect where it was never planned or has ended. */
  resolve(message: Pick<MarkedMessage, 'destination' | 'key'>, outcome: ProgressOutcome): Statement[];
}

/** Statements to commit with the work itself; call `queue.wake` after the commit. */
export function progressStatements({
  sql,
  clock,
  queue,
}: {
  sql: Sql;
  clock: Clock;
  queue: Queue;
}): ProgressStatements {
  return {
    show: ({ destination, key, place }) => [
      sql
        .insert(progressMarkers)
        .values({ id: newId(clock), destination, key, place, state: 'planned', plannedAtMs: clock.now() })
        .onConflictDoNothing(),
      ...queue.enqueueStatements([
        {
          kind: markKind(destination),
          payload: { key } satisfies MarkPayload,
          dedupKey: `${markKind(destination)}:${key}`,
        },
      ]),
    ],
    resolve: ({ destination, key }, outcome) => [
      sql
        .update(progressMarkers)
        .set({ outcome })
        .where(
          and(
            eq(progressMarkers.destination, destination),
            eq(progressMarkers.key, key),
            isNull(progressMarkers.outcome),
          ),
        ),
      queue.hastenStatement(`${markKind(destination)}:${key}`),
    ],
  };
}

/**
 * The handlers that set and resolve markers: one job a marker, so that its calls never overtake each other. What shall
 * become of a marker is in its row, so a restart goes on from there. Nothing waits for these jobs.
 */
export function createProgressHandlers(deps: {
  sql: Sql;
  clock: Clock;
  timers: Timers;
  log: Log;
  markers: readonly ProgressMarker[];
}): JobHandler[] {
  const { sql, clock, timers } = deps;

  async function mark(marker: ProgressMarker, { key }: MarkPayload): Promise<JobOutcome> {
    const isThis = and(eq(progressMarkers.destination, marker.kind), eq(progressMarkers.key, key));
    const row = await sql.select().from(progressMarkers).where(isThis).get();
    if (!row || row.state === 'resolved' || row.state === 'given_up') return { status: 'done' };
    const isOverdue = clock.now() - row.plannedAtMs >= longestShownMs;
    const outcome = row.outcome ?? (isOverdue ? 'dropped' : null);
    if (outcome !== null) {
      await boundedCall(timers, (signal) => marker.resolve(row.place, outcome, signal));
      return {
        status: 'done',
        writes: [sql.update(progressMarkers).set({ state: 'resolved', outcome }).where(isThis)],
      };
    }
    if (row.state === 'planned') {
      await boundedCall(timers, (signal) => marker.set(row.place, signal));
    }
    const unresolved = sql
      .select({ id: progressMarkers.id })
      .from(progressMarkers)
      .where(and(isThis, isNull(progressMarkers.outcome)));
    return {
      status: 'later',
      runAtMs: row.plannedAtMs + longestShownMs,
      // Resolved while the call went on: then this run fails, and the next one, a moment later, sees it.
      writes: [
        guard(sql, expression`exists ${unresolved}`),
        sql.update(progressMarkers).set({ state: 'shown' }).where(isThis),
      ],
    };
  }

  return deps.markers.map((marker) => ({
    kind: markKind(marker.kind),
    concurrency: 2,
    maxAttempts: 8,
    async run({ payload }) {
      try {
        return await mark(marker, payload as MarkPayload);
      } catch (error) {
        if (error instanceof RemoteError && isRefusal(error))
          return { status: 'dead', reason: error.reason ?? error.code };
        throw error;
      }
    },
    async onDead({ payload }) {
      const isThis = and(
        eq(progressMarkers.destination, marker.kind),
        eq(progressMarkers.key, (payload as MarkPayload).key),
      );
      return { writes: [sql.update(progressMarkers).set({ state: 'given_up' }).where(isThis)] };
    },
  }));
}

function markKind(destination: DestinationKind): string {
  return `mark:${destination}`;
}
