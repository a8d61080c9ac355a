import { z } from 'zod';
import { type WebhookDelivery, type WebhookEndpoint, type webhookAttempts, webhookEvents } from '../store/webhooks.ts';

export const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(webhookEvents)),
  enabled: z.boolean(),
  disabled_reason: z.string().optional(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export const deliverySchema = z.object({
  id: z.string(),
  webhook_id: z.string(),
  event: z.enum(webhookEvents),
  state: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number().int(),
  next_attempt_at: z.iso.datetime().optional(),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().optional(),
  payload: z.looseObject({}),
  log: z.array(
    z.object({
      n: z.number().int(),
      at: z.iso.datetime(),
      duration_ms: z.number().int(),
      http_status: z.number().int().nullable(),
      error: z.string().nullable(),
    }),
  ),
});

export function toWebhookRecord(endpoint: WebhookEndpoint): z.infer<typeof webhookSchema> {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.events,
    enabled: endpoint.disabledAtMs === null,
    ...(endpoint.disabledReason === null ? {} : { disabled_reason: endpoint.disabledReason }),
    created_at: new Date(endpoint.createdAtMs).toISOString(),
    updated_at: new Date(endpoint.updatedAtMs).toISOString(),
  };
}

export function toDeliveryRecord(
  delivery: WebhookDelivery,
  attempts: readonly (typeof webhookAttempts.$inferSelect)[],
): z.infer<typeof deliverySchema> {
  const { nextAttemptAtMs, endedAtMs } = delivery;
  return {
    id: delivery.id,
    webhook_id: delivery.endpointId,
    event: delivery.event,
    state: delivery.state,
    attempts: delivery.attempts,
    ...(nextAttemptAtMs === null ? {} : { next_attempt_at: new Date(nextAttemptAtMs).toISOString() }),
    created_at: new Date(delivery.createdAtMs).toISOString(),
    ...(endedAtMs === null ? {} : { ended_at: new Date(endedAtMs).toISOString() }),
    payload: JSON.parse(delivery.body),
    log: attempts
      .filter((attempt) => attempt.deliveryId === delivery.id)
      .map((attempt) => ({
        n: attempt.n,
        at: new Date(attempt.atMs).toISOString(),
        duration_ms: attempt.durationMs,
        http_status: attempt.httpStatus,
        error: attempt.error,
      })),
  };
}
