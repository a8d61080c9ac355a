import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import type { Sql } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import { maskKeptTexts } from '#jobs/mask-kept-texts.ts';
import { searches } from '../store/searches.ts';

/** Searches of before their questions were stored masked. */
export function createMaskSearches(deps: { sql: Sql; vault: Vault; clock: Clock }) {
  const { sql } = deps;
  return maskKeptTexts('searches.mask', deps, {
    plainAfter: async (id, limit) =>
      await sql
        .select({ id: searches.id, text: searches.query })
        .from(searches)
        .where(and(gt(searches.id, id), isNull(searches.whole)))
        .orderBy(asc(searches.id))
        .limit(limit),
    mask: ({ id, text }, { text: query, whole }) =>
      sql
        .update(searches)
        .set({ query, whole })
        .where(and(eq(searches.id, id), isNull(searches.whole), eq(searches.query, text))),
  });
}
