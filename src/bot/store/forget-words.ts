import { and, eq, sql as expression, inArray, ne, or, type SQL } from 'drizzle-orm';
import type { Sql, Statement } from '#core/sql.ts';
import type { Message } from '../cases/messages.ts';
import type { Place } from '../cases/place.ts';
import type { DigestMessage } from '../digest/digest-message.ts';
import { deliveries, deliveryParts } from './delivery.ts';

/** Takes the words from deliveries. Where they stand is kept, and what kind of thing stands there: so it can be found. */
export function forgetWords(sql: Sql, which: SQL | undefined): Statement[] {
  const ids = sql.select({ id: deliveries.id }).from(deliveries).where(which);
  const content = expression`json_object('kind', json_extract(${deliveryParts.content}, '$.kind'))`;
  return [
    sql.update(deliveryParts).set({ content, otherwise: null }).where(inArray(deliveryParts.deliveryId, ids)),
    sql.update(deliveries).set({ message: {} }).where(which),
  ];
}

/** Of what is out and never looked at or changed again: a notice about a file outlives neither it nor its answer. */
export function forgetOnceSent(sql: Sql, { id, key, place, message }: typeof deliveries.$inferSelect): Statement[] {
  const { kind } = message as Message | DigestMessage;
  // One that a single person saw cannot be changed.
  const isChanged = kind === 'status' || (kind === 'digest' && (place as Place).kind !== 'reply');
  if (kind === 'answer' || isChanged) return [];
  // Of what it tells together each answer is kept by itself.
  const isTold = and(
    eq(deliveries.toldIn, key),
    ne(expression`json_extract(${deliveries.message}, '$.kind')`, 'answer'),
  );
  return forgetWords(sql, or(eq(deliveries.id, id), isTold));
}
