import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '../core/log.ts';
import { openSql, type Sql } from '../core/sql.ts';
import { migrate } from '../node/migrate.ts';
import { openSqliteEngine } from '../node/sqlite-engine.ts';

const drizzleFolder = fileURLToPath(new URL('../../drizzle', import.meta.url));

/** Opens a database of the data folder, brings it up to date and closes it with the others. */
export type OpenDatabase = (name: 'bot' | 'service') => Sql;

export function databasesOf(dataDir: string, log: Log, closing: AsyncDisposableStack): OpenDatabase {
  return (name) => {
    const engine = closing.adopt(openSqliteEngine(join(dataDir, `${name}.db`)), ({ close }) => close());
    const applied = migrate(engine.connection, join(drizzleFolder, name));
    if (applied > 0) log.info('database brought up to date', { database: name, applied });
    return openSql(engine);
  };
}
