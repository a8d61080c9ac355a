import { and, asc, eq, sql as expression, gt, inArray } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { sealData } from '#core/kept-text.ts';
import type { Sql } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import { maskKeptTexts } from '#jobs/mask-kept-texts.ts';
import { jobs } from '#jobs/schema.ts';

/** Where in the payload of a job stands what somebody wrote, which the intake seals today. */
const sealed: Record<string, readonly [request: string, field: string]> = {
  'run-command': ['command', 'ask'],
  'run-action': ['press', 'act'],
};

/** Commands and forms of before they were stored sealed; their jobs stay until retention ends. */
export function createMaskCommands({ sql, vault, clock }: { sql: Sql; vault: Vault; clock: Clock }) {
  return maskKeptTexts('mask-commands', clock, {
    // Most jobs are no commands: looked for among all of them in one query, one would take as long as the table is.
    batch: 250,
    plainAfter: async (id, limit) =>
      await sql
        .select({ id: jobs.id, kind: jobs.kind, payload: ofCommands })
        .from(jobs)
        .where(gt(jobs.id, id))
        .orderBy(asc(jobs.id))
        .limit(limit),
    async mask({ id, kind, payload }) {
      const [request = '', field = ''] = sealed[kind] ?? [];
      if (payload === null) return [];
      const whole = JSON.parse(payload) as Record<string, Record<string, unknown>>;
      const plain = whole[request]?.[field];
      if (typeof plain !== 'object' || plain === null) return [];
      const kept = { ...whole, [request]: { ...whole[request], [field]: await sealData(vault, plain) } };
      const isAsRead = and(eq(jobs.id, id), expression`${jobs.payload} = ${payload}`);
      return [sql.update(jobs).set({ payload: kept }).where(isAsRead)];
    },
  });
}

const ofCommands = expression<
  string | null
>`case when ${inArray(jobs.kind, Object.keys(sealed))} then ${jobs.payload} end`;
