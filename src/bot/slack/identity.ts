import { RemoteError } from '#core/errors.ts';
import type { SlackClients } from './slack-client.ts';

interface BotIdentity {
  /** The workspace by its id, also where it was asked for by an empty name. */
  team: string;
  userId: string;
  botId: string | undefined;
}

export interface Identity {
  /** Asked for once and kept; a failed call is simply made again by the next one who asks. */
  get(team: string): Promise<BotIdentity>;
  /** What is known without asking. */
  known(team: string): BotIdentity | undefined;
}

export function createIdentity(clientOf: SlackClients): Identity {
  const pending = new Map<string, Promise<BotIdentity>>();
  const known = new Map<string, BotIdentity>();

  return {
    async get(team) {
      const asked = known.get(team) ?? pending.get(team) ?? ask(team).finally(() => pending.delete(team));
      if (asked instanceof Promise) pending.set(team, asked);
      return await asked;
    },
    known: (team) => known.get(team),
  };

  async function ask(team: string): Promise<BotIdentity> {
    const { user_id: userId, bot_id: botId, team_id: teamId } = await clientOf(team).call('auth.test', {});
    if (typeof userId !== 'string') throw new RemoteError('unavailable', 'auth.test named no user');
    const self = {
      team: team === '' && typeof teamId === 'string' ? teamId : team,
      userId,
      botId: typeof botId === 'string' ? botId : undefined,
    };
    known.set(team, self);
    return self;
  }
}
