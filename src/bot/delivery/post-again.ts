import { and, eq, inArray, isNull, ne, or, type SQL } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import type { Sql, Statement } from '#core/sql.ts';
import type { Queue } from '#jobs/queue.ts';
import { deliveries } from '../store/delivery.ts';
import type { DestinationKind } from './destination.ts';
import { firstKey, planDeliveryStatements } from './plan-delivery.ts';

type Delivery = typeof deliveries.$inferSelect;

/** In the place of the vendor's word: another delivery has it from now on. */
const postedAgain = 'posted again';

/** Plans once more what a vendor refused. */
export function postAgain(deps: { sql: Sql; clock: Clock; queue: Queue }, failed: readonly Delivery[]): Statement[] {
  const ids = failed.map(({ id }) => id);
  return [
    ...planDeliveryStatements(
      deps,
      failed.map(({ id, destination, key, place, message }) => ({
        destination: destination as DestinationKind,
        key: `${firstKey(key)}:again:${id}`,
        place: place as NonNullable<unknown>,
        message: message as NonNullable<unknown>,
      })),
    ),
    deps.sql
      .update(deliveries)
      .set({ reason: postedAgain })
      .where(and(inArray(deliveries.id, ids), eq(deliveries.state, 'failed'))),
  ];
}

/** Not a delivery that another took the place of. */
export const isLatestAttempt = (): SQL | undefined => or(isNull(deliveries.reason), ne(deliveries.reason, postedAgain));
