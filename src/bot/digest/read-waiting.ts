import { and, desc, eq, gt, isNull, like } from 'drizzle-orm';
import type { Sql } from '#core/sql.ts';
import { places, ties } from '../store/cases.ts';
import { captureRequests } from '../store/memory.ts';

const most = 200;

/** Tickets that wait for a capture and may be named in a channel: tied to a thread of it, or of a project it was given. */
export async function readWaiting(
  sql: Sql,
  {
    team,
    channel,
    projects,
    sinceMs,
  }: { team: string; channel: string; projects: ReadonlySet<string>; sinceMs: number },
): Promise<{ label: string; url: string; sinceMs: number }[]> {
  const rows = await sql
    .select({
      key: places.key,
      label: places.label,
      url: places.url,
      isOpen: places.isOpen,
      askedAtMs: captureRequests.askedAtMs,
    })
    .from(captureRequests)
    .innerJoin(places, eq(places.key, captureRequests.placeKey))
    .where(and(isNull(captureRequests.cameAtMs), gt(captureRequests.askedAtMs, sinceMs)))
    .orderBy(desc(captureRequests.askedAtMs))
    .limit(most);
  const found: { label: string; url: string; sinceMs: number }[] = [];
  for (const { key, label, url, isOpen, askedAtMs } of rows) {
    const isGiven = projects.has(label.replace(/-\d+$/, '').toUpperCase());
    if (url && (isGiven || (isOpen && (await isTied(sql, key, `thread:${team}:${channel}:%`))))) {
      found.push({ label, url, sinceMs: askedAtMs });
    }
  }
  return found.toSorted((a, b) => a.sinceMs - b.sinceMs);
}

async function isTied(sql: Sql, ticketKey: string, threads: string): Promise<boolean> {
  const rows = await sql
    .select({ key: ties.threadKey })
    .from(ties)
    .where(and(eq(ties.ticketKey, ticketKey), eq(ties.state, 'tied'), like(ties.threadKey, threads)))
    .limit(1);
  return rows.length > 0;
}
