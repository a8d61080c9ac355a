import { and, eq, isNull } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import type { Sql, Statement } from '#core/sql.ts';
import type { NewJob } from '#jobs/queue.ts';
import type { ApiKey } from '../store/api-keys.ts';
import type { FileRow } from '../store/files.ts';
import type { SearchRow } from '../store/searches.ts';
import {
  maxWebhooks,
  type WebhookEndpoint,
  type WebhookEvent,
  webhookDeliveries,
  webhookEndpoints,
} from '../store/webhooks.ts';

export interface Announcement {
  writes: Statement[];
  enqueue: NewJob[];
}

/** Turns what happened into deliveries, to be committed together with it. Payloads are thin: ids and where to look. */
export interface Announce {
  fileEnded(file: FileRow, status: 'COMPLETED' | 'FAILED'): Promise<Announcement>;
  /** Deep runs only: nobody waits long for a quick one. */
  searchEnded(search: SearchRow, status: 'COMPLETED' | 'FAILED'): Promise<Announcement>;
  keyExpiring(key: ApiKey, days: number): Promise<Announcement>;
  test(endpoint: WebhookEndpoint): Announcement & { id: string };
}

export function createAnnounce({ sql, clock }: { sql: Sql; clock: Clock }): Announce {
  async function announce(ownerId: string, event: WebhookEvent, data: Record<string, unknown>): Promise<Announcement> {
    const endpoints = await sql
      .select()
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.ownerId, ownerId), isNull(webhookEndpoints.disabledAtMs)))
      .limit(maxWebhooks);
    return join(
      endpoints.filter((endpoint) => endpoint.events.includes(event)).map((endpoint) => deliver(endpoint, event, data)),
    );
  }

  function deliver(
    endpoint: WebhookEndpoint,
    event: WebhookEvent,
    data: Record<string, unknown>,
  ): Announcement & { id: string } {
    const now = clock.now();
    const id = `msg_${newId(clock)}`;
    const body = JSON.stringify({ type: event, timestamp: new Date(now).toISOString(), data });
    return {
      id,
      writes: [
        sql.insert(webhookDeliveries).values({
          id,
          endpointId: endpoint.id,
          event,
          body,
          state: 'pending',
          attempts: 0,
          series: 0,
          nextAttemptAtMs: now,
          createdAtMs: now,
        }),
      ],
      enqueue: [{ kind: 'webhook.deliver', payload: { deliveryId: id, series: 0 } }],
    };
  }

  return {
    async fileEnded(file, status) {
      const data = { file_id: file.id, status, url: `/api/v1/files/${file.id}` };
      return await announce(file.ownerId, status === 'COMPLETED' ? 'file.completed' : 'file.failed', data);
    },
    async searchEnded(search, status) {
      if (search.mode !== 'deep') return { writes: [], enqueue: [] };
      const collection = search.targetKind === 'file' ? 'files' : 'deltas';
      const kind = search.targetKind === 'file' ? 'search' : 'delta';
      return await announce(search.ownerId, `${kind}.${status === 'COMPLETED' ? 'completed' : 'failed'}`, {
        search_id: search.id,
        [`${search.targetKind}_id`]: search.targetId,
        mode: search.mode,
        status,
        url: `/api/v1/${collection}/${search.targetId}/searches/${search.id}`,
      });
    },
    async keyExpiring(key, days) {
      const expiresAt = new Date(key.expiresAtMs).toISOString();
      return await announce(key.userId, 'api_key.expiring', {
        key_id: key.id,
        last4: key.last4,
        expires_at: expiresAt,
        days_left: days,
        url: '/console/settings/keys',
      });
    },
    test: (endpoint) => deliver(endpoint, 'webhook.test', { webhook_id: endpoint.id }),
  };
}

function join(parts: readonly Announcement[]): Announcement {
  return { writes: parts.flatMap((part) => part.writes), enqueue: parts.flatMap((part) => part.enqueue) };
}
