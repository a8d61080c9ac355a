import { eq } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import type { Sql } from '#core/sql.ts';
import { judgements } from './judgements.ts';

const mostJudges = 1_000;

/** What people say of answers: their last word counts, and saying it twice changes nothing. */
export function createJudgementStore({ sql, clock }: { sql: Sql; clock: Clock }) {
  return {
    async judge(questionId: string, judge: string, word: 'right' | 'wrong'): Promise<{ right: number; wrong: number }> {
      const set = { word, atMs: clock.now() };
      await sql
        .insert(judgements)
        .values({ questionId, judge, ...set })
        .onConflictDoUpdate({ target: [judgements.questionId, judgements.judge], set });
      const rows = await sql
        .select({ word: judgements.word })
        .from(judgements)
        .where(eq(judgements.questionId, questionId))
        .limit(mostJudges);
      const right = rows.filter((row) => row.word === 'right').length;
      return { right, wrong: rows.length - right };
    },
  };
}
