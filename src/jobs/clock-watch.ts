import { desc, sql as expression, like, not } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { atomic, type Sql, type Statement } from '#core/sql.ts';
import { jobs } from './schema.ts';

/** Less than this is the clock being kept right. */
const leastJumpMs = 60_000;

export interface ClockWatch {
  /** By how much the clock was set since the last look, after what waits was moved along; 0: it was not. */
  look(): Promise<number>;
}

/**
 * Notices that the clock was set, by one that only runs on, and moves what waits by as much: set back a day, everything
 * would stand still for a day; set forward, every deadline would have passed. Digests alone go by the time of day.
 */
export function createClockWatch(deps: {
  sql: Sql;
  clock: Clock;
  log: Log;
  /** Runs on whatever the clock is set to. */
  steadyMs(): number;
  /** What else waits for a time, moved by so much. */
  shift?(deltaMs: number): readonly Statement[];
}): ClockWatch {
  const { sql, clock, log, steadyMs, shift = () => [] } = deps;
  let offsetMs: number | undefined;

  /** Before the first look: the youngest job cannot have been made after now. */
  async function sinceEarlierProcess(): Promise<number> {
    const [youngest] = await sql.select({ id: jobs.id }).from(jobs).orderBy(desc(jobs.id)).limit(1);
    const madeAtMs = youngest ? madeAt(youngest.id) : Number.NaN;
    return madeAtMs > clock.now() ? clock.now() - madeAtMs : 0;
  }

  return {
    async look() {
      const nowOffsetMs = clock.now() - steadyMs();
      const jumpMs = offsetMs === undefined ? await sinceEarlierProcess() : nowOffsetMs - offsetMs;
      if (Math.abs(jumpMs) < leastJumpMs) {
        offsetMs ??= nowOffsetMs;
        return 0;
      }
      const waits = expression`state = 'waiting' and ${not(like(jobs.kind, 'digest%'))}`;
      const moved = sql
        .update(jobs)
        .set({ runAtMs: expression`${jobs.runAtMs} + ${jumpMs}` })
        .where(waits);
      await atomic(sql, [moved, ...shift(jumpMs)]);
      offsetMs = nowOffsetMs;
      log.warn('the clock was set; what waits was moved along', { byMs: jumpMs });
      return jumpMs;
    },
  };
}

/** Ids are UUIDv7: they begin with the milliseconds of their making. */
function madeAt(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
