import { and, desc, eq } from 'drizzle-orm';
import type { Sql } from '#core/sql.ts';
import { deliveries, deliveryParts } from './delivery.ts';

/** How a posted chat message is kept for look-ups by what an event tells. */
export function postedMessageKey(channel: string, ts: string): string {
  return `${channel}:${ts}`;
}

/**
 * Key of the delivery whose message stands at this ts of a channel; undefined: the bot posted nothing there. Asked for
 * each reply in a workspace, so it costs one look into an index.
 */
export async function findPostedKey(sql: Sql, channel: string, ts: string): Promise<string | undefined> {
  const [row] = await sql
    .select({ key: deliveries.key })
    .from(deliveryParts)
    .innerJoin(deliveries, eq(deliveries.id, deliveryParts.deliveryId))
    .where(and(eq(deliveryParts.messageKey, postedMessageKey(channel, ts)), eq(deliveries.destination, 'slack')))
    .orderBy(desc(deliveries.plannedAtMs))
    .limit(1);
  return row?.key;
}
