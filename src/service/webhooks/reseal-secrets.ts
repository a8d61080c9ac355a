import { eq } from 'drizzle-orm';
import type { Log } from '#core/log.ts';
import { atomic, type Sql } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import { webhookEndpoints } from '../store/webhooks.ts';

/** At start: every secret is sealed with the key of now, so that an old one can be taken away. Throws where a key is missing. */
export async function resealSecrets({ sql, vault, log }: { sql: Sql; vault: Vault; log: Log }): Promise<void> {
  const rows = await sql
    .select({
      id: webhookEndpoints.id,
      secret: webhookEndpoints.secret,
      previousSecret: webhookEndpoints.previousSecret,
    })
    .from(webhookEndpoints);
  const again = async (text: string) => (vault.isCurrent(text) ? text : await vault.seal(await vault.open(text)));
  const writes = [];
  for (const { id, secret, previousSecret } of rows) {
    const fresh = {
      secret: await again(secret),
      previousSecret: previousSecret === null ? null : await again(previousSecret),
    };
    if (fresh.secret === secret && fresh.previousSecret === previousSecret) continue;
    writes.push(sql.update(webhookEndpoints).set(fresh).where(eq(webhookEndpoints.id, id)));
  }
  await atomic(sql, writes);
  if (writes.length > 0) log.info('webhook secrets sealed with the current key', { count: writes.length });
}
