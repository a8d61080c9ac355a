import { and, inArray, isNotNull, lt, ne, notInArray } from 'drizzle-orm';
import type { Sql, Statement } from '#core/sql.ts';
import { jobs } from '#jobs/schema.ts';
import { inbox, operatorNotices, questions } from './cases.ts';
import { deliveries, deliveryParts, progressMarkers, rateHolds } from './delivery.ts';

const dayMs = 86_400_000;

/**
 * How long is kept what only grows, in milliseconds. Vendors repeat a request within hours, so a month is ample for inbox
 * rows and ended jobs; contents of posted messages serve look-ups of duplicates only, within minutes; digests compare the
 * last 90 days of answers. Cases, files, ties, questions and where each answer stands are kept for good: some hundred
 * bytes a file.
 */
export const kept = { requestsMs: 30 * dayMs, messagesMs: 30 * dayMs, answersMs: 100 * dayMs } as const;

/** Deletes what nobody asks for any more, as of `nowMs`. */
export function pruneStatements(sql: Sql, nowMs: number): Statement[] {
  const requestsBefore = nowMs - kept.requestsMs;
  const messagesBefore = nowMs - kept.messagesMs;
  const ended = sql
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(inArray(deliveries.state, ['sent', 'failed']), lt(deliveries.plannedAtMs, messagesBefore)));
  return [
    sql.delete(inbox).where(lt(inbox.receivedAtMs, requestsBefore)),
    sql.delete(jobs).where(and(inArray(jobs.state, ['done', 'dead']), lt(jobs.endedAtMs, requestsBefore))),
    sql
      .update(deliveryParts)
      .set({ content: {}, otherwise: null })
      .where(and(inArray(deliveryParts.deliveryId, ended), ne(deliveryParts.content, {}))),
    sql
      .update(deliveries)
      .set({ message: {} })
      .where(
        and(
          inArray(deliveries.state, ['sent', 'failed']),
          lt(deliveries.plannedAtMs, messagesBefore),
          ne(deliveries.message, {}),
        ),
      ),
    sql
      .delete(progressMarkers)
      .where(
        and(inArray(progressMarkers.state, ['resolved', 'given_up']), lt(progressMarkers.plannedAtMs, messagesBefore)),
      ),
    sql.delete(operatorNotices).where(lt(operatorNotices.toldAtMs, messagesBefore)),
    sql.delete(rateHolds).where(lt(rateHolds.untilMs, nowMs - dayMs)),
    sql
      .update(questions)
      .set({ answer: null })
      .where(
        and(
          notInArray(questions.state, ['waiting', 'searching']),
          isNotNull(questions.answer),
          lt(questions.updatedAtMs, nowMs - kept.answersMs),
        ),
      ),
  ];
}
