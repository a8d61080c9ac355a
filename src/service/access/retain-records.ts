import { and, inArray, isNotNull, lt } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { atomic, type Sql } from '#core/sql.ts';
import type { JobHandler } from '#jobs/queue.ts';
import { sessions } from '../store/accounts.ts';
import { webhookAttempts, webhookDeliveries } from '../store/webhooks.ts';

const dayMs = 86_400_000;

/** Deletes sessions nobody can use and the delivery log that is older than the files it speaks of, once a day. */
export function retainRecords({
  sql,
  clock,
  retentionDays,
}: {
  sql: Sql;
  clock: Clock;
  retentionDays: number;
}): JobHandler {
  return {
    kind: 'records.retention',
    async run() {
      const now = clock.now();
      const oldDeliveries = and(
        isNotNull(webhookDeliveries.endedAtMs),
        lt(webhookDeliveries.createdAtMs, now - retentionDays * dayMs),
      );
      const ids = sql.select({ id: webhookDeliveries.id }).from(webhookDeliveries).where(oldDeliveries);
      await atomic(sql, [
        sql.delete(sessions).where(lt(sessions.lastSeenAtMs, now - 7 * dayMs)),
        sql.delete(webhookAttempts).where(inArray(webhookAttempts.deliveryId, ids)),
        sql.delete(webhookDeliveries).where(oldDeliveries),
      ]);
      return { status: 'later', runAtMs: now + dayMs };
    },
  };
}
