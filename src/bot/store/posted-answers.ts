import { and, desc, eq, sql as expression } from 'drizzle-orm';
import type { Sql } from '#core/sql.ts';
import { deliveries, deliveryParts } from './delivery.ts';

/** Key of the delivery whose message stands at this ts of a channel; undefined: the bot posted nothing there. */
export async function findPostedKey(sql: Sql, channel: string, ts: string): Promise<string | undefined> {
  const [row] = await sql
    .select({ key: deliveries.key })
    .from(deliveryParts)
    .innerJoin(deliveries, eq(deliveries.id, deliveryParts.deliveryId))
    .where(
      and(
        eq(deliveries.destination, 'slack'),
        expression`json_extract(${deliveryParts.ref}, '$.ts') = ${ts}`,
        expression`json_extract(${deliveryParts.ref}, '$.channel') = ${channel}`,
      ),
    )
    .orderBy(desc(deliveries.plannedAtMs))
    .limit(1);
  return row?.key;
}
