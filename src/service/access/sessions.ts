import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import type { Sql } from '#core/sql.ts';
import { type Session, sessions, type User, users } from '../store/accounts.ts';

const idleMs = 12 * 3_600_000;
const seenStepMs = 60_000;

export interface Sessions {
  /** The cookie's value is in the answer and nowhere else. */
  open(userId: string): Promise<{ cookie: string; session: Session }>;
  /** Undefined for none, an ended one and one idle for 12 hours. Counts as a sign of life. */
  find(cookie: string | undefined): Promise<{ user: User; session: Session } | undefined>;
  /** The account of a session that is still alive, by the id in a session token. */
  findById(sessionId: string): Promise<User | undefined>;
  end(sessionId: string): Promise<void>;
  endAllOf(userId: string): Promise<void>;
}

export function createSessions({ sql, clock }: { sql: Sql; clock: Clock }): Sessions {
  const isAlive = () => and(isNull(sessions.endedAtMs), gt(sessions.lastSeenAtMs, clock.now() - idleMs));

  return {
    async open(userId) {
      const cookie = randomBytes(32).toString('base64url');
      const now = clock.now();
      const session: Session = {
        id: newId(clock),
        tokenHash: hash(cookie),
        userId,
        createdAtMs: now,
        lastSeenAtMs: now,
        endedAtMs: null,
      };
      await sql.insert(sessions).values(session);
      return { cookie, session };
    },
    async find(cookie) {
      if (!cookie) return undefined;
      const [row] = await sql
        .select({ user: users, session: sessions })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.tokenHash, hash(cookie)), isAlive()));
      if (row && clock.now() - row.session.lastSeenAtMs > seenStepMs) {
        await sql.update(sessions).set({ lastSeenAtMs: clock.now() }).where(eq(sessions.id, row.session.id));
      }
      return row;
    },
    async findById(sessionId) {
      const [row] = await sql
        .select({ user: users })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.id, sessionId), isAlive()));
      return row?.user;
    },
    async end(sessionId) {
      await sql.update(sessions).set({ endedAtMs: clock.now() }).where(eq(sessions.id, sessionId));
    },
    async endAllOf(userId) {
      await sql
        .update(sessions)
        .set({ endedAtMs: clock.now() })
        .where(and(eq(sessions.userId, userId), isNull(sessions.endedAtMs)));
    },
  };
}

function hash(cookie: string): string {
  return createHash('sha256').update(cookie).digest('hex');
}
