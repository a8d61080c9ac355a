import { type SlackMethod, SlackProblem, textArgument } from './web-api.ts';
import type { Workspace } from './workspace.ts';

/** Who somebody is, and the small signs left on messages. */
export function peopleMethods(workspace: Workspace, origin: () => string): SlackMethod[] {
  return [
    {
      name: 'auth.test',
      scopes: [],
      tier: 4,
      run: (_, caller) => ({
        url: `${origin()}/`,
        team: 'Sandbox',
        user: workspace.users.get(caller.userId)?.name ?? 'bot',
        team_id: workspace.teamId,
        user_id: caller.userId,
        bot_id: caller.botId,
        is_enterprise_install: false,
      }),
    },
    {
      name: 'users.info',
      scopes: ['users:read'],
      tier: 4,
      run(args, caller) {
        const user = workspace.users.get(textArgument(args, 'user', 'user_not_found'));
        if (!user) throw new SlackProblem('user_not_found');
        const { isBot = false, isGuest = false, isExternal = false, isDeleted = false } = user;
        const email = user.email === undefined ? `${user.name}@example.com` : user.email;
        const isEmailTold = email !== null && !isExternal && !isBot && caller.scopes.has('users:read.email');
        return {
          user: {
            id: user.id,
            team_id: isExternal ? 'T0OTHERORG' : workspace.teamId,
            name: user.name,
            real_name: user.realName,
            tz: user.tz,
            profile: { real_name: user.realName, ...(isEmailTold ? { email } : {}) },
            is_bot: isBot,
            is_restricted: isGuest,
            is_ultra_restricted: false,
            ...(isExternal ? { is_stranger: true } : {}),
            deleted: isDeleted,
          },
        };
      },
    },
    ...(['add', 'remove'] as const).map(
      (verb): SlackMethod => ({
        name: `reactions.${verb}`,
        scopes: ['reactions:write'],
        tier: 3,
        run(args, caller) {
          const channel = workspace.channels.get(textArgument(args, 'channel', 'channel_not_found'));
          if (!channel) throw new SlackProblem('channel_not_found');
          if (!channel.members.has(caller.userId)) throw new SlackProblem('not_in_channel');
          const message = channel.messages.find(({ ts }) => ts === args.timestamp);
          if (!message) throw new SlackProblem('message_not_found');
          const name = textArgument(args, 'name', 'invalid_name');
          const reactions = message.reactions ?? [];
          const existing = reactions.find((reaction) => reaction.name === name);
          if (verb === 'add') {
            if (existing?.users.includes(caller.userId)) throw new SlackProblem('already_reacted');
            if (existing) existing.users.push(caller.userId);
            else reactions.push({ name, users: [caller.userId], count: 0 });
          } else {
            if (!existing?.users.includes(caller.userId)) throw new SlackProblem('no_reaction');
            existing.users = existing.users.filter((user) => user !== caller.userId);
          }
          message.reactions = reactions
            .filter((reaction) => reaction.users.length > 0)
            .map((reaction) => ({ ...reaction, count: reaction.users.length }));
          return {};
        },
      }),
    ),
  ];
}
