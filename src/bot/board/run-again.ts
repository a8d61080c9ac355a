import { and, eq, inArray } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { wholeText } from '#core/kept-text.ts';
import { atomic, type Sql, type Statement } from '#core/sql.ts';
import type { Vault } from '#core/vault.ts';
import type { NewJob, Queue } from '#jobs/queue.ts';
import { jobs } from '#jobs/schema.ts';
import { kindAgain, planQuestions } from '../cases/ask-known-files.ts';
import { planNothing } from '../cases/planned.ts';
import { replayKey } from '../cases/same-as-before.ts';
import { postAgain } from '../delivery/post-again.ts';
import type { CaseRow, CaseStore, QuestionRow } from '../store/case-store.ts';
import { deliveries } from '../store/delivery.ts';

export interface AgainDeps {
  sql: Sql;
  clock: Clock;
  queue: Queue;
  store: CaseStore;
  vault: Vault;
}

/** Takes up work that was given up, with the questions that failed because of it. False: there is no such work. */
export async function runAgain(deps: AgainDeps, jobId: string): Promise<boolean> {
  const { sql, clock, queue, store } = deps;
  const [job] = await sql
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, jobId), eq(jobs.state, 'dead')))
    .limit(1);
  if (!job) return false;
  const { questionId, caseId, sha256 } = job.payload as { questionId?: string; caseId?: string; sha256?: string };
  const asked = questionId ? await store.findQuestion(questionId) : undefined;
  const rows = asked ? await found([asked.caseId]) : caseId ? await found([caseId]) : [];
  if (sha256) rows.push(...(await store.casesOfContent(sha256)));
  const failed = asked ? [asked] : await store.questionsOfCases(rows.map(({ id }) => id));
  const writes: Statement[] = [];
  const enqueue: NewJob[] = [];
  for (const question of failed.filter(({ state }) => state === 'failed')) {
    const planned = await askAgain(question, rows);
    writes.push(...planned.writes);
    enqueue.push(...planned.enqueue);
  }
  const anew = { state: 'waiting', runAtMs: clock.now(), attempt: 1, kills: 0, suspected: 0, endedAtMs: null } as const;
  await atomic(sql, [
    ...(asked
      ? []
      : rows
          .filter(({ state }) => state === 'failed')
          .map(({ id }) => store.updateCase(id, { state: 'queued', detail: null }))),
    // A question that failed is asked anew; its old job would find it ended.
    sql
      .update(jobs)
      .set(asked ? { state: 'done' } : anew)
      .where(and(eq(jobs.id, job.id), eq(jobs.state, 'dead'))),
    ...writes,
    ...queue.enqueueStatements(enqueue),
  ]);
  queue.wake();
  return true;

  async function found(ids: readonly string[]): Promise<CaseRow[]> {
    return (await Promise.all(ids.map((id) => store.findCase(id)))).filter((row) => row !== undefined);
  }

  async function askAgain(question: QuestionRow, of: readonly CaseRow[]) {
    const place = await store.findPlace(question.placeKey);
    const row = of.find(({ id }) => id === question.caseId);
    if (!place || !row) return planNothing();
    const kind = kindAgain(question.kind);
    const askKey = replayKey(question.id, clock.now());
    const words = await wholeText(deps.vault, question);
    const { asker, isTyped } = question;
    return planQuestions(deps, [row], { place: place.place, asker, askKey, question: words, isTyped, kind });
  }
}

/** Posts once more what a vendor refused. */
export async function deliverAgain(deps: AgainDeps, deliveryId: string): Promise<boolean> {
  const { sql, queue } = deps;
  const rows = await sql
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.id, deliveryId), inArray(deliveries.state, ['failed'])))
    .limit(1);
  if (rows.length === 0) return false;
  await atomic(sql, postAgain(deps, rows));
  queue.wake();
  return true;
}
