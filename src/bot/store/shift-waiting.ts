import { and, sql as expression, gt, inArray } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import type { Sql, Statement } from '#core/sql.ts';
import { cases, files, questions } from './cases.ts';
import { deliveries, deliveryParts, rateHolds } from './delivery.ts';

/** More than are ever under way at once. */
const most = 10_000;

/** Moves the times that work under way is measured by, after the clock was set. */
export function shiftWaiting({ sql, clock }: { sql: Sql; clock: Clock }, deltaMs: number): Statement[] {
  const open = sql
    .select({ id: cases.id })
    .from(cases)
    .where(inArray(cases.state, ['uploading', 'analysing', 'investigating', 'waiting_for_service']))
    .limit(most);
  const contents = sql
    .select({ sha256: expression<string>`${cases.sha256}`.as('sha256') })
    .from(cases)
    .where(inArray(cases.state, ['uploading', 'analysing']))
    .limit(most);
  const sending = sql
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(inArray(deliveries.state, ['sending', 'unknown']))
    .limit(most);
  return [
    sql
      .update(files)
      .set({ analysisSinceMs: expression`${files.analysisSinceMs} + ${deltaMs}` })
      .where(inArray(files.sha256, contents)),
    sql
      .update(questions)
      .set({ postedAtMs: expression`${questions.postedAtMs} + ${deltaMs}` })
      .where(and(inArray(questions.caseId, open), inArray(questions.state, ['searching']))),
    sql
      .update(deliveryParts)
      .set({ attemptedAtMs: expression`${deliveryParts.attemptedAtMs} + ${deltaMs}` })
      .where(inArray(deliveryParts.deliveryId, sending)),
    sql
      .update(rateHolds)
      .set({ untilMs: expression`${rateHolds.untilMs} + ${deltaMs}` })
      .where(gt(rateHolds.untilMs, clock.now() - deltaMs)),
  ];
}
