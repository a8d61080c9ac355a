import { and, eq } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Metrics } from '#core/metrics.ts';
import type { Sql, Statement } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import type { JobHandler, JobOutcome } from '#jobs/queue.ts';
import {
  type WebhookDelivery,
  type WebhookEndpoint,
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
} from '../store/webhooks.ts';
import type { PostWebhook, WebhookResponse } from './post-webhook.ts';
import { signWebhook } from './webhook-secret.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long before each attempt after the one before it: ten in all, over about three days. */
export const attemptDelaysMs = [
  0,
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
] as const;

const longestRetryAfterMs = 24 * hourMs;

export interface DeliverDeps {
  sql: Sql;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Opens the secrets that sign. */
  vault: Vault;
  post: PostWebhook;
  random?: () => number;
}

type Payload = { deliveryId: string; series: number };

/** Sends one message until it is taken. `series` is how many attempts came before: a resend starts the ten anew. */
export function deliverWebhook(deps: DeliverDeps): JobHandler<Payload> {
  const { sql, clock, metrics, vault, random = Math.random } = deps;
  const attempts = metrics.counter('service_webhook_attempts_total', 'Attempts to deliver webhooks by result.');

  return {
    kind: 'webhook.deliver',
    concurrency: 8,
    async run(job, { signal }): Promise<JobOutcome> {
      const { deliveryId, series } = job.payload;
      const [row] = await sql
        .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints })
        .from(webhookDeliveries)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
        .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.series, series)));
      if (row?.delivery.state !== 'pending') return { status: 'done' };
      const { delivery, endpoint } = row;
      if (endpoint.disabledAtMs !== null) return { status: 'done', writes: [end(delivery, 'failed', 0)] };

      const startedAtMs = clock.now();
      const result = await send(endpoint, delivery, signal);
      if (signal.aborted) throw new Error('the process is stopping');
      const isTaken = 'status' in result && result.status >= 200 && result.status < 300;
      attempts.add({ result: isTaken ? 'delivered' : 'failed' });
      const attempt = sql.insert(webhookAttempts).values({
        deliveryId,
        n: delivery.attempts + 1,
        atMs: startedAtMs,
        durationMs: clock.now() - startedAtMs,
        httpStatus: 'status' in result ? result.status : null,
        error: 'error' in result ? result.error : null,
      });
      if (isTaken) return { status: 'done', writes: [attempt, end(delivery, 'delivered')] };
      if ('status' in result && result.status === 410) {
        const writes = [attempt, end(delivery, 'failed'), disable(endpoint, 'The address answered 410 Gone.')];
        return { status: 'done', writes };
      }
      const delayMs = attemptDelaysMs[delivery.attempts + 1 - delivery.series];
      if (delayMs === undefined) {
        const writes = [attempt, end(delivery, 'failed'), disable(endpoint, 'Ten attempts in a row failed.')];
        return { status: 'done', writes };
      }
      const runAtMs = clock.now() + Math.max(jitter(delayMs), retryAfterMs(result));
      const counted = sql
        .update(webhookDeliveries)
        .set({ attempts: delivery.attempts + 1, nextAttemptAtMs: runAtMs })
        .where(eq(webhookDeliveries.id, deliveryId));
      return { status: 'later', runAtMs, writes: [attempt, counted] };
    },
  };

  async function send(
    endpoint: WebhookEndpoint,
    delivery: WebhookDelivery,
    signal: AbortSignal,
  ): Promise<WebhookResponse | { error: string }> {
    const opened = {
      ...endpoint,
      secret: await vault.open(endpoint.secret),
      previousSecret: endpoint.previousSecret === null ? null : await vault.open(endpoint.previousSecret),
    };
    const headers = signWebhook(opened, delivery.id, delivery.body, clock.now());
    try {
      return await deps.post(endpoint.url, headers, delivery.body, endpoint.isInternal, signal);
    } catch (error) {
      return { error: describe(error) };
    }
  }

  function end(delivery: WebhookDelivery, state: 'delivered' | 'failed', made = 1): Statement {
    return sql
      .update(webhookDeliveries)
      .set({ state, attempts: delivery.attempts + made, nextAttemptAtMs: null, endedAtMs: clock.now() })
      .where(eq(webhookDeliveries.id, delivery.id));
  }

  function disable(endpoint: WebhookEndpoint, reason: string): Statement {
    return sql
      .update(webhookEndpoints)
      .set({ disabledAtMs: clock.now(), disabledReason: reason, updatedAtMs: clock.now() })
      .where(eq(webhookEndpoints.id, endpoint.id));
  }

  function jitter(delayMs: number): number {
    return Math.round(delayMs * (1 + random() / 10));
  }

  function retryAfterMs(result: WebhookResponse | { error: string }): number {
    const header = 'retryAfter' in result ? result.retryAfter : undefined;
    if (header === undefined) return 0;
    const askedMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - clock.now();
    return Math.min(longestRetryAfterMs, Math.max(0, askedMs || 0));
  }
}

function describe(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError') return 'no answer within 15 s';
  return (code ?? message).slice(0, 200);
}
