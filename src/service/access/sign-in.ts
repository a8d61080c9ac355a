import { eq } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { atomic, type Sql } from '#core/sql.ts';
import { type Session, type User, users } from '../store/accounts.ts';
import { auditStatement } from './audit.ts';
import type { FailedAttempts } from './failed-attempts.ts';
import { isPassword } from './password.ts';
import type { Sessions } from './sessions.ts';

export type SignedIn =
  | { ok: true; user: User; session: Session; cookie: string }
  | { ok: false; reason: 'wrong' }
  | { ok: false; reason: 'too_many'; retryAfterSeconds: number };

export interface SignInDeps {
  sql: Sql;
  clock: Clock;
  sessions: Sessions;
  attempts: FailedAttempts;
}

/** Ten failures for one account from one address, a hundred from one address, then a pause. */
export async function signIn(
  { sql, clock, sessions, attempts }: SignInDeps,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<SignedIn> {
  const own = { key: `${email.toLowerCase()} ${address}`, max: 10 };
  const keys = [own, { key: address, max: 100 }];
  const waitMs = attempts.waitMs(keys);
  if (waitMs > 0) return { ok: false, reason: 'too_many', retryAfterSeconds: Math.ceil(waitMs / 1000) };
  const [user] = await sql.select().from(users).where(eq(users.email, email.toLowerCase()));
  if (!(await isPassword(password, user?.passwordHash)) || !user) {
    attempts.add(keys);
    return { ok: false, reason: 'wrong' };
  }
  attempts.clear(own.key);
  await atomic(sql, [auditStatement(sql, clock, user.id, 'session.opened', user.id)]);
  return { ok: true, user, ...(await sessions.open(user.id)) };
}
