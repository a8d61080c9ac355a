import { eq } from 'drizzle-orm';
import type { Sql, Statement } from '#core/sql.ts';
import { digestSchedules } from '../store/digest-schedules.ts';

/** No channel of a workspace gets another digest, until somebody sets one anew. */
export function stopDigests(sql: Sql, team: string): Statement {
  return sql.update(digestSchedules).set({ pattern: null }).where(eq(digestSchedules.team, team));
}
