import { openSql, type Sql } from '#core/sql.ts';
import { migrate } from '../../src/node/migrate.ts';
import { openSqliteEngine, type SqliteEngine } from '../../src/node/sqlite-engine.ts';

export interface TestDatabase {
  engine: SqliteEngine;
  sql: Sql;
  close(): void;
}

/** A fresh database brought up by the program's own migrations. In memory unless a path is given. */
export function openTestDatabase(name: 'bot' | 'service', path = ':memory:'): TestDatabase {
  const engine = openSqliteEngine(path);
  migrate(engine.connection, `drizzle/${name}`);
  return { engine, sql: openSql(engine), close: () => engine.close() };
}
