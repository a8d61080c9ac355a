import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { atomic, type Sql } from '#core/sql.ts';
import type { JobHandler, Queue } from '#jobs/queue.ts';
import { apiKeys } from '../store/api-keys.ts';
import type { Announce } from '../webhooks/announce.ts';
import { daysLeft, warningDays } from './api-key-lifetime.ts';
import { auditStatement } from './audit.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const mostKeys = 1_000;

/** Tells owners through their webhooks 14, 7, 3 and 1 days before a key ends, and when it has. */
export function warnOfExpiry(deps: { sql: Sql; clock: Clock; log: Log; queue: Queue; announce: Announce }): JobHandler {
  const { sql, clock, log, queue, announce } = deps;
  return {
    kind: 'keys.warn-of-expiry',
    isStanding: true,
    async run() {
      const ending = await sql
        .select()
        .from(apiKeys)
        .where(
          and(
            isNull(apiKeys.endedAtMs),
            lte(apiKeys.expiresAtMs, clock.now() + warningDays[0] * dayMs),
            or(isNull(apiKeys.warnedDays), gt(apiKeys.warnedDays, 0)),
          ),
        )
        .limit(mostKeys);
      for (const key of ending) {
        const days = Math.max(0, daysLeft(key.expiresAtMs, clock.now()));
        const due = warningDays.findLast((threshold) => days <= threshold);
        if (due === undefined || (key.warnedDays !== null && key.warnedDays <= due)) continue;
        const { writes, enqueue } = await announce.keyExpiring(key, days);
        await atomic(sql, [
          sql.update(apiKeys).set({ warnedDays: due }).where(eq(apiKeys.id, key.id)),
          auditStatement(sql, clock, 'system', 'api_key.expiring', key.id, { days }),
          ...writes,
          ...queue.enqueueStatements(enqueue),
        ]);
        queue.wake();
        log.warn('API key is about to expire', { key: key.id, days });
      }
      return { status: 'later', runAtMs: clock.now() + hourMs };
    },
  };
}
