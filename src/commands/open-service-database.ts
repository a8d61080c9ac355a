import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '#core/errors.ts';
import { openSql, type Sql } from '#core/sql.ts';
import { migrate } from '#node/migrate.ts';
import { openSqliteEngine } from '#node/sqlite-engine.ts';

export interface OpenDatabase extends Disposable {
  sql: Sql;
}

/** The service's database in the data folder, brought up to date. It may be in use by a running service. */
export function openServiceDatabase(dataDir: string): OpenDatabase {
  const path = join(resolve(dataDir), 'service.db');
  if (!existsSync(path)) {
    throw new UsageError(`There is no ${path}: start the service once, or set DATA_DIR to its folder.`);
  }
  const engine = openSqliteEngine(path);
  migrate(engine.connection, fileURLToPath(new URL('../../drizzle/service', import.meta.url)));
  return { sql: openSql(engine), [Symbol.dispose]: () => engine.close() };
}
