import { sql as expression, type SQL } from 'drizzle-orm';
import type { Sql } from './sql.ts';

/**
 * A statement that fails, and with it its whole atomic list, unless the condition holds: the one way to read and then
 * write that better-sqlite3 and D1 share. The condition is a boolean SQL expression, usually `exists (select …)`.
 * SQLite raises an error of a query's own only in triggers; a document that is no JSON raises one anywhere.
 */
export function guard(sql: Sql, condition: SQL) {
  return sql.all(expression`select json(case when ${condition} then 'true' else 'guard failed' end) as guard`);
}
