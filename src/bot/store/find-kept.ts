import { and, eq, sql as expression, gte, inArray, like, lt, or, type SQL } from 'drizzle-orm';
import { atomic, type Sql } from '#core/sql.ts';
import { jobs } from '#jobs/schema.ts';
import { askers } from './askers.ts';
import { cases, places, questions, ties } from './cases.ts';
import { deliveries, deliveryParts } from './delivery.ts';
import { digestSchedules } from './digest-schedules.ts';
import { captureRequests, sightings } from './memory.ts';

const most = 200;
const ticketKey = /^[A-Z][A-Z0-9_]*-\d+$/i;
const userId = /^[UW][A-Z0-9]{5,}$/;
const contentHash = /^[0-9a-f]{64}$/;

/** Finds what is kept under a name people know, for the command that deletes it. Some of these looks read a whole table. */
export function createFindKept(sql: Sql) {
  return {
    /** Some of the cases; ask again once these are gone. */
    async cases(what: string): Promise<{ id: string; sha256: string | null }[]> {
      return await sql.select({ id: cases.id, sha256: cases.sha256 }).from(cases).where(isAbout(what)).limit(most);
    },

    /** What else names a ticket or a person: places, ties, digests, commands. Returns how many rows. */
    async forgetNames(what: string): Promise<number> {
      if (ticketKey.test(what)) {
        const label = what.toUpperCase();
        return await count([
          sql.delete(ties).where(eq(ties.issueKey, label)).returning({ one: ties.issueKey }),
          ...[sightings, captureRequests].map((table) =>
            sql
              .delete(table)
              .where(inArray(table.placeKey, ofTicket(label)))
              .returning({ one: table.placeKey }),
          ),
          sql.delete(places).where(isTicket(label)).returning({ one: places.key }),
        ]);
      }
      if (!userId.test(what)) return 0;
      const ofUser = sql.select({ key: places.key }).from(places).where(isReplyTo(what));
      const told = sql
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(
          and(eq(deliveries.destination, 'slack'), expression`json_extract(${deliveries.place}, '$.user') = ${what}`),
        );
      return await count([
        sql
          .delete(deliveryParts)
          .where(inArray(deliveryParts.deliveryId, told))
          .returning({ one: deliveryParts.number }),
        sql.delete(deliveries).where(inArray(deliveries.id, told)).returning({ one: deliveries.id }),
        sql.delete(questions).where(inArray(questions.placeKey, ofUser)).returning({ one: questions.id }),
        sql.delete(places).where(isReplyTo(what)).returning({ one: places.key }),
        sql
          .delete(jobs)
          .where(
            and(
              or(inArray(jobs.kind, ['run-command', 'run-action']), like(jobs.kind, '%digest%')),
              inArray(jobs.state, ['waiting', 'done', 'dead']),
              like(expression`${jobs.payload}`, `%"${what}"%`),
            ),
          )
          .returning({ one: jobs.id }),
        sql
          .delete(askers)
          .where(like(askers.key, `slack:%:${what}`))
          .returning({ one: askers.key }),
        sql
          .update(digestSchedules)
          .set({ setBy: '' })
          .where(eq(digestSchedules.setBy, what))
          .returning({ one: digestSchedules.channel }),
      ]);
    },
  };

  function isAbout(what: string): SQL | undefined {
    if (contentHash.test(what)) return eq(cases.sha256, what);
    if (userId.test(what)) return expression`false`;
    if (ticketKey.test(what)) {
      return inArray(cases.placeKey, ofTicket(what.toUpperCase()));
    }
    return or(eq(cases.fileId, what), eq(cases.name, what));
  }

  function ofTicket(label: string) {
    return sql.select({ key: places.key }).from(places).where(isTicket(label));
  }

  async function count(statements: Parameters<typeof atomic>[1]): Promise<number> {
    const results = (await atomic(sql, statements)) as unknown[][];
    return results.reduce((sum, rows) => sum + rows.length, 0);
  }
}

function isTicket(label: string): SQL | undefined {
  return and(eq(places.label, label), gte(places.key, 'ticket:'), lt(places.key, 'ticket;'));
}

function isReplyTo(user: string): SQL | undefined {
  return and(gte(places.key, 'reply:'), lt(places.key, 'reply;'), like(places.key, `%:${user}`));
}
