import { and, sql as expression, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { inList } from '#core/in-list.ts';
import { atomic, type Sql } from '#core/sql.ts';
import { jobs } from '#jobs/schema.ts';
import { askers } from './askers.ts';
import { endStates } from './case-store.ts';
import { cases, inbox, operatorNotices, places, questions, ties } from './cases.ts';
import { deliveries, deliveryParts, progressMarkers, rateHolds } from './delivery.ts';
import { digestSchedules } from './digest-schedules.ts';
import { dismissals } from './dismissals.ts';
import { judgements } from './judgements.ts';
import { captureRequests, sightings, signatures } from './memory.ts';

/** Rows of one table a round: a few milliseconds, however much there is to delete. */
const pruneBatch = 200;

interface Pruned {
  /** There may be more to delete. */
  isMore: boolean;
  /** Contents whose last case may be gone, each with a case that had it. */
  contents: { sha256: string; caseId: string }[];
}

/** Deletes a little of what is older than `beforeMs` and over; each part is bounded by an index and a limit. */
export async function prune(sql: Sql, beforeMs: number, memoryBeforeMs = beforeMs): Promise<Pruned> {
  const plain = [
    await drop(inbox, inbox.key, lt(inbox.receivedAtMs, beforeMs)),
    await drop(jobs, jobs.id, and(inArray(jobs.state, ['done', 'dead']), lt(jobs.endedAtMs, beforeMs))),
    await drop(
      progressMarkers,
      progressMarkers.id,
      and(inArray(progressMarkers.state, ['resolved', 'given_up']), lt(progressMarkers.plannedAtMs, beforeMs)),
    ),
    await drop(operatorNotices, operatorNotices.key, lt(operatorNotices.toldAtMs, beforeMs)),
    await drop(judgements, expression`rowid`, lt(judgements.atMs, beforeMs)),
    await drop(askers, askers.key, lt(askers.sinceMs, beforeMs)),
    await drop(dismissals, expression`rowid`, lt(dismissals.atMs, memoryBeforeMs)),
    await drop(rateHolds, rateHolds.key, lt(rateHolds.untilMs, beforeMs)),
    await drop(ties, expression`rowid`, and(lt(ties.createdAtMs, beforeMs), isUnused(cases, ties.threadKey))),
    await drop(
      places,
      places.key,
      and(
        lt(places.seenAtMs, beforeMs),
        isUnused(cases, places.key),
        isUnused(questions, places.key),
        isUnused(sightings, places.key),
      ),
    ),
    await drop(sightings, expression`rowid`, lt(sightings.seenAtMs, memoryBeforeMs)),
    await drop(signatures, signatures.key, lt(signatures.lastSeenMs, memoryBeforeMs)),
    await drop(captureRequests, captureRequests.placeKey, lt(captureRequests.askedAtMs, memoryBeforeMs)),
    await drop(
      digestSchedules,
      expression`rowid`,
      and(lt(digestSchedules.setAtMs, beforeMs), isNull(digestSchedules.pattern)),
    ),
    await dropDeliveries(sql, beforeMs),
  ];
  const contents = await dropCases(sql, beforeMs);
  return { isMore: [...plain, contents.length].some((count) => count >= pruneBatch), contents: contents.flat() };

  async function drop(table: SQLiteTable, key: SQLiteColumn | SQL, where: SQL | undefined): Promise<number> {
    const old = sql
      .select({ key: expression`${key}`.as('key') })
      .from(table)
      .where(where)
      .limit(pruneBatch);
    const rows = await sql.delete(table).where(expression`${key} in ${old}`).returning({ one: expression`1` });
    return rows.length;
  }
}

/** Nothing lies at the place any more. */
function isUnused(table: typeof cases | typeof questions | typeof sightings, placeKey: SQLiteColumn): SQL {
  return expression`not exists (select 1 from ${table} where ${table.placeKey} = ${placeKey})`;
}

async function dropDeliveries(sql: Sql, beforeMs: number): Promise<number> {
  const old = await sql
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(inArray(deliveries.state, ['sent', 'failed']), lt(deliveries.plannedAtMs, beforeMs)))
    .limit(pruneBatch);
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await atomic(sql, [
    sql.delete(deliveryParts).where(inList(deliveryParts.deliveryId, ids)),
    sql.delete(deliveries).where(inList(deliveries.id, ids)),
  ]);
  return ids.length;
}

/** Cases that ended and of which nothing was asked since. */
async function dropCases(sql: Sql, beforeMs: number): Promise<Pruned['contents'][]> {
  const old = await sql
    .select({ caseId: cases.id, sha256: cases.sha256 })
    .from(cases)
    .where(
      and(
        inArray(cases.state, [...endStates]),
        lt(cases.updatedAtMs, beforeMs),
        expression`not exists (select 1 from ${questions} where ${questions.caseId} = ${cases.id} and ${questions.updatedAtMs} >= ${beforeMs})`,
      ),
    )
    .limit(pruneBatch);
  const ids = old.map(({ caseId }) => caseId);
  if (ids.length === 0) return [];
  await atomic(sql, [
    sql.delete(questions).where(inList(questions.caseId, ids)),
    sql.delete(cases).where(and(inList(cases.id, ids), lt(cases.updatedAtMs, beforeMs))),
  ]);
  return old.map(({ caseId, sha256 }) => (sha256 === null ? [] : [{ caseId, sha256 }]));
}
