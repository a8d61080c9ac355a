import { and, ne } from 'drizzle-orm';
import { inList } from '#core/in-list.ts';
import { atomic, type Sql } from '#core/sql.ts';
import { searches } from '../store/searches.ts';

/** Deletes searches with their reports; of those that still run, what was asked. */
export async function forgetQueries(sql: Sql, ids: readonly string[]): Promise<void> {
  const isOne = inList(searches.id, ids);
  await atomic(sql, [
    sql.delete(searches).where(and(isOne, ne(searches.status, 'RUNNING'))),
    sql.update(searches).set({ query: '', whole: null }).where(isOne),
  ]);
}
