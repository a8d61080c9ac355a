import { and, eq, sql as expression, gte, inArray, lt, or, type SQL } from 'drizzle-orm';
import { atomic, type Sql } from '#core/sql.ts';
import { cases, places, questions, ties } from './cases.ts';
import { forgetPersonStatements } from './forget-person.ts';
import { namesPerson, readForgotten } from './forgotten-person.ts';
import { captureRequests, sightings } from './memory.ts';

const most = 200;
const ticketKey = /^[A-Z][A-Z0-9_]*-\d+$/i;
const contentHash = /^[0-9a-f]{64}$/;

/** Finds what is kept under a name people know, for the command that deletes it. Some of these looks read a whole table. */
export function createFindKept(sql: Sql) {
  return {
    /** Some of the cases; ask again once these are gone. */
    async cases(what: string): Promise<(typeof cases.$inferSelect)[]> {
      return await sql.select().from(cases).where(isAbout(what)).limit(most);
    },

    /** Some of what a person asked; ask again once these are gone. */
    async questions(what: string) {
      const person = readForgotten(what);
      if (!person) return [];
      const { id, kind, searchId, answer } = questions;
      return await sql
        .select({ id, kind, searchId, answer })
        .from(questions)
        .where(namesPerson(questions.asker, person))
        .limit(most);
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
      const person = readForgotten(what);
      return person ? await count(forgetPersonStatements(sql, person)) : 0;
    },
  };

  function isAbout(what: string): SQL | undefined {
    if (contentHash.test(what)) return eq(cases.sha256, what);
    if (readForgotten(what)) return expression`false`;
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
