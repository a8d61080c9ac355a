import type { BatchItem } from 'drizzle-orm/batch';
import { drizzle, type SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy';

export interface SqlQuery {
  sql: string;
  params: unknown[];
  method: 'run' | 'all' | 'values' | 'get';
}

/**
 * What a SQLite engine must offer: one statement, or a fixed list that commits whole or not at all.
 * That is the one atomic operation better-sqlite3 and D1 have in common; nothing reads between the statements of a list.
 */
export interface SqlEngine {
  run(query: SqlQuery): Promise<{ rows: unknown[] }>;
  atomic(queries: readonly SqlQuery[]): Promise<{ rows: unknown[] }[]>;
}

export type Sql = SqliteRemoteDatabase<Record<string, never>>;

/** A built drizzle query, not yet run. */
export type Statement = BatchItem<'sqlite'>;

export function openSql(engine: SqlEngine): Sql {
  return drizzle(
    (sql, params, method) => engine.run({ sql, params, method }),
    (queries) => engine.atomic(queries),
  );
}

/** Commits all statements or none, in order. An empty list does nothing. */
export async function atomic(sql: Sql, statements: readonly Statement[]): Promise<unknown[]> {
  const [first, ...rest] = statements;
  return first ? await sql.batch([first, ...rest]) : [];
}
