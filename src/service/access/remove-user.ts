import { eq } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { atomic, type Sql } from '#core/sql.ts';
import { sessions, type User, users } from '../store/accounts.ts';
import { apiKeys } from '../store/api-keys.ts';
import { identities, openedCases } from '../store/identities.ts';
import { webhookEndpoints } from '../store/webhooks.ts';
import { auditStatement } from './audit.ts';

/** Ends an account at once: nothing signs in, is called or is told for it any more. Its files are deleted before. */
export async function removeUser(
  { sql, clock }: { sql: Sql; clock: Clock },
  actor: string,
  { id }: User,
): Promise<void> {
  await atomic(sql, [
    sql.delete(sessions).where(eq(sessions.userId, id)),
    sql.delete(apiKeys).where(eq(apiKeys.userId, id)),
    sql.delete(identities).where(eq(identities.userId, id)),
    sql.delete(openedCases).where(eq(openedCases.userId, id)),
    sql.delete(webhookEndpoints).where(eq(webhookEndpoints.ownerId, id)),
    sql.delete(users).where(eq(users.id, id)),
    auditStatement(sql, clock, actor, 'user.removed', id),
  ]);
}
