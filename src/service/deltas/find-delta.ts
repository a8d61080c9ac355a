import { and, eq } from 'drizzle-orm';
import type { Sql } from '#core/sql.ts';
import { ApiError } from '../api/errors.ts';
import { type DeltaRow, deltas } from '../store/searches.ts';

/** The comparison if it is the owner's, else 404. */
export async function findDelta(sql: Sql, ownerId: string, id: string | undefined): Promise<DeltaRow> {
  const [delta] = await sql
    .select()
    .from(deltas)
    .where(and(eq(deltas.id, id ?? ''), eq(deltas.ownerId, ownerId)));
  if (!delta) throw new ApiError('not_found', { message: 'There is no such delta.' });
  return delta;
}
