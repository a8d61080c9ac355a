import { and, eq, gte, inArray, lt } from 'drizzle-orm';
import { inList } from '#core/in-list.ts';
import type { Sql, Statement } from '#core/sql.ts';
import { jobs } from '#jobs/schema.ts';
import { deliveries } from '../store/delivery.ts';
import { offerKey, readOfferKey } from '../store/forget-rows.ts';
import type { DestinationKind } from './destination.ts';
import { removeAnswerKey } from './removal-jobs.ts';

/** More does not stand at one place about what is deleted at once. */
const mostAnswers = 1_000;

export interface Offer {
  destination: DestinationKind;
  /** Key of the notice that tells of it. */
  notice: string;
  /** Of the page that removes the answers. */
  path: string;
  /** How many answers there were. */
  count: number;
  /** Those that are not removed yet; a reason says why one could not be. */
  standing: { id: string; reason: string | null }[];
}

/** The answers that the address of an offer stands for. */
export async function findOffer(sql: Sql, deliveryId: string, token: string): Promise<Offer | undefined> {
  const { destination, key, toldIn } = deliveries;
  const [row] = await sql
    .select({ destination, key, toldIn })
    .from(deliveries)
    .where(and(inArray(destination, ['slack', 'jira']), eq(key, offerKey(deliveryId, token))))
    .limit(1);
  return row && (await offerOf(sql, row.destination, row.toldIn ?? row.key));
}

/** The answers that a notice offers to remove. */
export async function offerOf(sql: Sql, destination: DestinationKind, notice: string): Promise<Offer> {
  // One that was posted by itself offers a single answer.
  const offers = notice.startsWith('offer:')
    ? [{ key: notice }]
    : await sql
        .select({ key: deliveries.key })
        .from(deliveries)
        .where(and(eq(deliveries.toldIn, notice), eq(deliveries.destination, destination)))
        .limit(mostAnswers);
  const offered = new Set(offers.map(({ key }) => readOfferKey(key).deliveryId));
  const { deliveryId = '', token = '' } = offers[0] ? readOfferKey(offers[0].key) : {};
  const standing = await sql
    .select({ id: deliveries.id, reason: deliveries.reason })
    .from(deliveries)
    .where(inList(deliveries.id, [...offered]))
    .limit(mostAnswers);
  return { destination, notice, path: `/answers/${deliveryId}/${token}`, count: offered.size, standing };
}

/** The notices that offer to remove an answer. */
export async function noticesOf(sql: Sql, destination: DestinationKind, deliveryId: string): Promise<string[]> {
  const { key, toldIn } = deliveries;
  const begin = `offer:${deliveryId}`;
  const rows = await sql
    .select({ key, toldIn })
    .from(deliveries)
    .where(and(eq(deliveries.destination, destination), gte(key, `${begin}:`), lt(key, `${begin};`)))
    .limit(mostAnswers);
  return [...new Set(rows.map((row) => row.toldIn ?? row.key))];
}

/** Of some answers those that are being removed. */
export async function countUnderWay(sql: Sql, { destination, standing }: Offer): Promise<number> {
  const rows = await sql
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inList(jobs.dedupKey, keysOf(destination, standing)), inArray(jobs.state, ['waiting', 'running'])))
    .limit(mostAnswers);
  return rows.length;
}

/** What was refused may be tried again: the jobs that ended must not count as done. */
export function askAgain(sql: Sql, { destination, standing }: Offer): Statement[] {
  const ids = standing.map(({ id }) => id);
  return [
    sql.update(deliveries).set({ reason: null }).where(inList(deliveries.id, ids)),
    sql
      .delete(jobs)
      .where(and(inList(jobs.dedupKey, keysOf(destination, standing)), inArray(jobs.state, ['done', 'dead']))),
  ];
}

function keysOf(destination: DestinationKind, standing: Offer['standing']): string[] {
  return standing.map(({ id }) => removeAnswerKey(destination, id));
}
