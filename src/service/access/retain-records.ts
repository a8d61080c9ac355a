import { and, inArray, isNotNull, lt, type SQL } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { inList } from '#core/in-list.ts';
import { atomic, type Sql } from '#core/sql.ts';
import type { JobHandler } from '#jobs/queue.ts';
import { jobs } from '#jobs/schema.ts';
import { sessions } from '../store/accounts.ts';
import { openedCases } from '../store/identities.ts';
import { webhookAttempts, webhookDeliveries } from '../store/webhooks.ts';

const dayMs = 86_400_000;
/** A few at once, so that work goes on beside a long clean-up. */
const batch = 200;
const breathMs = 500;

/** Deletes sessions nobody can use, and the delivery log and ended jobs that are older than the files they speak of, once a day. */
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
    isStanding: true,
    async run() {
      const now = clock.now();
      const beforeMs = now - retentionDays * dayMs;
      const oldSessions = await idsOf(sessions, lt(sessions.lastSeenAtMs, now - 7 * dayMs));
      const oldDeliveries = await idsOf(
        webhookDeliveries,
        and(isNotNull(webhookDeliveries.endedAtMs), lt(webhookDeliveries.createdAtMs, beforeMs)),
      );
      const oldJobs = await idsOf(jobs, and(inArray(jobs.state, ['done', 'dead']), lt(jobs.endedAtMs, beforeMs)));
      await atomic(sql, [
        sql.delete(openedCases).where(lt(openedCases.atMs, beforeMs)),
        sql.delete(sessions).where(inList(sessions.id, oldSessions)),
        sql.delete(webhookAttempts).where(inList(webhookAttempts.deliveryId, oldDeliveries)),
        sql.delete(webhookDeliveries).where(inList(webhookDeliveries.id, oldDeliveries)),
        sql.delete(jobs).where(inList(jobs.id, oldJobs)),
      ]);
      const isMore = [oldSessions, oldDeliveries, oldJobs].some(({ length }) => length === batch);
      return { status: 'later', runAtMs: now + (isMore ? breathMs : dayMs) };
    },
  };

  async function idsOf(table: typeof sessions | typeof webhookDeliveries | typeof jobs, where: SQL | undefined) {
    const rows = await sql.select({ id: table.id }).from(table).where(where).limit(batch);
    return rows.map(({ id }) => id);
  }
}
