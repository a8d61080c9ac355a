import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import type { Sql } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import { maskKeptTexts } from '#jobs/mask-kept-texts.ts';
import { questions } from './cases.ts';

/** Questions of before they were stored masked. */
export function createMaskQuestions(deps: { sql: Sql; vault: Vault; clock: Clock }) {
  const { sql } = deps;
  return maskKeptTexts('mask-questions', deps, {
    plainAfter: async (id, limit) =>
      await sql
        .select({ id: questions.id, text: questions.text })
        .from(questions)
        .where(and(gt(questions.id, id), isNull(questions.whole)))
        .orderBy(asc(questions.id))
        .limit(limit),
    mask: ({ id, text }, kept) =>
      sql
        .update(questions)
        .set(kept)
        .where(and(eq(questions.id, id), isNull(questions.whole), eq(questions.text, text))),
  });
}
