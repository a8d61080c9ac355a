import { inArray, notInArray } from 'drizzle-orm';
import { deliveries } from '../../../src/bot/store/delivery.ts';
import type { Sql } from '../../../src/core/sql.ts';
import { jobs } from '../../../src/jobs/schema.ts';
import type { startJira, startSlack } from '../vendors.ts';
import type { Share } from './share-all.ts';

export interface Verdict {
  /** Shares without an answer, and with more than one. */
  lost: string[];
  twice: string[];
  /** Lines that still say how far work is, which is over. */
  leftover: string[];
  /** Work that was given up, and answers that never left. */
  dead: unknown[];
  unsent: unknown[];
}

export async function judgeWorld({
  shares,
  slack,
  jira,
  sql,
}: {
  shares: readonly Share[];
  slack: ReturnType<typeof startSlack>;
  jira: ReturnType<typeof startJira>;
  sql: Sql;
}): Promise<Verdict> {
  const posts = (slack.workspace.channels.get('C0BRINGUP')?.messages ?? []).filter(
    ({ user }) => user === slack.bot.userId,
  );
  const answersTo = (share: Share): number => {
    const isAnswer = (content: unknown) => new RegExp(`cause of ${share.name}\\b`).test(JSON.stringify(content));
    return 'threadTs' in share
      ? posts.filter(({ thread_ts, blocks }) => thread_ts === share.threadTs && isAnswer(blocks)).length
      : (jira.site.findIssue(share.issueKey)?.comments ?? []).filter(({ body }) => isAnswer(body)).length;
  };
  return {
    lost: shares.filter((share) => answersTo(share) === 0).map(({ name }) => name),
    twice: shares.filter((share) => answersTo(share) > 1).map(({ name }) => name),
    leftover: posts
      .filter(({ blocks }) => JSON.stringify(blocks ?? []).includes('"answer:stop"'))
      .map(({ text }) => String(text)),
    dead: await sql
      .select({ kind: jobs.kind, key: jobs.dedupKey, error: jobs.lastError })
      .from(jobs)
      .where(inArray(jobs.state, ['dead'])),
    unsent: await sql
      .select({ key: deliveries.key, state: deliveries.state, reason: deliveries.reason })
      .from(deliveries)
      .where(notInArray(deliveries.state, ['sent'])),
  };
}
