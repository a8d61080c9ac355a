import { and, eq, isNull } from 'drizzle-orm';
import type { Clock } from '#core/clock.ts';
import { atomic, type Sql } from '#core/sql.ts';
import type { JobHandler } from '#jobs/queue.ts';
import { type User, users } from '../store/accounts.ts';
import { apiKeys } from '../store/api-keys.ts';
import { addUser } from './add-user.ts';
import { ownKeyRotationMs } from './api-key-lifetime.ts';
import { auditStatement } from './audit.ts';
import { generateApiKey } from './generate-api-key.ts';

/** Reserved by RFC 2606: nobody can have this address. */
export const botAccountEmail = 'bot@logtriage.invalid';
const hourMs = 3_600_000;

export interface BotAccount {
  userId: string;
  /** The key that is valid now; read it anew for each request, it is replaced while the process runs. */
  readonly apiKey: string;
}

export interface BotAccounts {
  ensure(): Promise<BotAccount>;
  isBot(userId: string): boolean;
  rotation: JobHandler;
}

/** The account of the bot in the same process. It signs in nowhere; its key lives in memory and is new at each start. */
export function createBotAccounts(deps: { sql: Sql; clock: Clock }): BotAccounts {
  const { sql, clock } = deps;
  let ensuring: Promise<void> | undefined;
  let account: { user: User; key: string; createdAtMs: number } | undefined;

  async function ensureUser(): Promise<User> {
    await addUser(deps, 'system', {
      email: botAccountEmail,
      password: null,
      teamId: null,
      role: 'member',
      plan: 'enterprise',
      hasApiAccess: true,
      isSiteAdmin: false,
    });
    const [user] = await sql.select().from(users).where(eq(users.email, botAccountEmail));
    return user!;
  }

  async function replaceKey(user: User): Promise<void> {
    await atomic(sql, [
      sql
        .update(apiKeys)
        .set({ endedAtMs: clock.now(), endedBy: 'revoked' })
        .where(and(eq(apiKeys.userId, user.id), isNull(apiKeys.endedAtMs))),
      auditStatement(sql, clock, 'system', 'api_key.rotated', user.id),
    ]);
    const generated = await generateApiKey(deps, user, 'embedded bot');
    if (!generated.ok) throw new Error(`the embedded bot got no key: ${generated.reason}`);
    account = { user, key: generated.key, createdAtMs: generated.row.createdAtMs };
  }

  return {
    async ensure() {
      ensuring ??= ensureUser().then(replaceKey);
      await ensuring;
      const { user } = account!;
      return {
        userId: user.id,
        get apiKey() {
          return account!.key;
        },
      };
    },
    isBot: (userId) => account?.user.id === userId,
    rotation: {
      kind: 'bot.rotate-key',
      async run() {
        if (account && clock.now() - account.createdAtMs >= ownKeyRotationMs) await replaceKey(account.user);
        return { status: 'later', runAtMs: clock.now() + hourMs };
      },
    },
  };
}
