import { and, desc, eq } from 'drizzle-orm';
import type { Sql } from '#core/sql.ts';
import { dismissals } from '../store/dismissals.ts';

const most = 1_000;

/** When each subject was dismissed in a channel, the last time. */
export async function readDismissals(
  sql: Sql,
  { team, channel }: { team: string; channel: string },
): Promise<Map<string, number>> {
  const rows = await sql
    .select({ subject: dismissals.subject, atMs: dismissals.atMs })
    .from(dismissals)
    .where(and(eq(dismissals.team, team), eq(dismissals.channel, channel)))
    .orderBy(desc(dismissals.atMs))
    .limit(most);
  return new Map(rows.map(({ subject, atMs }) => [subject, atMs]));
}
