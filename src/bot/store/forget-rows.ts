import { and, eq, sql as expression, gte, inArray, lt, ne, notInArray, or, type SQL } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { guard } from '#core/guard.ts';
import { inList } from '#core/in-list.ts';
import type { Sql, Statement } from '#core/sql.ts';
import type { Json } from '#jobs/queue.ts';
import { jobs } from '#jobs/schema.ts';
import type { Place } from '../cases/place.ts';
import { nameInWords } from '../cases/sentences.ts';
import { cases, files, questions } from './cases.ts';
import { deliveries, deliveryParts } from './delivery.ts';
import { forgetWords } from './forget-words.ts';
import { judgements } from './judgements.ts';
import { sightings } from './memory.ts';

export type ForgetRows = ReturnType<typeof createForgetRows>;

export interface KeptDelivery {
  id: string;
  destination: string;
  place: Place;
  key: string;
  state: 'planned' | 'sending' | 'unknown' | 'sent' | 'failed';
  /** Key of the delivery that tells it together with others. */
  toldIn: string | null;
}

type ForgottenCase = Pick<typeof cases.$inferSelect, 'id' | 'name' | 'createdAtMs'>;

type AskedByPerson = Pick<typeof questions.$inferSelect, 'id' | 'kind' | 'answer'>;

/**
 * Names the delivery that offers to remove another one. Whoever has read it, or the one that tells it together with
 * others, may know the token.
 */
export function offerKey(deliveryId: string, token: string): string {
  return `offer:${deliveryId}:${token}`;
}

export function readOfferKey(key: string): { deliveryId: string; token: string } {
  const [, deliveryId = '', token = ''] = key.split(':');
  return { deliveryId, token };
}

/** Bounds of what one file of one place can have brought about. */
const mostQuestions = 500;
const mostDeliveries = 1_000;

/** What the database keeps of a file and its answers, and the statements that delete it. */
export function createForgetRows({ sql, clock }: { sql: Sql; clock: Clock }) {
  return {
    async questionIds(caseId: string): Promise<string[]> {
      const rows = await sql
        .select({ id: questions.id })
        .from(questions)
        .where(eq(questions.caseId, caseId))
        .limit(mostQuestions);
      return rows.map(({ id }) => id);
    },

    /** Everything that was or is to be posted under keys that begin so, and what tells it together with others. */
    async deliveriesOf(prefixes: readonly string[]): Promise<KeptDelivery[]> {
      const { key } = deliveries;
      const found = new Map<string, KeptDelivery>();
      for (const prefix of prefixes) {
        // The prefix ends with a colon; the semicolon is the next character.
        const rows = await keptWhere(and(gte(key, prefix), lt(key, `${prefix.slice(0, -1)};`)));
        const comments = [...new Set(rows.flatMap(({ toldIn }) => toldIn ?? []))];
        for (const row of [...rows, ...(comments.length > 0 ? await keptWhere(inList(key, comments)) : [])]) {
          found.set(row.id, row);
        }
      }
      return [...found.values()];
    },

    /**
     * What a comment told of other files is to be told under another key: where it was not posted yet, or is taken away.
     * Runs after the comment's own words were forgotten.
     */
    retell(comment: KeptDelivery, gone: readonly KeptDelivery[], anew: string, isTakenAway: boolean): Statement {
      const isForgotten = expression`exists (
        select 1 from deliveries as comment where comment.id = ${comment.id} and comment.state = 'failed')`;
      const isAnswer = eq(expression`json_extract(${deliveries.message}, '$.kind')`, 'answer');
      const isRemoved = isTakenAway ? and(eq(deliveries.state, 'sent'), isAnswer) : undefined;
      return sql
        .update(deliveries)
        .set({ toldIn: anew, state: 'planned', endedAtMs: null })
        .where(
          and(
            eq(deliveries.toldIn, comment.key),
            or(and(eq(deliveries.state, 'planned'), isForgotten), isRemoved),
            notInArray(
              deliveries.id,
              gone.map(({ id }) => id),
            ),
          ),
        );
    },

    /** The case, its questions, and the words of its deliveries; where those stand is kept until they are taken away. */
    forgetCase(row: ForgottenCase, kept: readonly KeptDelivery[]): Statement[] {
      const { id: caseId } = row;
      return [
        ...forgetFailedNotices(row),
        sql
          .delete(judgements)
          .where(
            inArray(
              judgements.questionId,
              sql.select({ id: questions.id }).from(questions).where(eq(questions.caseId, caseId)),
            ),
          ),
        sql.delete(questions).where(eq(questions.caseId, caseId)),
        sql.delete(cases).where(eq(cases.id, caseId)),
        sql.delete(sightings).where(eq(sightings.caseId, caseId)),
        ...kept.flatMap(({ id }) => forgetWordsOf(id)),
      ];
    },

    /** A question and the words of its deliveries; of a file's own what was said beside it, since the file stays. */
    forgetQuestion({ id, kind, answer }: AskedByPerson, kept: readonly KeptDelivery[]): Statement[] {
      const isThis = eq(questions.id, id);
      if (kind === 'file') {
        const set = { text: '', whole: null, asker: null, answer: withoutQuery(answer) };
        return [sql.update(questions).set(set).where(isThis)];
      }
      return [
        sql.delete(judgements).where(eq(judgements.questionId, id)),
        sql.delete(questions).where(isThis),
        ...kept.flatMap((delivery) => forgetWordsOf(delivery.id)),
      ];
    },

    forgetDelivery: (id: string): Statement[] => [
      sql.delete(deliveryParts).where(eq(deliveryParts.deliveryId, id)),
      sql.delete(deliveries).where(eq(deliveries.id, id)),
    ],

    /** Whether some place still has this content; a cancelled case is about to be forgotten. */
    async isHeld(sha256: string): Promise<boolean> {
      const rows = await sql
        .select({ id: cases.id })
        .from(cases)
        .where(and(eq(cases.sha256, sha256), ne(cases.state, 'cancelled')))
        .limit(1);
      return rows.length > 0;
    },

    /** Fails, and its whole list with it, where a place came to hold the content meanwhile. */
    forgetContent: (sha256: string, jobKeys: readonly string[]): Statement[] => [
      guard(sql, expression`not exists (select 1 from cases where sha256 = ${sha256} and state <> 'cancelled')`),
      sql.delete(files).where(eq(files.sha256, sha256)),
      // The same bytes may come again: their jobs must not count as done.
      ...jobKeys.map((key) => sql.delete(jobs).where(and(eq(jobs.dedupKey, key), ne(jobs.state, 'running')))),
    ],

    async isRunning(jobKeys: readonly string[]): Promise<boolean> {
      const rows = await sql
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(inList(jobs.dedupKey, jobKeys), eq(jobs.state, 'running')))
        .limit(1);
      return rows.length > 0;
    },
  };

  async function keptWhere(which: SQL | undefined): Promise<KeptDelivery[]> {
    const { id, destination, place, key, state, toldIn } = deliveries;
    const rows = await sql
      .select({ id, destination, place, key, state, toldIn })
      .from(deliveries)
      .where(and(inArray(destination, ['slack', 'jira']), which))
      .limit(mostDeliveries);
    return rows.map((row) => ({ ...row, place: row.place as Place }));
  }

  /** Those that name a file and could not be posted; of any other a notice has no words left once it is sent. */
  function forgetFailedNotices({ name, createdAtMs }: ForgottenCase): Statement[] {
    const written = JSON.stringify(nameInWords(name)).slice(1, -1);
    // A shorter name is in any sentence.
    if (written.length < 3) return [];
    const isNotice = inArray(expression`json_extract(${deliveries.message}, '$.kind')`, ['notice', 'verdicts']);
    const namesIt = expression`instr(${deliveries.message}, ${written}) > 0`;
    const which = and(eq(deliveries.state, 'failed'), gte(deliveries.plannedAtMs, createdAtMs), isNotice, namesIt);
    return [sql.update(deliveries).set({ reason: 'deleted' }).where(which), ...forgetWords(sql, which)];
  }

  function forgetWordsOf(id: string): Statement[] {
    const isUnsent = or(eq(deliveries.state, 'planned'), eq(deliveries.state, 'failed'));
    return [
      sql
        .update(deliveries)
        .set({ state: 'failed', reason: 'deleted', endedAtMs: clock.now() })
        .where(and(eq(deliveries.id, id), isUnsent)),
      // What is being sent this moment needs its words to be found again.
      ...forgetWords(sql, and(eq(deliveries.id, id), notInArray(deliveries.state, ['sending', 'unknown']))),
    ];
  }
}

/** A service repeats what it was asked, within its envelope or without one. */
function withoutQuery(answer: Json | null): Json | null {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
  const { query: _, data, ...rest } = answer;
  return data === undefined ? rest : { ...rest, data: withoutQuery(data) };
}
