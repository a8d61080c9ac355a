import { and, eq, lte } from 'drizzle-orm';
import { newId } from '#core/ids.ts';
import { keepText, wholeText } from '#core/kept-text.ts';
import { atomic } from '#core/sql.ts';
import { ApiError } from '../api/errors.ts';
import { type SearchRow, searches } from '../store/searches.ts';
import type { SearchDeps } from './search-deps.ts';

const idempotencyMs = 24 * 3_600_000;

export interface Question {
  ownerId: string;
  targetKind: 'file' | 'delta';
  targetId: string;
  mode: 'quick' | 'deep';
  query: string;
  /** From the client; the same key with the same question is the same search for 24 hours. */
  idempotencyKey?: string | undefined;
  /** Absent: the owner's. */
  fairKey?: string;
}

/** Writes the search and its job in one commit, or finds the one this key already stands for. */
export async function startSearch(
  { sql, clock, queue, vault }: Pick<SearchDeps, 'sql' | 'clock' | 'queue' | 'vault'>,
  question: Question,
  id = newId(clock),
): Promise<SearchRow> {
  const now = clock.now();
  const { idempotencyKey = null, fairKey = question.ownerId, ...asked } = question;
  const { text: query, whole } = await keepText(vault, question.query);
  const search: SearchRow = {
    ...asked,
    query,
    whole,
    id,
    idempotencyKey,
    status: 'RUNNING',
    report: null,
    errorCode: null,
    errorMessage: null,
    createdAtMs: now,
    startedAtMs: null,
    endedAtMs: null,
  };
  const ofKey = and(eq(searches.ownerId, question.ownerId), eq(searches.idempotencyKey, idempotencyKey ?? ''));
  const known = idempotencyKey === null ? undefined : await findKnown();
  if (known) return known;
  try {
    await atomic(sql, [
      sql
        .update(searches)
        .set({ idempotencyKey: null })
        .where(and(ofKey, lte(searches.createdAtMs, now - idempotencyMs))),
      sql.insert(searches).values(search),
      ...queue.enqueueStatements([{ kind: `search.${search.mode}`, payload: { searchId: id }, fairKey }]),
    ]);
  } catch (error) {
    const winner = idempotencyKey === null ? undefined : await findKnown();
    if (winner) return winner;
    throw error;
  }
  queue.wake();
  return search;

  async function findKnown(): Promise<SearchRow | undefined> {
    const [row] = await sql.select().from(searches).where(ofKey);
    if (!row || row.createdAtMs <= now - idempotencyMs) return undefined;
    const isSame =
      row.targetKind === question.targetKind &&
      row.targetId === question.targetId &&
      row.mode === question.mode &&
      [question.query, query].includes(await wholeText(vault, { text: row.query, whole: row.whole }));
    if (!isSame) throw new ApiError('idempotency_key_reused');
    return row;
  }
}
