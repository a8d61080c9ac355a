import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '#core/errors.ts';
import { openSql, type Sql } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import { migrate } from '#node/migrate.ts';
import { openSqliteEngine } from '#node/sqlite-engine.ts';
import { openDataVault } from '#node/vault-keys.ts';
import type { Config } from '../config.ts';

/** The bot's database and the key to its secrets, for the length of some work; the program may be running. */
export async function withBotDatabase<T>(
  config: Config,
  work: (opened: { sql: Sql; vault: Vault }) => Promise<T>,
): Promise<T> {
  const dataDir = resolve(config.DATA_DIR);
  if (!existsSync(dataDir)) throw new UsageError(`There is no ${dataDir}: start the program once, or set DATA_DIR.`);
  const engine = openSqliteEngine(join(dataDir, 'bot.db'));
  try {
    migrate(engine.connection, fileURLToPath(new URL('../../drizzle/bot', import.meta.url)));
    return await work({ sql: openSql(engine), vault: await openDataVault(dataDir, config.DATA_KEY) });
  } finally {
    engine.close();
  }
}
