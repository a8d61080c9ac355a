import { eq } from 'drizzle-orm';
import type { Clock, Timers } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Sql } from '#core/sql.ts';
import type { JobHandler, NewJob } from '#jobs/queue.ts';
import { deliveries } from '../store/delivery.ts';
import { createForgetRows } from '../store/forget-rows.ts';
import { isRefusal, tryCall } from './bounded-call.ts';
import type { Destination, DestinationKind } from './destination.ts';
import { type Ledger, postOf } from './ledger.ts';

function removeAnswerKind(destination: DestinationKind): string {
  return `remove-answer:${destination}`;
}

export function removeAnswerJob(destination: DestinationKind, deliveryId: string): NewJob {
  const kind = removeAnswerKind(destination);
  return { kind, payload: { deliveryId }, dedupKey: `${kind}:${deliveryId}` };
}

/** Until what is under way has arrived or failed. */
const lookAgainMs = 20_000;

/** Takes away every message of an answer, and forgets where they stood. */
export function createRemoveAnswer(deps: {
  sql: Sql;
  clock: Clock;
  timers: Timers;
  log: Log;
  ledger: Ledger;
  destination: Destination;
}): JobHandler {
  const { sql, clock, timers, log, ledger, destination } = deps;
  const rows = createForgetRows(deps);
  return {
    kind: removeAnswerKind(destination.kind),
    concurrency: 2,
    async run({ payload }) {
      const { deliveryId } = payload as { deliveryId: string };
      const delivery = await sql.select().from(deliveries).where(eq(deliveries.id, deliveryId)).get();
      if (!delivery) return { status: 'done' };
      if (delivery.state !== 'sent' && delivery.state !== 'failed') {
        return { status: 'later', runAtMs: clock.now() + lookAgainMs };
      }
      const parts = await ledger.parts(delivery);
      for (const part of parts) {
        if (part.ref === null) continue;
        const post = postOf(delivery, parts, part);
        const called = await tryCall(timers, (signal) => destination.remove(post, part.ref, signal));
        if (called.status === 'ok') continue;
        const { error } = called;
        if (!isRefusal(error)) throw error;
        // A place that has closed meanwhile keeps what is in it.
        log.warn('answer cannot be removed', { key: delivery.key, reason: error.reason ?? error.code });
      }
      log.info('answer removed', { key: delivery.key });
      return { status: 'done', writes: rows.forgetDelivery(deliveryId) };
    },
  };
}
