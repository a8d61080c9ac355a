import { and, eq } from 'drizzle-orm';
import type { Sql } from '#core/sql.ts';
import type { JobHandler, NewJob, Queue } from '#jobs/queue.ts';
import { notice } from '../cases/sentences.ts';
import { deliveries } from '../store/delivery.ts';
import { removalWords } from '../writing/removal-words.ts';
import type { Destination } from './destination.ts';
import { planEditStatements } from './edit-answer.ts';
import { removeAnswerJob, settleRemovalKind } from './removal-jobs.ts';
import { type Offer, offerOf } from './removal-offers.ts';

interface Deps {
  sql: Sql;
  queue: Queue;
  publicUrl: string | undefined;
}

/** Settles the notice of a deletion once each answer it offers is removed or refused: it still offers what is done. */
export function createSettleRemoval(deps: Deps, destination: Destination): JobHandler {
  const { sql } = deps;
  return {
    kind: settleRemovalKind(destination.kind),
    async run({ payload }) {
      const offer = await offerOf(sql, destination.kind, (payload as { key: string }).key);
      const kept = offer.standing.flatMap(({ reason }) => reason ?? []);
      if (kept.length < offer.standing.length) return { status: 'done' };
      if (destination.edit) return { status: 'done', writes: tellOutcome(deps, offer, kept) };
      // A comment goes with the answers, and stays beside one that could not be removed.
      return { status: 'done', enqueue: kept.length === 0 ? await removeNotice(sql, offer) : [] };
    },
  };
}

function tellOutcome({ sql, queue, publicUrl }: Deps, offer: Offer, kept: readonly string[]) {
  const { destination, notice: key, path, count } = offer;
  const words = removalWords(destination, 'here', { count, kept });
  const links = kept.length > 0 && publicUrl ? [{ label: 'Try again', url: `${publicUrl}${path}` }] : [];
  return planEditStatements({ sql, queue }, [{ destination, key, message: notice('info', [words], links) }]);
}

async function removeNotice(sql: Sql, { destination, notice: key }: Offer): Promise<NewJob[]> {
  const told = await sql
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.destination, destination), eq(deliveries.key, key)))
    .limit(1);
  return told.map((row) => removeAnswerJob(destination, row.id));
}
