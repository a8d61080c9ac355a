import { and, desc, eq, sql as expression, gte, inArray, lt, ne } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { wholeText } from '#core/kept-text.ts';
import type { CaseAsk, CaseRecord, OpenedCase, Viewer } from '#core/pages/case-record.ts';
import { atomic, type Sql } from '#core/sql.ts';
import type { Queue } from '#jobs/queue.ts';
import { kindAgain, planQuestions } from '../cases/ask-known-files.ts';
import type { CaseDeps } from '../cases/case-deps.ts';
import type { Answer, Message } from '../cases/messages.ts';
import { scopeOf } from '../cases/policy.ts';
import { sourceOfCase } from '../cases/privacy.ts';
import { replayKey } from '../cases/same-as-before.ts';
import { answerKey } from '../cases/thread-home.ts';
import { firstKey } from '../delivery/plan-delivery.ts';
import { isLatestAttempt, postAgain } from '../delivery/post-again.ts';
import type { CaseRow, PlaceRow, QuestionRow } from '../store/case-store.ts';
import { cases, files } from '../store/cases.ts';
import { deliveries } from '../store/delivery.ts';
import { judgements } from '../store/judgements.ts';
import { readBehind } from './read-behind.ts';
import { createSight } from './sight.ts';

export type CaseBook = ReturnType<typeof createCaseBook>;

interface CaseBookDeps
  extends Pick<
    CaseDeps,
    'store' | 'slack' | 'jira' | 'privacy' | 'policies' | 'analysis' | 'links' | 'settings' | 'vault' | 'log'
  > {
  sql: Sql;
  clock: Clock;
  queue: Queue;
}

type Delivery = typeof deliveries.$inferSelect;

const mostDeliveries = 50;
const mostSiblings = 12;
const mostFiles = 200;

/** What the page behind an answer shows, to those who may see the place it was posted at and to nobody else. */
export function createCaseBook(deps: CaseBookDeps) {
  const { sql, store, clock, queue } = deps;
  const sight = createSight(deps);

  return {
    /** Undefined: there is no such page, or this person may not see it; the two are not told apart. */
    async read(ask: CaseAsk) {
      const found = await find(ask);
      if (!found) return undefined;
      const { question, row, place } = found;
      const file = row.sha256 ? await store.findFile(row.sha256) : undefined;
      const posted = await postedAt(question.id);
      const own = posted.find(({ key }) => key.startsWith(answerKey(question.id, place.key)));
      const answer = own ? answerOf(own.message) : undefined;
      return {
        name: row.name,
        state: row.state,
        detail: row.detail ?? undefined,
        fileType: file?.fileType ?? undefined,
        sizeBytes: file?.sizeBytes ?? row.sizeBytes ?? undefined,
        sha256: row.sha256 ?? undefined,
        serviceFileId: file?.state === 'completed' ? (file.serviceId ?? undefined) : undefined,
        uploadedName: file?.name,
        isMasked: (await deps.policies.policyOf(scopeOf(place.place))).personal !== 'allow',
        question: question.isTyped ? question.text : undefined,
        questionState: question.state,
        answer,
        steps: stepsOf(question, row, own),
        posted: await visiblePosts(posted, ask.viewer, place),
        beside: await filesBeside(row),
        siblings: await siblingsOf(answer?.signature, question.id, ask.viewer),
        judged: await judged(question.id, ask.viewer.id),
      };
    },

    readBehind: (record: CaseRecord) => readBehind(deps, record),

    async judge(ask: CaseAsk, word: 'right' | 'wrong') {
      if (!(await find(ask))) return false;
      const row = { questionId: ask.questionId, judge: ask.viewer.id, word, atMs: clock.now() };
      const set = { word, atMs: row.atMs };
      await sql
        .insert(judgements)
        .values(row)
        .onConflictDoUpdate({ target: [judgements.questionId, judgements.judge], set });
      return true;
    },

    /** Asks the same again, to be answered at the same place; twice within a minute is once. */
    async replay(ask: CaseAsk) {
      const found = await find(ask);
      if (!found) return false;
      const { question, row, place } = found;
      const askKey = replayKey(question.id, clock.now());
      const kind = kindAgain(question.kind);
      const words = await wholeText(deps.vault, question);
      const planned = await planQuestions(deps, [row], {
        place: place.place,
        asker: question.asker,
        askKey,
        question: words,
        isTyped: question.isTyped,
        kind,
      });
      await atomic(sql, [...planned.writes, ...queue.enqueueStatements(planned.enqueue)]);
      queue.wake();
      return true;
    },

    /** Posts once more what could not be posted. */
    async retry(ask: CaseAsk) {
      const found = await find(ask);
      if (!found) return false;
      const failed = (await postedAt(found.question.id)).filter(
        ({ key, state }) => state === 'failed' && key.startsWith(answerKey(found.question.id, found.place.key)),
      );
      if (failed.length > 0) await atomic(sql, postAgain(deps, failed));
      queue.wake();
      return true;
    },

    /** The name under which the person may read a file of the service; undefined: not at all. */
    async mayReadFile(serviceFileId: string, viewer: Viewer): Promise<{ name: string } | undefined> {
      const file = await store.fileByServiceId(serviceFileId);
      if (!file) return undefined;
      for (const row of (await store.casesOfContent(file.sha256)).reverse()) {
        if (await maySeeCase(row, viewer)) return { name: row.name };
      }
      return undefined;
    },

    /** Files that lie at places the person may see, newest first. */
    async filesOf(viewer: Viewer) {
      const rows = await sql
        .select({ row: cases, serviceId: files.serviceId, fileState: files.state })
        .from(cases)
        .innerJoin(files, eq(files.sha256, cases.sha256))
        .where(ne(cases.state, 'cancelled'))
        .orderBy(desc(cases.createdAtMs))
        .limit(mostFiles);
      const seen = new Set<string>();
      const found = [];
      for (const { row, serviceId, fileState } of rows) {
        if (serviceId === null || fileState !== 'completed' || seen.has(serviceId)) continue;
        if (!(await maySeeCase(row, viewer))) continue;
        seen.add(serviceId);
        const place = await store.findPlace(row.placeKey);
        found.push({ serviceId, name: row.name, state: row.state, atMs: row.createdAtMs, place: labelOf(place) });
      }
      return found;
    },

    /** Whether a person of the chat may have an account of the console. */
    knowsPerson: sight.isMember,
  };

  async function find({ questionId, token, viewer }: CaseAsk) {
    const question = await store.findQuestion(questionId);
    const row = question ? await store.findCase(question.caseId) : undefined;
    if (!question || !row) return undefined;
    const keys = [question.placeKey, ...(await postedAt(question.id)).map(({ key }) => placeKeyOf(question.id, key))];
    for (const key of new Set(keys)) {
      if (!(await deps.links.isCaseToken(question.id, key, token))) continue;
      const place = await store.findPlace(key);
      if (!place) return undefined;
      return (await sight.maySee(place.place, viewer, true)) ? { question, row, place } : undefined;
    }
    return undefined;
  }

  async function maySeeCase(row: CaseRow, viewer: Viewer): Promise<boolean> {
    const isOpened = viewer.opened.length > 0 && (await opensCase(row, viewer.opened));
    return await sight.maySeeSource(sourceOfCase(row), viewer, isOpened);
  }

  /** Whether one of the pages somebody opened is about this very case, and the address still holds. */
  async function opensCase(row: CaseRow, opened: readonly OpenedCase[]): Promise<boolean> {
    for (const { questionId, token } of opened) {
      const question = await store.findQuestion(questionId);
      if (question?.caseId !== row.id) continue;
      if (await deps.links.isCaseToken(questionId, question.placeKey, token)) return true;
    }
    return false;
  }

  function postedAt(questionId: string): Promise<Delivery[]> {
    const prefix = `answer:${questionId}:`;
    return Promise.resolve(
      sql
        .select()
        .from(deliveries)
        .where(
          and(
            inArray(deliveries.destination, ['slack', 'jira']),
            gte(deliveries.key, prefix),
            lt(deliveries.key, `answer:${questionId};`),
            isLatestAttempt(),
          ),
        )
        .orderBy(deliveries.plannedAtMs)
        .limit(mostDeliveries),
    );
  }

  async function visiblePosts(posted: readonly Delivery[], viewer: Viewer, own: PlaceRow) {
    const found = [];
    for (const { key, state, reason, plannedAtMs, endedAtMs } of posted) {
      const place = await store.findPlace(placeKeyOf(questionIdOf(key), key));
      if (!place) continue;
      if (place.key !== own.key && !(await sight.maySee(place.place, viewer, false))) continue;
      const { label, url } = { label: labelOf(place), url: place.url ?? undefined };
      found.push({ label, url, state, reason: reason ?? undefined, atMs: endedAtMs ?? plannedAtMs });
    }
    return found;
  }

  /** What came with it in the same message and was not analysed. */
  async function filesBeside(row: CaseRow) {
    if (!row.messageTs || !row.team || !row.channel) return [];
    const rows = await store.casesOfMessage(row.team, row.channel, row.messageTs);
    return rows
      .filter(({ id, state }) => id !== row.id && (state === 'skipped' || state === 'failed'))
      .map(({ name, state, detail }) => ({ name, state, detail: detail ?? undefined }));
  }

  /** Answers of the same cause at places the person may see. */
  async function siblingsOf(signature: string | undefined, questionId: string, viewer: Viewer) {
    if (!signature) return [];
    const rows = await sql
      .select()
      .from(deliveries)
      .where(
        and(
          inArray(deliveries.destination, ['slack', 'jira']),
          gte(deliveries.key, 'answer:'),
          lt(deliveries.key, 'answer;'),
          eq(expression`json_extract(${deliveries.message}, '$.signature')`, signature),
        ),
      )
      .orderBy(desc(deliveries.plannedAtMs))
      .limit(100);
    const found = [];
    const seen = new Set([questionId]);
    for (const { key, message, plannedAtMs } of rows) {
      const id = questionIdOf(key);
      const answer = answerOf(message);
      if (seen.has(id) || !answer || found.length >= mostSiblings) continue;
      const place = await store.findPlace(placeKeyOf(id, key));
      if (!place || !(await sight.maySee(place.place, viewer, false))) continue;
      seen.add(id);
      const { name } = answer.file;
      const page = await deps.links.caseUrl(id, place.key);
      found.push({ name, verdict: answer.verdict, place: labelOf(place), atMs: plannedAtMs, page });
    }
    return found;
  }

  async function judged(questionId: string, judge: string) {
    const rows = await sql.select().from(judgements).where(eq(judgements.questionId, questionId)).limit(1_000);
    return {
      right: rows.filter(({ word }) => word === 'right').length,
      wrong: rows.filter(({ word }) => word === 'wrong').length,
      own: rows.find((row) => row.judge === judge)?.word,
    };
  }
}

function stepsOf(question: QuestionRow, row: CaseRow, own: Delivery | undefined): { atMs: number; text: string }[] {
  const steps = [
    { atMs: row.createdAtMs, text: row.vendor === 'jira' ? 'attached to the ticket' : 'shared' },
    ...(question.createdAtMs > row.createdAtMs ? [{ atMs: question.createdAtMs, text: 'asked' }] : []),
    ...(question.postedAtMs ? [{ atMs: question.postedAtMs, text: 'read; the search started' }] : []),
    ...(own ? [{ atMs: own.plannedAtMs, text: 'answered' }] : []),
    ...(own?.endedAtMs ? [{ atMs: own.endedAtMs, text: own.state === 'sent' ? 'posted' : 'could not be posted' }] : []),
  ];
  return steps.toSorted((a, b) => a.atMs - b.atMs);
}

function answerOf(message: unknown): Answer | undefined {
  const known = message as Message;
  return known.kind === 'answer' ? known : undefined;
}

const questionIdOf = (key: string) => /^answer:([\w-]+):/.exec(key)?.[1] ?? '';
const placeKeyOf = (questionId: string, key: string) => firstKey(key.slice(answerKey(questionId, '').length));
const labelOf = (place: Pick<PlaceRow, 'label'> | undefined) => place?.label ?? 'a conversation';
