import { openSql, type Sql } from '#core/sql.ts';
import { migrate } from './migrate.ts';
import { openSqliteEngine, type SqliteEngine } from './sqlite-engine.ts';

export interface Database {
  sql: Sql;
  engine: SqliteEngine;
  /** Commits what is pending, then closes. */
  close(): void;
}

/** Opens a database file (or `:memory:`) for durable writes and brings it up to the migrations of the folder. */
export function openDatabase(path: string, migrationsFolder: string): Database {
  const engine = openSqliteEngine(path);
  try {
    migrate(engine.connection, migrationsFolder);
  } catch (error) {
    engine.close();
    throw error;
  }
  return { sql: openSql(engine), engine, close: () => engine.close() };
}
