import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { keepText } from '#core/kept-text.ts';
import type { Sql } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import { maskKeptTexts } from '#jobs/mask-kept-texts.ts';
import { questions } from './cases.ts';

/** Questions of before they were stored masked. */
export function createMaskQuestions({ sql, vault, clock }: { sql: Sql; vault: Vault; clock: Clock }) {
  return maskKeptTexts('mask-questions', clock, {
    plainAfter: async (id, limit) =>
      await sql
        .select({ id: questions.id, text: questions.text })
        .from(questions)
        .where(and(gt(questions.id, id), isNull(questions.whole)))
        .orderBy(asc(questions.id))
        .limit(limit),
    async mask({ id, text }) {
      const kept = await keepText(vault, text);
      if (kept.whole === null) return [];
      const isAsRead = and(eq(questions.id, id), isNull(questions.whole), eq(questions.text, text));
      return [sql.update(questions).set(kept).where(isAsRead)];
    },
  });
}
