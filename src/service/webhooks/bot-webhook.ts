import { and, eq } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import type { Sql } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import type { BotAccount } from '../access/bot-account.ts';
import { webhookEndpoints, webhookEvents } from '../store/webhooks.ts';
import { newWebhookSecret } from './webhook-secret.ts';

/** The webhook of the bot in the same process: registered by the process itself, allowed on loopback. */
export async function registerBotWebhook(
  { sql, clock, vault }: { sql: Sql; clock: Clock; vault: Vault },
  bot: BotAccount,
  url: string,
): Promise<{ secret: string }> {
  const now = clock.now();
  const isOwn = and(eq(webhookEndpoints.ownerId, bot.userId), eq(webhookEndpoints.isInternal, true));
  const [known] = await sql.select().from(webhookEndpoints).where(isOwn);
  if (known) {
    // What was not delivered before a restart still is, to the new address and with the same secret.
    await sql
      .update(webhookEndpoints)
      .set({ url, disabledAtMs: null, disabledReason: null, updatedAtMs: now })
      .where(isOwn);
    return { secret: await vault.open(known.secret) };
  }
  const secret = newWebhookSecret();
  await sql.insert(webhookEndpoints).values({
    id: newId(clock),
    ownerId: bot.userId,
    url,
    description: 'embedded bot',
    events: webhookEvents.filter((event) => event !== 'webhook.test'),
    secret: await vault.seal(secret),
    isInternal: true,
    createdAtMs: now,
    updatedAtMs: now,
  });
  return { secret };
}
