import { and, desc, eq, gte, inArray, lt } from 'drizzle-orm';
import type { Sql } from '#core/sql.ts';
import type { Message } from '../cases/messages.ts';
import type { Place } from '../cases/place.ts';
import type { DigestMessage } from '../digest/digest-message.ts';
import { deliveries, deliveryParts } from './delivery.ts';

/** More places than these hold no answer to one question. */
const mostAnswers = 50;
/** Nor are there more messages of the same channel id and time. */
const mostSameIds = 20;

/** How a posted chat message is kept for look-ups by what an event tells. */
export function postedMessageKey(channel: string, ts: string): string {
  return `${channel}:${ts}`;
}

/**
 * Key of the delivery whose message stands at this ts of a channel; undefined: the bot posted nothing there. Asked for
 * each reply in a workspace, so it costs one look into an index.
 */
export async function findPostedKey(
  sql: Sql,
  { team, channel, ts }: { team: string; channel: string; ts: string },
): Promise<string | undefined> {
  const rows = await sql
    .select({ key: deliveries.key, place: deliveries.place })
    .from(deliveryParts)
    .innerJoin(deliveries, eq(deliveries.id, deliveryParts.deliveryId))
    .where(and(eq(deliveryParts.messageKey, postedMessageKey(channel, ts)), eq(deliveries.destination, 'slack')))
    .orderBy(desc(deliveries.plannedAtMs))
    .limit(mostSameIds);
  // Two workspaces may use the same ids; what was posted for operators alone names none.
  return rows.find(({ place }) => ['', team].includes((place as { team?: string }).team ?? ''))?.key;
}

/** What stands at this ts of a channel, as the bot posted it; undefined: it posted nothing there. */
export async function findPosted(
  sql: Sql,
  channel: string,
  ts: string,
): Promise<{ key: string; message: Message | DigestMessage } | undefined> {
  const [row] = await sql
    .select({ key: deliveries.key, message: deliveries.message })
    .from(deliveryParts)
    .innerJoin(deliveries, eq(deliveries.id, deliveryParts.deliveryId))
    .where(and(eq(deliveryParts.messageKey, postedMessageKey(channel, ts)), eq(deliveries.destination, 'slack')))
    .limit(1);
  return row as { key: string; message: Message | DigestMessage } | undefined;
}

export interface PostedAnswer {
  key: string;
  place: Place;
  message: Message;
  /** `sent`: it stands there. */
  state: typeof deliveries.$inferSelect.state;
}

/** Answers to a question, wherever they were posted or shown; `destination`: those of one vendor alone. */
export async function findAnswers(sql: Sql, questionId: string, destination?: string): Promise<PostedAnswer[]> {
  const rows = await sql
    .select({ key: deliveries.key, place: deliveries.place, message: deliveries.message, state: deliveries.state })
    .from(deliveries)
    // The prefix ends with a colon; the semicolon is the next character.
    .where(
      and(
        inArray(deliveries.destination, destination ? [destination] : ['slack', 'jira']),
        gte(deliveries.key, `answer:${questionId}:`),
        lt(deliveries.key, `answer:${questionId};`),
      ),
    )
    .limit(mostAnswers);
  return rows as PostedAnswer[];
}
