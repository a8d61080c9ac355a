import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const webhookEvents = [
  'search.completed',
  'search.failed',
  'delta.completed',
  'delta.failed',
  'file.completed',
  'file.failed',
  'api_key.expiring',
  'webhook.test',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Of one account. */
export const maxWebhooks = 20;

export const webhookEndpoints = sqliteTable(
  'webhook_endpoints',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    url: text('url').notNull(),
    description: text('description').notNull(),
    events: text('events', { mode: 'json' }).$type<WebhookEvent[]>().notNull(),
    secret: text('secret').notNull(),
    /** Signs beside the new one until then. */
    previousSecret: text('previous_secret'),
    previousSecretUntilMs: integer('previous_secret_until_ms'),
    /** Registered by this process for its own bot: may be on loopback. */
    isInternal: integer('is_internal', { mode: 'boolean' }).notNull(),
    disabledAtMs: integer('disabled_at_ms'),
    disabledReason: text('disabled_reason'),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
  },
  (table) => [index('webhook_endpoints_of_owner').on(table.ownerId, table.createdAtMs)],
);

/** Both are sealed. */
export const webhookSecrets = [webhookEndpoints.secret, webhookEndpoints.previousSecret] as const;

export type WebhookEndpoint = typeof webhookEndpoints.$inferSelect;

/** One message to one endpoint. The id goes out as `webhook-id` and stays the same over all attempts. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    id: text('id').primaryKey(),
    endpointId: text('endpoint_id').notNull(),
    event: text('event', { enum: webhookEvents }).notNull(),
    /** The exact bytes that are signed. */
    body: text('body').notNull(),
    state: text('state', { enum: ['pending', 'delivered', 'failed'] }).notNull(),
    attempts: integer('attempts').notNull(),
    /** Attempts made before the current series of ten began: a resend starts a new one. */
    series: integer('series').notNull(),
    nextAttemptAtMs: integer('next_attempt_at_ms'),
    createdAtMs: integer('created_at_ms').notNull(),
    endedAtMs: integer('ended_at_ms'),
  },
  (table) => [
    index('webhook_deliveries_of_endpoint').on(table.endpointId, table.createdAtMs, table.id),
    index('webhook_deliveries_by_age').on(table.createdAtMs),
  ],
);

export type WebhookDelivery = typeof webhookDeliveries.$inferSelect;

export const webhookAttempts = sqliteTable(
  'webhook_attempts',
  {
    deliveryId: text('delivery_id').notNull(),
    n: integer('n').notNull(),
    atMs: integer('at_ms').notNull(),
    durationMs: integer('duration_ms').notNull(),
    httpStatus: integer('http_status'),
    error: text('error'),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.n] })],
);
