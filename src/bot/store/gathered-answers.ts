import { and, asc, desc, eq, sql as expression, gte, inArray, isNotNull } from 'drizzle-orm';
import { guard } from '#core/guard.ts';
import type { Sql, Statement } from '#core/sql.ts';
import type { Message } from '../cases/messages.ts';
import type { Place } from '../cases/place.ts';
import { questions } from './cases.ts';
import { deliveries } from './delivery.ts';

export type GatheredAnswers = ReturnType<typeof createGatheredAnswers>;

/** An answer, or what is said of one, that is told together with others. */
export interface GatheredAnswer {
  id: string;
  key: string;
  place: Place;
  message: Message;
}

/** More were never attached to a ticket at once. */
const most = 500;

/** What one comment or notice tells together. Each part has a row of its own, which names the comment's. */
export function createGatheredAnswers({ sql }: { sql: Sql }) {
  const toldAs = (key: string) => and(inArray(deliveries.destination, ['slack', 'jira']), eq(deliveries.key, key));
  const waitsIn = (key: string) => and(eq(deliveries.toldIn, key), eq(deliveries.state, 'planned'));
  const comment = (key: string) => sql.select({ id: deliveries.id }).from(deliveries).where(toldAs(key));
  /** Not more of it than is told. */
  const read = (key: string) => sql.select({ id: deliveries.id }).from(deliveries).where(waitsIn(key)).limit(most);

  return {
    questionsOf: (batch: string) =>
      sql
        .select()
        .from(questions)
        .where(eq(questions.batch, batch))
        .orderBy(asc(questions.createdAtMs), expression`rowid`)
        .limit(most),

    /** What files that came to a place since then are part of. */
    async batchAt(placeKey: string, sinceMs: number): Promise<string | undefined> {
      const [row] = await sql
        .select({ batch: questions.batch })
        .from(questions)
        .where(
          and(
            eq(questions.placeKey, placeKey),
            eq(questions.kind, 'file'),
            gte(questions.createdAtMs, sinceMs),
            isNotNull(questions.batch),
          ),
        )
        .orderBy(desc(questions.createdAtMs))
        .limit(1);
      return row?.batch ?? undefined;
    },

    async waiting(key: string): Promise<GatheredAnswer[]> {
      const { id, place, message } = deliveries;
      const rows = await sql
        .select({ id, key: deliveries.key, place, message })
        .from(deliveries)
        .where(waitsIn(key))
        .orderBy(asc(deliveries.plannedAtMs), asc(id))
        .limit(most);
      return rows as GatheredAnswer[];
    },

    /** Whether it tells more than one answer, by now or at first. */
    async isOfSeveral(key: string): Promise<boolean> {
      const told = sql.select({ id: deliveries.id }).from(deliveries).where(eq(deliveries.toldIn, key)).limit(2);
      return (await told).length > 1;
    },

    isTold: async (key: string): Promise<boolean> => (await comment(key)).length > 0,

    /** Fails the list it stands in where the comment is planned already, or what it is to tell is not what was read. */
    holdsWhileOpen: (key: string): Statement => guard(sql, expression`not exists ${comment(key)}`),
    holdsWhileWhole: (key: string, count: number): Statement =>
      guard(sql, expression`(select count(*) from ${read(key)}) = ${count}`),
  };
}
