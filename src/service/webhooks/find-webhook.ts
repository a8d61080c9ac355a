import { and, eq } from 'drizzle-orm';
import type { Sql } from '#core/sql.ts';
import type { Call } from '../api/endpoint.ts';
import { ApiError } from '../api/errors.ts';
import { type WebhookDelivery, type WebhookEndpoint, webhookDeliveries, webhookEndpoints } from '../store/webhooks.ts';

/** The webhook named in the path if it is the caller's, else 404. */
export async function findWebhook(sql: Sql, call: Call): Promise<WebhookEndpoint> {
  const [endpoint] = await sql
    .select()
    .from(webhookEndpoints)
    .where(
      and(eq(webhookEndpoints.id, call.params.webhookId ?? ''), eq(webhookEndpoints.ownerId, call.caller.user.id)),
    );
  if (!endpoint) throw new ApiError('not_found', { message: 'There is no such webhook.' });
  return endpoint;
}

export async function findDelivery(sql: Sql, call: Call): Promise<WebhookDelivery> {
  const endpoint = await findWebhook(sql, call);
  const [delivery] = await sql
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, call.params.deliveryId ?? ''), eq(webhookDeliveries.endpointId, endpoint.id)));
  if (!delivery) throw new ApiError('not_found', { message: 'There is no such delivery.' });
  return delivery;
}
