import { eq } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import { atomic, type Sql } from '#core/sql.ts';
import { teams, type User, users } from '../store/accounts.ts';
import { auditStatement } from './audit.ts';
import { hashPassword } from './password.ts';

export interface NewUser {
  email: string;
  password: string | null;
  /** Null: an account of its own. */
  teamId: string | null;
  role: User['role'];
  plan: User['plan'];
  hasApiAccess: boolean;
  isSiteAdmin: boolean;
}

/** Undefined where the e-mail address is taken. */
export async function addUser(
  { sql, clock }: { sql: Sql; clock: Clock },
  actor: string,
  { password, ...account }: NewUser,
): Promise<User | undefined> {
  const user: User = {
    ...account,
    id: newId(clock),
    email: account.email.toLowerCase(),
    passwordHash: password === null ? null : await hashPassword(password),
    environmentHash: null,
    createdAtMs: clock.now(),
  };
  const added = await sql.insert(users).values(user).onConflictDoNothing().returning({ id: users.id });
  if (added.length === 0) return undefined;
  const { role, plan, hasApiAccess, isSiteAdmin, teamId } = user;
  await atomic(sql, [
    auditStatement(sql, clock, actor, 'user.added', user.id, { role, plan, hasApiAccess, isSiteAdmin, teamId }),
  ]);
  return user;
}

/** The team of this name, made if there is none. */
export async function teamNamed({ sql, clock }: { sql: Sql; clock: Clock }, name: string): Promise<string> {
  await sql
    .insert(teams)
    .values({ id: newId(clock), name, createdAtMs: clock.now() })
    .onConflictDoNothing();
  const [team] = await sql.select().from(teams).where(eq(teams.name, name));
  return team!.id;
}
