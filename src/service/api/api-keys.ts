import { and, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '#core/clock.ts';
import { atomic, type Sql } from '#core/sql.ts';
import { daysLeft, warningDays } from '../access/api-key-lifetime.ts';
import { auditStatement } from '../access/audit.ts';
import { generateApiKey } from '../access/generate-api-key.ts';
import { type ApiKey, apiKeys } from '../store/api-keys.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { ApiError } from './errors.ts';

const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  last4: z.string(),
  status: z.enum(['active', 'expired', 'revoked']),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  days_left: z.number().int(),
  is_expiring: z.boolean(),
});

/** Keys of the one who is signed in. The key itself is in one answer, once. */
export function apiKeyEndpoints({ sql, clock }: { sql: Sql; clock: Clock }): Endpoint[] {
  function toRecord(key: ApiKey): z.infer<typeof keySchema> {
    const isExpired = key.expiresAtMs <= clock.now();
    const status = key.endedBy ?? (isExpired ? 'expired' : 'active');
    const days = Math.max(0, daysLeft(key.expiresAtMs, clock.now()));
    return {
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      last4: key.last4,
      status,
      created_at: new Date(key.createdAtMs).toISOString(),
      expires_at: new Date(key.expiresAtMs).toISOString(),
      days_left: days,
      is_expiring: status === 'active' && days <= warningDays[0],
    };
  }

  return [
    defineEndpoint({
      method: 'POST',
      path: '/keys',
      operationId: 'generateKey',
      summary: 'Generate an API key.',
      isExtension: true,
      body: z.object({ name: z.string().trim().max(100).optional() }),
      success: [{ status: 201, data: keySchema.extend({ key: z.string() }) }],
      errors: ['api_access_required', 'plan_not_eligible', 'active_key_exists'],
      async handle({ caller, body }) {
        const result = await generateApiKey({ sql, clock }, caller.user, body.name || 'API key');
        if (result.ok) {
          const data = { ...toRecord(result.row), key: result.key };
          return { status: 201, message: 'Copy the key now: it is not shown again.', data };
        }
        if (result.reason !== 'active_key_exists') throw new ApiError(result.reason);
        const { prefix, last4, expires_at } = toRecord(result.existing);
        throw new ApiError('active_key_exists', { extra: { prefix, last4, expires_at } });
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/keys',
      operationId: 'listKeys',
      summary: 'Your API keys, newest first, without the keys themselves.',
      isExtension: true,
      success: [{ status: 200, data: z.array(keySchema) }],
      errors: [],
      async handle({ caller }) {
        const rows = await sql
          .select()
          .from(apiKeys)
          .where(eq(apiKeys.userId, caller.user.id))
          .orderBy(desc(apiKeys.createdAtMs))
          .limit(100);
        return { message: `${rows.length} keys.`, data: rows.map(toRecord) };
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/keys/{keyId}',
      operationId: 'revokeKey',
      summary: 'Revoke an API key at once.',
      isExtension: true,
      success: [{ status: 200, data: keySchema }],
      errors: ['not_found'],
      async handle({ caller, params }) {
        const isOwn = and(eq(apiKeys.id, params.keyId ?? ''), eq(apiKeys.userId, caller.user.id));
        const [key] = await sql.select().from(apiKeys).where(isOwn);
        if (!key) throw new ApiError('not_found', { message: 'There is no such key.' });
        if (key.endedAtMs !== null) return { message: 'The key is not active any more.', data: toRecord(key) };
        await atomic(sql, [
          sql
            .update(apiKeys)
            .set({ endedAtMs: clock.now(), endedBy: 'revoked' })
            .where(and(isOwn, isNull(apiKeys.endedAtMs))),
          auditStatement(sql, clock, caller.user.id, 'api_key.revoked', key.id),
        ]);
        return { message: 'The key is revoked.', data: toRecord({ ...key, endedBy: 'revoked' }) };
      },
    }),
  ];
}
