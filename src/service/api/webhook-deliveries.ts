import { and, asc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { atomic } from '#core/sql.ts';
import { type WebhookDelivery, webhookAttempts, webhookDeliveries } from '../store/webhooks.ts';
import { findDelivery, findWebhook } from '../webhooks/find-webhook.ts';
import type { WebhookDeps } from '../webhooks/webhook-deps.ts';
import { deliverySchema, toDeliveryRecord } from '../webhooks/webhook-record.ts';
import { type Call, defineEndpoint, type Endpoint } from './endpoint.ts';
import { afterCursor, newestFirst, pagingQuery, toPage } from './paging.ts';

/** What was sent to a webhook, with every attempt; sending once more, and a test message. */
export function webhookDeliveryEndpoints(deps: WebhookDeps): Endpoint[] {
  const { sql, clock, queue, announce } = deps;

  async function toRecords(deliveries: readonly WebhookDelivery[]) {
    const ids = deliveries.map(({ id }) => id);
    const attempts = await sql
      .select()
      .from(webhookAttempts)
      .where(inArray(webhookAttempts.deliveryId, ids))
      .orderBy(asc(webhookAttempts.n));
    return deliveries.map((delivery) => toDeliveryRecord(delivery, attempts));
  }

  async function redeliver(call: Call) {
    const delivery = await findDelivery(sql, call);
    if (delivery.state !== 'pending') {
      const again = {
        state: 'pending' as const,
        series: delivery.attempts,
        nextAttemptAtMs: clock.now(),
        endedAtMs: null,
      };
      await atomic(sql, [
        sql.update(webhookDeliveries).set(again).where(eq(webhookDeliveries.id, delivery.id)),
        ...queue.enqueueStatements([
          { kind: 'webhook.deliver', payload: { deliveryId: delivery.id, series: delivery.attempts } },
        ]),
      ]);
      queue.wake();
      Object.assign(delivery, again);
    }
    const [data] = await toRecords([delivery]);
    return { status: 202 as const, message: 'The message is sent once more.', data };
  }

  return [
    defineEndpoint({
      method: 'POST',
      path: '/webhooks/{webhookId}/test',
      operationId: 'testWebhook',
      summary: 'Send a webhook.test message.',
      isExtension: true,
      success: [{ status: 202, data: deliverySchema }],
      errors: ['not_found'],
      async handle(call) {
        const endpoint = await findWebhook(sql, call);
        const { id, writes, enqueue } = announce.test(endpoint);
        await atomic(sql, [...writes, ...queue.enqueueStatements(enqueue)]);
        queue.wake();
        const rows = await sql.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
        const [data] = await toRecords(rows);
        return { status: 202, message: 'A test message is on its way.', data };
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/webhooks/{webhookId}/deliveries',
      operationId: 'listWebhookDeliveries',
      summary: 'Messages to a webhook and every attempt, newest first.',
      isExtension: true,
      query: z.object({ ...pagingQuery, state: z.enum(['pending', 'delivered', 'failed']).optional() }),
      success: [{ status: 200, data: z.array(deliverySchema) }],
      errors: ['not_found', 'invalid_cursor'],
      async handle(call) {
        const endpoint = await findWebhook(sql, call);
        const { limit, cursor, state } = call.query;
        const found = await sql
          .select()
          .from(webhookDeliveries)
          .where(
            and(
              eq(webhookDeliveries.endpointId, endpoint.id),
              state ? eq(webhookDeliveries.state, state) : undefined,
              afterCursor(webhookDeliveries, cursor),
            ),
          )
          .orderBy(...newestFirst(webhookDeliveries))
          .limit(limit + 1);
        const { rows, headers } = toPage(found, limit, call);
        return { message: `${rows.length} deliveries.`, data: await toRecords(rows), headers };
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/webhooks/{webhookId}/deliveries/{deliveryId}',
      operationId: 'getWebhookDelivery',
      summary: 'One message and its attempts.',
      isExtension: true,
      success: [{ status: 200, data: deliverySchema }],
      errors: ['not_found'],
      async handle(call) {
        const [data] = await toRecords([await findDelivery(sql, call)]);
        return { message: 'The delivery.', data };
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
      operationId: 'redeliverWebhook',
      summary: 'Send a message once more, with ten new attempts.',
      isExtension: true,
      success: [{ status: 202, data: deliverySchema }],
      errors: ['not_found'],
      handle: redeliver,
    }),
  ];
}
