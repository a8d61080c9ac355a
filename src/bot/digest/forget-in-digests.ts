import { and, eq, gte, lt, or } from 'drizzle-orm';
import type { Sql } from '#core/sql.ts';
import type { JobHandler, Queue } from '#jobs/queue.ts';
import type { CaseJobs } from '../cases/case-jobs.ts';
import type { Message } from '../cases/messages.ts';
import { planEditStatements } from '../delivery/edit-answer.ts';
import { deliveries } from '../store/delivery.ts';
import type { DigestLine, DigestMessage } from './digest-message.ts';

type Forgotten = CaseJobs['forget-in-digests'];

/** More digests of one channel are not kept. */
const mostDigests = 200;

/** Takes the lines about a deleted file out of the digests of its channel, where they stand and as they are kept. */
export function createForgetInDigests(deps: { sql: Sql; queue: Queue }): JobHandler {
  return {
    kind: 'forget-in-digests',
    async run(job) {
      const gone = job.payload as unknown as Forgotten;
      const edits = (await digestsOf(deps.sql, gone)).flatMap(({ key, message }) => {
        const lines = message.lines.flatMap((line) => withoutCase(line, gone.caseId));
        const isSame = lines.every((line, index) => line === message.lines[index]);
        return isSame && lines.length === message.lines.length
          ? []
          : [{ destination: 'slack', key, message: { ...message, lines } }];
      });
      return { status: 'done', writes: planEditStatements(deps, edits) };
    },
  };
}

async function digestsOf(sql: Sql, { team, channel }: Forgotten): Promise<{ key: string; message: DigestMessage }[]> {
  const { destination, key, message } = deliveries;
  const isIn = (prefix: string) =>
    and(gte(key, `${prefix}:${team}:${channel}:`), lt(key, `${prefix}:${team}:${channel};`));
  const rows = await sql
    .select({ key, message })
    .from(deliveries)
    .where(and(eq(destination, 'slack'), or(isIn('digest'), isIn('digest-now'))))
    .limit(mostDigests);
  return rows.flatMap((row) => {
    const kept = row.message as DigestMessage | Message;
    return kept.kind === 'digest' ? [{ key: row.key, message: kept }] : [];
  });
}

/** A cause that other files have too is still told. */
function withoutCase(line: DigestLine, caseId: string): DigestLine[] {
  if (!line.caseIds?.includes(caseId)) return [line];
  const caseIds = line.caseIds.filter((id) => id !== caseId);
  return caseIds.length > 0 ? [{ ...line, caseIds }] : [];
}
