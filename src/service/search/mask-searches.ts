import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { keepText } from '#core/kept-text.ts';
import type { Sql } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import { maskKeptTexts } from '#jobs/mask-kept-texts.ts';
import { searches } from '../store/searches.ts';

/** Searches of before their questions were stored masked. */
export function createMaskSearches({ sql, vault, clock }: { sql: Sql; vault: Vault; clock: Clock }) {
  return maskKeptTexts('searches.mask', clock, {
    plainAfter: async (id, limit) =>
      await sql
        .select({ id: searches.id, text: searches.query })
        .from(searches)
        .where(and(gt(searches.id, id), isNull(searches.whole)))
        .orderBy(asc(searches.id))
        .limit(limit),
    async mask({ id, text }) {
      const { text: query, whole } = await keepText(vault, text);
      if (whole === null) return [];
      const isAsRead = and(eq(searches.id, id), isNull(searches.whole), eq(searches.query, text));
      return [sql.update(searches).set({ query, whole }).where(isAsRead)];
    },
  });
}
