import { and, eq } from 'drizzle-orm';
import type { Clock, Timers } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Sql, Statement } from '#core/sql.ts';
import type { JobHandler, Queue } from '#jobs/queue.ts';
import { deliveries, deliveryParts } from '../store/delivery.ts';
import { isRefusal, tryCall } from './bounded-call.ts';
import type { Destination, DestinationKind } from './destination.ts';
import { type Ledger, postOf } from './ledger.ts';
import { type DeliverPayload, stampOf } from './plan-delivery.ts';

function editKind(destination: DestinationKind): string {
  return `edit:${destination}`;
}

/** Until what is under way has arrived or failed. */
const lookAgainMs = 5_000;

/** Statements that give a delivery another message, and have what is posted of it changed to that. */
export function planEditStatements(
  { sql, queue }: { sql: Sql; queue: Queue },
  edits: readonly { destination: DestinationKind; key: string; message: NonNullable<unknown> }[],
): Statement[] {
  return edits.flatMap(({ destination, key, message }) => [
    sql
      .update(deliveries)
      .set({ message })
      .where(and(eq(deliveries.destination, destination), eq(deliveries.key, key))),
    ...queue.enqueueStatements([{ kind: editKind(destination), payload: { key } satisfies DeliverPayload }]),
  ]);
}

/** Changes the first message of a delivery to what it says by now: the last of several edits counts, whichever runs last. */
export function createEditAnswer(deps: {
  sql: Sql;
  clock: Clock;
  timers: Timers;
  log: Log;
  ledger: Ledger;
  destination: Destination;
}): JobHandler {
  const { sql, clock, timers, log, ledger, destination } = deps;
  return {
    kind: editKind(destination.kind),
    concurrency: 2,
    maxAttempts: 8,
    async run({ payload }) {
      const delivery = await ledger.find(destination.kind, (payload as DeliverPayload).key);
      if (!delivery || delivery.state === 'failed') return { status: 'done' };
      if (delivery.state !== 'sent') return { status: 'later', runAtMs: clock.now() + lookAgainMs };
      const parts = await ledger.parts(delivery);
      const [first] = parts;
      const [rendered] = destination.render(delivery.place, delivery.message, stampOf(delivery));
      if (!first || first.ref === null || !rendered || !destination.edit) return { status: 'done' };
      const post = { ...postOf(delivery, parts, first), content: rendered.content };
      const called = await tryCall(timers, async (signal) => destination.edit?.(post, first.ref, signal));
      if (called.status === 'failed') {
        const { error } = called;
        if (!isRefusal(error)) throw error;
        log.info('message cannot be changed', { key: delivery.key, reason: error.reason ?? error.code });
        return { status: 'done' };
      }
      const isFirst = and(eq(deliveryParts.deliveryId, delivery.id), eq(deliveryParts.number, first.number));
      return { status: 'done', writes: [sql.update(deliveryParts).set({ content: rendered.content }).where(isFirst)] };
    },
  };
}
