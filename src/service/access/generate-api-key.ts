import { and, eq, isNull, lte } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import { atomic, type Sql } from '#core/sql.ts';
import type { User } from '../store/accounts.ts';
import { type ApiKey, apiKeys } from '../store/api-keys.ts';
import { hashApiKey, makeApiKey } from './api-key-format.ts';
import { keyLifetimeMs } from './api-key-lifetime.ts';
import { auditStatement } from './audit.ts';

export type GeneratedKey =
  | { ok: true; key: string; row: ApiKey }
  | { ok: false; reason: 'api_access_required' | 'plan_not_eligible' }
  | { ok: false; reason: 'active_key_exists'; existing: ApiKey };

/** The key is in the answer and nowhere else. Of any number of simultaneous calls one succeeds. */
export async function generateApiKey(
  { sql, clock }: { sql: Sql; clock: Clock },
  user: User,
  name: string,
): Promise<GeneratedKey> {
  if (!user.hasApiAccess) return { ok: false, reason: 'api_access_required' };
  if (user.plan === 'none') return { ok: false, reason: 'plan_not_eligible' };
  const now = clock.now();
  const key = makeApiKey();
  const row: ApiKey = {
    id: newId(clock),
    userId: user.id,
    name,
    hash: hashApiKey(key),
    prefix: key.slice(0, 6),
    last4: key.slice(-4),
    createdAtMs: now,
    expiresAtMs: now + keyLifetimeMs,
    endedAtMs: null,
    endedBy: null,
    warnedDays: null,
  };
  const [, inserted] = (await atomic(sql, [
    sql
      .update(apiKeys)
      .set({ endedAtMs: now, endedBy: 'expired' })
      .where(and(eq(apiKeys.userId, user.id), isNull(apiKeys.endedAtMs), lte(apiKeys.expiresAtMs, now))),
    sql.insert(apiKeys).values(row).onConflictDoNothing().returning({ id: apiKeys.id }),
  ])) as [unknown, { id: string }[]];
  if (inserted.length > 0) {
    await atomic(sql, [auditStatement(sql, clock, user.id, 'api_key.generated', row.id, { last4: row.last4 })]);
    return { ok: true, key, row };
  }
  const existing = await activeKeyOf(sql, user.id);
  if (!existing) return await generateApiKey({ sql, clock }, user, name);
  return { ok: false, reason: 'active_key_exists', existing };
}

async function activeKeyOf(sql: Sql, userId: string): Promise<ApiKey | undefined> {
  const [row] = await sql
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.endedAtMs)));
  return row;
}
