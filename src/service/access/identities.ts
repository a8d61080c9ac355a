import { and, desc, eq } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import type { Viewer } from '#core/pages/case-record.ts';
import { atomic, type Sql } from '#core/sql.ts';
import { type User, users } from '../store/accounts.ts';
import { identities, openedCases } from '../store/identities.ts';
import { addUser, teamNamed } from './add-user.ts';
import { auditStatement } from './audit.ts';
import { botAccountEmail } from './bot-account.ts';
import type { OidcPerson, OidcSettings } from './oidc.ts';

export interface IdentityDeps {
  sql: Sql;
  clock: Clock;
  /** Whether somebody is in the workspace the bot works for. */
  knowsPerson(person: { team: string; user: string }): Promise<boolean>;
}

const mostOpened = 200;

/**
 * The account of a person a provider vouches for: the one that came this way before, the one with the same confirmed
 * address, or a new one where they are of the workspace or of a domain that was let in. Undefined: none of these.
 */
export async function accountOf(
  deps: IdentityDeps,
  settings: OidcSettings,
  person: OidcPerson,
): Promise<User | undefined> {
  const { sql, clock } = deps;
  const known = await find(sql, person);
  const user = known ?? (await ofSameAddress(sql, settings, person)) ?? (await join(deps, settings, person));
  if (!user) return undefined;
  const set = {
    userId: user.id,
    email: person.emailAddress ?? null,
    team: person.team ?? null,
    seenAtMs: clock.now(),
  };
  await atomic(sql, [
    sql
      .insert(identities)
      .values({ issuer: person.issuer, subject: person.subject, ...set })
      .onConflictDoUpdate({ target: [identities.issuer, identities.subject], set }),
    auditStatement(sql, clock, user.id, 'session.opened', user.id, { issuer: person.issuer }),
  ]);
  return user;
}

async function find(sql: Sql, { issuer, subject }: OidcPerson): Promise<User | undefined> {
  const [row] = await sql
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return row?.user;
}

async function ofSameAddress(sql: Sql, settings: OidcSettings, { emailAddress }: OidcPerson) {
  if (!emailAddress || settings.isPlayed || emailAddress === botAccountEmail) return undefined;
  const [user] = await sql.select().from(users).where(eq(users.email, emailAddress));
  return user;
}

async function join(deps: IdentityDeps, settings: OidcSettings, person: OidcPerson): Promise<User | undefined> {
  const { emailAddress, team, subject } = person;
  if (!emailAddress) return undefined;
  const domain = emailAddress.slice(emailAddress.lastIndexOf('@') + 1);
  const isLetIn =
    settings.domains.includes(domain) || (team !== undefined && (await deps.knowsPerson({ team, user: subject })));
  if (!isLetIn) return undefined;
  return await addUser(deps, 'system', {
    email: emailAddress,
    password: null,
    teamId: await teamNamed(deps, 'default'),
    role: 'member',
    plan: 'none',
    hasApiAccess: false,
    isSiteAdmin: false,
  });
}

export async function viewerOf(sql: Sql, user: Pick<User, 'id'>): Promise<Viewer> {
  const known = await sql
    .select()
    .from(identities)
    .where(eq(identities.userId, user.id))
    .orderBy(desc(identities.seenAtMs))
    .limit(10);
  const opened = await sql
    .select({ questionId: openedCases.questionId, token: openedCases.token })
    .from(openedCases)
    .where(eq(openedCases.userId, user.id))
    .orderBy(desc(openedCases.atMs))
    .limit(mostOpened);
  const slack = known.find(({ team }) => team !== null);
  return {
    id: `console:${user.id}`,
    slack: slack?.team ? { team: slack.team, user: slack.subject } : undefined,
    emailAddress: known.find(({ email }) => email !== null)?.email ?? undefined,
    opened,
  };
}

export async function rememberOpened(
  { sql, clock }: { sql: Sql; clock: Clock },
  user: User,
  { questionId, token }: { questionId: string; token: string },
): Promise<void> {
  const row = { userId: user.id, questionId, token, atMs: clock.now() };
  await sql
    .insert(openedCases)
    .values(row)
    .onConflictDoUpdate({
      target: [openedCases.userId, openedCases.questionId],
      set: { token, atMs: row.atMs },
    });
}
