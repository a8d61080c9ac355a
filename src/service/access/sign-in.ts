import { eq } from 'drizzle-orm';
import type { AttemptKey, Attempts } from '#core/attempts.ts';
import { addressGroup } from '#core/client-address.ts';
import type { Clock } from '#core/clock.ts';
import { atomic, type Sql } from '#core/sql.ts';
import { type Session, type User, users } from '../store/accounts.ts';
import { auditStatement } from './audit.ts';
import { provePassword } from './prove-password.ts';
import type { SessionTokens } from './session-tokens.ts';
import type { Sessions } from './sessions.ts';

export type SignedIn =
  | { ok: true; user: User; session: Session; cookie: string; device: string }
  | { ok: false; reason: 'wrong' }
  | { ok: false; reason: 'too_many'; retryAfterSeconds: number };

export interface SignInDeps {
  sql: Sql;
  clock: Clock;
  sessions: Sessions;
  tokens: SessionTokens;
  attempts: Attempts;
}

export interface Credentials {
  email: string;
  password: string;
  address: string;
  /** What the browser kept of an earlier sign-in. */
  device: string | undefined;
}

export async function signIn(deps: SignInDeps, { email, password, address, device }: Credentials): Promise<SignedIn> {
  const { sql, clock, sessions, tokens } = deps;
  const name = email.toLowerCase();
  const [user] = await sql.select().from(users).where(eq(users.email, name));
  const known = device === undefined ? undefined : await tokens.verifyDevice(device);
  const isKnown = known !== undefined && known.userId === user?.id;
  const keys = isKnown ? [deviceKey(known.deviceId)] : strangerKeys(name, address);
  const proof = await provePassword(deps.attempts, keys, password, user);
  if (proof.result === 'too_many') return { ok: false, reason: 'too_many', retryAfterSeconds: proof.retryAfterSeconds };
  if (proof.result === 'wrong' || !user) return { ok: false, reason: 'wrong' };
  await atomic(sql, [auditStatement(sql, clock, user.id, 'session.opened', user.id)]);
  return { ok: true, user, ...(await sessions.open(user.id)), device: await tokens.issueDevice(user.id) };
}

/**
 * Guesses at an account from everywhere are limited together. A browser that signed in before has a count of its own, so
 * that no stranger can keep the owner of an account out of it.
 */
function strangerKeys(name: string, address: string): AttemptKey[] {
  const group = addressGroup(address);
  return [
    { key: `account ${name} ${group}`, max: 10 },
    { key: `address ${group}`, max: 100 },
    { key: `account ${name}`, max: 100 },
  ];
}

function deviceKey(deviceId: string): AttemptKey {
  return { key: `device ${deviceId}`, max: 10 };
}
