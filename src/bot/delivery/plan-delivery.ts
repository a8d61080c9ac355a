import type { Clock } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import type { Sql, Statement } from '#core/sql.ts';
import type { Queue } from '#jobs/queue.ts';
import { deliveries } from '../store/delivery.ts';
import type { DestinationKind } from './destination.ts';

/** Each destination has a job kind of its own: one vendor that hangs must not hold up another's answers. */
export function deliverKind(destination: DestinationKind): string {
  return `deliver:${destination}`;
}

/** What is posted once more has a key of its own: this is the one it was planned under at first. */
export function firstKey(key: string): string {
  return key.replace(/:again:[\w-]+$/, '');
}

/** Short, as people read it; what ends an id is random. */
export function stampOf({ id }: { id: string }): string {
  return id.slice(-8);
}

export type DeliverPayload = { key: string };

interface PlannedDelivery {
  destination: DestinationKind;
  /** Names the answer and its place: what is planned again under the same key is delivered once. */
  key: string;
  /** Plain JSON that the destination's adapter understands; so is the message. */
  place: NonNullable<unknown>;
  message: NonNullable<unknown>;
  /** Of its job. */
  fairKey?: string;
  /** Nothing is posted earlier. */
  runAtMs?: number | undefined;
  /** Key of the delivery that tells it: it is kept, and has no job. */
  toldIn?: string | undefined;
}

/**
 * Statements that plan deliveries and the jobs that carry them out, to be committed with the work that made the answer.
 * Call `queue.wake` after the commit; the end of a job's run does so by itself.
 */
export function planDeliveryStatements(
  deps: { sql: Sql; clock: Clock; queue: Queue },
  planned: readonly PlannedDelivery[],
): Statement[] {
  const plannedAtMs = deps.clock.now();
  return [
    ...planned.map(({ fairKey: _ofJob, runAtMs: _atItsTime, ...delivery }) =>
      deps.sql
        .insert(deliveries)
        .values({ id: newId(deps.clock), ...delivery, state: 'planned', plannedAtMs })
        .onConflictDoNothing(),
    ),
    ...deps.queue.enqueueStatements(
      planned
        .filter(({ toldIn }) => toldIn === undefined)
        .map(({ destination, key, fairKey = '', runAtMs }) => ({
          kind: deliverKind(destination),
          payload: { key } satisfies DeliverPayload,
          dedupKey: `${deliverKind(destination)}:${key}`,
          fairKey,
          ...(runAtMs === undefined ? {} : { runAtMs }),
        })),
    ),
  ];
}
