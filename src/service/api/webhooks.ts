import { desc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { newId } from '#core/ids.ts';
import { atomic } from '#core/sql.ts';
import { auditStatement } from '../access/audit.ts';
import { maxWebhooks, webhookAttempts, webhookDeliveries, webhookEndpoints, webhookEvents } from '../store/webhooks.ts';
import { findWebhook } from '../webhooks/find-webhook.ts';
import type { WebhookDeps } from '../webhooks/webhook-deps.ts';
import { toWebhookRecord, webhookSchema } from '../webhooks/webhook-record.ts';
import { newWebhookSecret } from '../webhooks/webhook-secret.ts';
import { type Call, defineEndpoint, type Endpoint } from './endpoint.ts';
import { ApiError } from './errors.ts';

const defaultEvents = webhookEvents.filter((event) => /^(search|delta|api_key)\./.test(event));
const withSecret = webhookSchema.extend({ secret: z.string().describe('Shown once.') });

const fields = {
  url: z.string().max(2000),
  events: z
    .array(z.enum(webhookEvents))
    .min(1)
    .transform((events) => [...new Set(events)]),
  description: z.string().max(500),
};

/** Where to tell of ends: registering, changing and removing. */
export function webhookEndpointsApi(deps: WebhookDeps): Endpoint[] {
  const { sql, clock, guard, vault } = deps;

  function checkUrl(text: string): string {
    const refusal = URL.canParse(text) ? guard.refusal(new URL(text), false) : 'not an address';
    if (refusal === undefined) return new URL(text).href;
    const errors = [{ field: 'url', reason: refusal }];
    throw new ApiError('invalid_webhook_url', { message: `url: ${refusal}`, extra: { errors } });
  }

  async function ofCaller({ caller }: Call) {
    return await sql
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.ownerId, caller.user.id))
      .orderBy(desc(webhookEndpoints.createdAtMs))
      .limit(maxWebhooks);
  }

  const audit = (call: Call, action: string, id: string) =>
    auditStatement(sql, clock, call.caller.user.id, `webhook.${action}`, id);

  return [
    defineEndpoint({
      method: 'POST',
      path: '/webhooks',
      operationId: 'createWebhook',
      summary: 'Register an address for events. Signed as Standard Webhooks with a secret shown once.',
      isExtension: true,
      body: z.object({
        url: fields.url,
        events: fields.events.default([...defaultEvents]),
        description: fields.description.default(''),
      }),
      success: [{ status: 201, data: withSecret }],
      errors: ['invalid_webhook_url'],
      async handle(call) {
        const url = checkUrl(call.body.url);
        if ((await ofCaller(call)).length >= maxWebhooks) {
          throw new ApiError('invalid_request', { message: `At most ${maxWebhooks} webhooks for an account.` });
        }
        const now = clock.now();
        const secret = newWebhookSecret();
        const endpoint = {
          ...call.body,
          id: newId(clock),
          ownerId: call.caller.user.id,
          url,
          secret: await vault.seal(secret),
          previousSecret: null,
          previousSecretUntilMs: null,
          isInternal: false,
          disabledAtMs: null,
          disabledReason: null,
          createdAtMs: now,
          updatedAtMs: now,
        };
        await atomic(sql, [sql.insert(webhookEndpoints).values(endpoint), audit(call, 'created', endpoint.id)]);
        const data = { ...toWebhookRecord(endpoint), secret };
        return { status: 201, message: 'The webhook is registered. Keep the secret: it is not shown again.', data };
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/webhooks',
      operationId: 'listWebhooks',
      summary: 'Your webhooks, newest first.',
      isExtension: true,
      success: [{ status: 200, data: z.array(webhookSchema) }],
      errors: [],
      async handle(call) {
        const rows = await ofCaller(call);
        return { message: `${rows.length} webhooks.`, data: rows.map(toWebhookRecord) };
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/webhooks/{webhookId}',
      operationId: 'getWebhook',
      summary: 'A webhook.',
      isExtension: true,
      success: [{ status: 200, data: webhookSchema }],
      errors: ['not_found'],
      async handle(call) {
        return { message: 'The webhook.', data: toWebhookRecord(await findWebhook(sql, call)) };
      },
    }),
    defineEndpoint({
      method: 'PATCH',
      path: '/webhooks/{webhookId}',
      operationId: 'changeWebhook',
      summary: 'Change a webhook, or switch it on again.',
      isExtension: true,
      body: z.object({
        url: fields.url.optional(),
        events: fields.events.optional(),
        description: fields.description.optional(),
        enabled: z.boolean().optional(),
      }),
      success: [{ status: 200, data: webhookSchema }],
      errors: ['not_found', 'invalid_webhook_url'],
      async handle(call) {
        const endpoint = await findWebhook(sql, call);
        const { enabled, url, events, description } = call.body;
        const now = clock.now();
        const changes = {
          updatedAtMs: now,
          ...(url === undefined ? {} : { url: checkUrl(url) }),
          ...(events === undefined ? {} : { events }),
          ...(description === undefined ? {} : { description }),
          ...(enabled === true ? { disabledAtMs: null, disabledReason: null } : {}),
          ...(enabled === false ? { disabledAtMs: now, disabledReason: 'Switched off by its owner.' } : {}),
        };
        await atomic(sql, [
          sql.update(webhookEndpoints).set(changes).where(eq(webhookEndpoints.id, endpoint.id)),
          audit(call, 'changed', endpoint.id),
        ]);
        return { message: 'The webhook is changed.', data: toWebhookRecord({ ...endpoint, ...changes }) };
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/webhooks/{webhookId}',
      operationId: 'deleteWebhook',
      summary: 'Remove a webhook and its delivery log.',
      isExtension: true,
      success: [{ status: 200, data: z.object({ id: z.string() }) }],
      errors: ['not_found'],
      async handle(call) {
        const { id } = await findWebhook(sql, call);
        const deliveries = sql
          .select({ id: webhookDeliveries.id })
          .from(webhookDeliveries)
          .where(eq(webhookDeliveries.endpointId, id));
        await atomic(sql, [
          sql.delete(webhookAttempts).where(inArray(webhookAttempts.deliveryId, deliveries)),
          sql.delete(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id)),
          sql.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)),
          audit(call, 'deleted', id),
        ]);
        return { message: 'The webhook is removed.', data: { id } };
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/webhooks/{webhookId}/rotate-secret',
      operationId: 'rotateWebhookSecret',
      summary: 'Create a new secret. For 24 hours messages carry signatures with both.',
      isExtension: true,
      success: [{ status: 200, data: withSecret }],
      errors: ['not_found'],
      async handle(call) {
        const endpoint = await findWebhook(sql, call);
        const secret = newWebhookSecret();
        const changes = {
          secret: await vault.seal(secret),
          previousSecret: endpoint.secret,
          previousSecretUntilMs: clock.now() + 24 * 3_600_000,
          updatedAtMs: clock.now(),
        };
        await atomic(sql, [
          sql.update(webhookEndpoints).set(changes).where(eq(webhookEndpoints.id, endpoint.id)),
          audit(call, 'secret_rotated', endpoint.id),
        ]);
        const data = { ...toWebhookRecord({ ...endpoint, ...changes }), secret };
        return { message: 'Keep the secret: it is not shown again.', data };
      },
    }),
  ];
}
