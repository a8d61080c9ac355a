import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { atomic, type Sql } from '#core/sql.ts';
import { type User, users } from '../store/accounts.ts';
import { addUser, teamNamed } from './add-user.ts';
import { auditStatement } from './audit.ts';
import { hashPassword, isPassword } from './password.ts';
import type { Sessions } from './sessions.ts';

export interface SiteAdminDeps {
  sql: Sql;
  clock: Clock;
  log: Log;
  sessions: Sessions;
  /** `DATA_DIR/setup-link`. */
  linkPath: string;
  /** Where the page of the link is served. */
  baseUrl: string;
}

/** The first account: from the environment, else by a link that works once and is told to whoever can read the file. */
export async function prepareSiteAdmin(
  deps: SiteAdminDeps,
  fromEnvironment: { email: string; password: string } | undefined,
): Promise<void> {
  if (fromEnvironment) {
    await rm(deps.linkPath, { force: true });
    await keepAdmin(deps, fromEnvironment);
    return;
  }
  if (await hasSiteAdmin(deps.sql)) {
    await rm(deps.linkPath, { force: true });
    return;
  }
  const token = randomBytes(24).toString('base64url');
  await mkdir(dirname(deps.linkPath), { recursive: true });
  await rm(deps.linkPath, { force: true });
  await writeFile(deps.linkPath, `${deps.baseUrl}/auth/setup?token=${token}\n`, { mode: 0o600 });
  deps.log.info('no account yet: open the link in this file to make the first one', { path: deps.linkPath });
}

/** Makes the first account with the token of the link. Undefined where the token is not the one, or was used. */
export async function useSetupLink(
  deps: SiteAdminDeps,
  token: string,
  account: { email: string; password: string },
): Promise<User | undefined> {
  if (!(await isSetupToken(deps, token))) return undefined;
  const user = await addAdmin(deps, account);
  await rm(deps.linkPath, { force: true });
  return user;
}

/** Whether there is no account yet, and a link that makes one. */
export async function hasSetupLink({ sql, linkPath }: Pick<SiteAdminDeps, 'sql' | 'linkPath'>): Promise<boolean> {
  return (
    !(await hasSiteAdmin(sql)) &&
    (await stat(linkPath).then(
      () => true,
      () => false,
    ))
  );
}

export async function isSetupToken(
  { sql, linkPath }: Pick<SiteAdminDeps, 'sql' | 'linkPath'>,
  token: string,
): Promise<boolean> {
  const link = await readFile(linkPath, 'utf8').catch(() => '');
  const wanted = Buffer.from(/token=([\w-]+)/.exec(link)?.[1] ?? '');
  const given = Buffer.from(token);
  return (
    wanted.length > 0 && wanted.length === given.length && timingSafeEqual(wanted, given) && !(await hasSiteAdmin(sql))
  );
}

async function keepAdmin(deps: SiteAdminDeps, { email, password }: { email: string; password: string }): Promise<void> {
  const { sql, clock, sessions } = deps;
  const user = (await addAdmin(deps, { email, password })) ?? (await findByEmail(sql, email));
  if (!user) return;
  const isApplied = user.environmentHash !== null && (await isPassword(password, user.environmentHash));
  const isOwn = isApplied || (await isPassword(password, user.passwordHash));
  const hash = isOwn ? user.passwordHash : await hashPassword(password);
  const changes = {
    ...(user.isSiteAdmin ? {} : { isSiteAdmin: true }),
    ...(isOwn ? {} : { passwordHash: hash }),
  };
  const fields = Object.keys(changes);
  await atomic(sql, [
    sql
      .update(users)
      .set({ ...changes, environmentHash: isApplied ? user.environmentHash : hash })
      .where(eq(users.id, user.id)),
    ...(fields.length > 0
      ? [auditStatement(sql, clock, 'system', 'user.changed', user.id, { fields: fields.join(',') })]
      : []),
  ]);
  if ('passwordHash' in changes) await sessions.endAllOf(user.id);
}

async function findByEmail(sql: Sql, email: string): Promise<User | undefined> {
  const [user] = await sql.select().from(users).where(eq(users.email, email.toLowerCase()));
  return user;
}

async function addAdmin(
  deps: SiteAdminDeps,
  { email, password }: { email: string; password: string },
): Promise<User | undefined> {
  return await addUser(deps, 'system', {
    email,
    password,
    teamId: await teamNamed(deps, 'default'),
    role: 'admin',
    plan: 'enterprise',
    hasApiAccess: true,
    isSiteAdmin: true,
  });
}

async function hasSiteAdmin(sql: Sql): Promise<boolean> {
  const found = await sql
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isSiteAdmin, true), isNotNull(users.passwordHash)))
    .limit(1);
  return found.length > 0;
}
