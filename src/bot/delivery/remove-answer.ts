import { eq } from 'drizzle-orm';
import type { Clock, Timers } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Sql } from '#core/sql.ts';
import type { JobHandler, Json, NewJob } from '#jobs/queue.ts';
import { deliveries } from '../store/delivery.ts';
import { createForgetRows } from '../store/forget-rows.ts';
import { isRefusal, tryCall } from './bounded-call.ts';
import type { Destination, Post } from './destination.ts';
import { type Delivery, type Ledger, type Part, postOf } from './ledger.ts';
import { removeAnswerKind, settleRemovalJob } from './removal-jobs.ts';
import { noticesOf } from './removal-offers.ts';

/** Until what is under way has arrived or failed. */
const lookAgainMs = 20_000;
/** A post that was held up on its way may still land after the first look: these are the next ones. */
const looksAfterMs = [60_000, 15 * 60_000];

interface Deps {
  sql: Sql;
  clock: Clock;
  timers: Timers;
  log: Log;
  ledger: Ledger;
  destination: Destination;
}

/**
 * Takes away every message of an answer, and forgets where they stood. What was not sent yet is not sent any more; what
 * the vendor keeps is kept in mind while a notice offers to remove it.
 */
export function createRemoveAnswer(deps: Deps): JobHandler {
  const { sql, clock, log, ledger, destination } = deps;
  const rows = createForgetRows(deps);
  return {
    kind: removeAnswerKind(destination.kind),
    concurrency: 2,
    async run({ payload }) {
      const { deliveryId, looks = 0 } = payload as { deliveryId: string; looks?: number };
      const delivery = await sql.select().from(deliveries).where(eq(deliveries.id, deliveryId)).get();
      if (!delivery) return { status: 'done' };
      const notices = await noticesOf(sql, destination.kind, deliveryId);
      if (await ledger.withdraw(delivery)) return { status: 'done', enqueue: settle(notices) };
      if (delivery.state !== 'sent' && delivery.state !== 'failed') {
        return { status: 'later', runAtMs: clock.now() + lookAgainMs };
      }
      const parts = await ledger.parts(delivery);
      const [refusal] = await removeParts(deps, delivery, parts);
      if (refusal !== undefined && notices.length > 0) return { status: 'done', ...keep(deliveryId, notices, refusal) };
      const nextMs = parts.some(({ isDoubtful }) => isDoubtful) ? looksAfterMs[looks] : undefined;
      if (nextMs !== undefined) {
        return { status: 'later', runAtMs: clock.now() + nextMs, payload: { deliveryId, looks: looks + 1 } };
      }
      log.info('answer removed', { key: delivery.key });
      return { status: 'done', writes: rows.forgetDelivery(deliveryId), enqueue: settle(notices) };
    },
    async onDead({ payload }) {
      const { deliveryId } = payload as { deliveryId: string };
      return keep(deliveryId, await noticesOf(sql, destination.kind, deliveryId), 'no_answer');
    },
  };

  /** Whoever asked for it is told why, and may ask again. */
  function keep(deliveryId: string, notices: readonly string[], reason: string) {
    const writes = [sql.update(deliveries).set({ reason }).where(eq(deliveries.id, deliveryId))];
    return { writes, enqueue: settle(notices) };
  }

  function settle(notices: readonly string[]): NewJob[] {
    return notices.map((notice) => settleRemovalJob(destination.kind, notice));
  }
}

/** Takes away what can be; why the vendor refuses the rest. */
async function removeParts(deps: Deps, delivery: Delivery, parts: readonly Part[]): Promise<string[]> {
  const refusals: string[] = [];
  for (const part of parts) {
    const post = postOf(delivery, parts, part);
    for (const ref of await refsOf(deps, part, post)) refusals.push(...(await removeOne(deps, post, ref)));
  }
  return refusals;
}

/** Where a part stands: as it was told, and wherever else its key is found, once nobody knew for certain. */
async function refsOf({ timers, destination }: Deps, part: Part, post: Post): Promise<Json[]> {
  const known = part.ref === null ? [] : [part.ref];
  if (!part.isDoubtful) return known;
  const called = await tryCall(timers, (signal) => destination.find(post, signal));
  if (called.status === 'failed') {
    if (isRefusal(called.error)) return known;
    throw called.error;
  }
  return [...known, ...called.value.map(({ ref }) => ref)];
}

/** Why the vendor refuses it: a place that has closed meanwhile keeps what is in it. */
async function removeOne({ timers, log, destination }: Deps, post: Post, ref: Json): Promise<string[]> {
  const called = await tryCall(timers, (signal) => destination.remove(post, ref, signal));
  if (called.status === 'ok') return [];
  const { error } = called;
  if (!isRefusal(error)) throw error;
  const reason = error.reason ?? error.code;
  log.warn('message cannot be removed', { key: post.key, reason });
  return [reason];
}
