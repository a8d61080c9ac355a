import { sql as expression } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import type { Metrics } from '#core/metrics.ts';
import type { Sql } from '#core/sql.ts';
import { askers } from './askers.ts';

const windowMs = 60_000;

/** One question more than somebody may ask in a minute. */
export interface TooMany {
  perMinute: number;
  /** Until they may ask again. */
  waitMs: number;
  /** Names the minute: what is said of it is said once. */
  key: string;
}

export interface AskingLimit {
  /** Counts one question of somebody. Undefined: it may be asked. */
  take(asker: string, askKey: string): Promise<TooMany | undefined>;
}

export function chatAsker({ team, user }: { team: string; user: string }): string {
  return `slack:${team}:${user}`;
}

export function trackerAsker(site: string, account: string): string {
  return `jira:${site}:${account}`;
}

interface AskingLimitDeps {
  sql: Sql;
  clock: Clock;
  metrics: Metrics;
  /** 0: no limit. */
  perMinute: number;
}

/** Kept in the database, so that it holds for all processes and after a restart. */
export function createAskingLimit({ sql, clock, metrics, perMinute }: AskingLimitDeps): AskingLimit {
  const refused = metrics.counter('questions_refused_total', 'Questions above the limit per person.');

  return {
    async take(key, askKey) {
      if (perMinute === 0) return undefined;
      const now = clock.now();
      // A clock that was set back begins a new minute.
      const isOver = expression`(${askers.sinceMs} <= ${now - windowMs} or ${askers.sinceMs} > ${now})`;
      const isSame = expression`${askers.lastAskKey} = ${askKey}`;
      const [row] = await sql
        .insert(askers)
        .values({ key, sinceMs: now, asked: 1, lastAskKey: askKey })
        .onConflictDoUpdate({
          target: askers.key,
          set: {
            sinceMs: expression`case when ${isOver} then ${now} else ${askers.sinceMs} end`,
            asked: expression`case when ${isOver} then 1 when ${isSame} then ${askers.asked} else ${askers.asked} + 1 end`,
            lastAskKey: askKey,
          },
        })
        .returning();
      if (!row || row.asked <= perMinute) return undefined;
      refused.add({ vendor: key.slice(0, key.indexOf(':')) });
      return { perMinute, waitMs: row.sinceMs + windowMs - now, key: `${key}:${row.sinceMs}` };
    },
  };
}
