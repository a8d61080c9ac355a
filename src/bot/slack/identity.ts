import { RemoteError } from '#core/errors.ts';
import type { SlackClient } from './slack-client.ts';

export interface BotIdentity {
  userId: string;
  botId: string | undefined;
}

export interface Identity {
  /** Asked for once and kept; a failed call is simply made again by the next one who asks. */
  get(team: string): Promise<BotIdentity>;
  /** What is known without asking. */
  known(): BotIdentity | undefined;
}

export function createIdentity(client: SlackClient): Identity {
  let pending: Promise<BotIdentity> | undefined;
  let known: BotIdentity | undefined;

  return {
    async get() {
      if (known) return known;
      pending ??= ask().finally(() => {
        pending = undefined;
      });
      return await pending;
    },
    known: () => known,
  };

  async function ask(): Promise<BotIdentity> {
    const reply = await client.call('auth.test', {});
    if (typeof reply.user_id !== 'string') throw new RemoteError('unavailable', 'auth.test named no user');
    known = { userId: reply.user_id, botId: typeof reply.bot_id === 'string' ? reply.bot_id : undefined };
    return known;
  }
}
