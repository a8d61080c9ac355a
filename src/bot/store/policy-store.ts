import { and, desc, eq, sql as expression } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { type Policy, policySchema } from '#core/policy.ts';
import type { Sql, Statement } from '#core/sql.ts';
import { cases, questions } from './cases.ts';
import { judgements } from './judgements.ts';
import { policies } from './policies.ts';

/** Of a channel's files the newest tell how good the answers are. */
const mostCases = 500;

export type PolicyStore = ReturnType<typeof createPolicyStore>;

/** What was set for channels and projects, over what holds everywhere. */
export function createPolicyStore({ sql, clock, defaults }: { sql: Sql; clock: Clock; defaults: Policy }) {
  return {
    async policyOf(scope: string): Promise<Policy> {
      const [row] = await sql.select().from(policies).where(eq(policies.scope, scope)).limit(1);
      // A setting of another version of the program counts as not set.
      const set = policySchema.partial().safeParse(row?.settings ?? {});
      const known = Object.entries(set.data ?? {}).filter(([, value]) => value !== undefined);
      return { ...defaults, ...Object.fromEntries(known) };
    },
    savePolicy(scope: string, settings: Policy, setBy: string): Statement {
      const set = { settings, setBy, setAtMs: clock.now() };
      return sql
        .insert(policies)
        .values({ scope, ...set })
        .onConflictDoUpdate({ target: policies.scope, set });
    },
    /** What people said of the answers about files of a channel. */
    async agreement({ team, channel }: { team: string; channel: string }): Promise<{ right: number; judged: number }> {
      const newest = sql
        .select({ id: cases.id })
        .from(cases)
        .where(and(eq(cases.team, team), eq(cases.channel, channel)))
        .orderBy(desc(cases.createdAtMs))
        .limit(mostCases)
        .as('newest');
      const rows = await sql
        .select({ word: judgements.word, amount: expression<number>`count(*)` })
        .from(newest)
        .innerJoin(questions, eq(questions.caseId, newest.id))
        .innerJoin(judgements, eq(judgements.questionId, questions.id))
        .groupBy(judgements.word)
        .limit(2);
      const amountOf = (word: string) => rows.find((row) => row.word === word)?.amount ?? 0;
      return { right: amountOf('right'), judged: amountOf('right') + amountOf('wrong') };
    },
  };
}
