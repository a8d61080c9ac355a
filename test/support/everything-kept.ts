import type { TestDatabase } from './test-database.ts';

/** All rows of all tables of a database, as one text. */
export function everythingKept({ engine: { connection } }: TestDatabase): string {
  const tables = connection
    .prepare<[], string>("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
    .pluck()
    .all();
  return tables
    .map((table) => `${table} ${JSON.stringify(connection.prepare(`select * from "${table}"`).all())}`)
    .join('\n');
}
