import { pageOf } from './pages.ts';
import { method, type SlackMethod, SlackProblem, textArgument } from './web-api.ts';
import type { SlackToken, SlackUser, Workspace } from './workspace.ts';

/** Who somebody is, and the app itself. */
export function peopleMethods(workspace: Workspace, origin: () => string): SlackMethod[] {
  return [
    method({ name: 'api.test', scopes: [], tier: 4, needsNoToken: true }, (args) => {
      if (typeof args.error === 'string') throw new SlackProblem(args.error, { args });
      return { args };
    }),
    method({ name: 'auth.test', scopes: [], tier: 4 }, (_, caller) => ({
      url: `${origin()}/`,
      team: workspace.teamName,
      user: workspace.users.get(caller.userId)?.name ?? 'bot',
      team_id: workspace.teamId,
      user_id: caller.userId,
      bot_id: caller.botId,
      ...(workspace.organisation ? { enterprise_id: workspace.organisation.id } : {}),
      is_enterprise_install: workspace.organisation !== undefined,
    })),
    method({ name: 'users.info', scopes: ['users:read'], tier: 4 }, (args, caller) => {
      const user = workspace.users.get(textArgument(args, 'user', 'user_not_found'));
      if (!user) throw new SlackProblem('user_not_found');
      return { user: showUser(workspace, user, caller) };
    }),
    method({ name: 'users.list', scopes: ['users:read'], tier: 2 }, (args, caller) => {
      const page = pageOf([...workspace.users.values()], args, 200);
      const members = page.items.map((user) => showUser(workspace, user, caller));
      return { members, cache_ts: Math.floor(workspace.clock.now() / 1000), ...page.metadata };
    }),
    method({ name: 'users.lookupByEmail', scopes: ['users:read.email'], tier: 3 }, (args, caller) => {
      const email = textArgument(args, 'email', 'users_not_found').toLowerCase();
      const user = [...workspace.users.values()].find(
        (candidate) => !candidate.isDeleted && emailOf(candidate)?.toLowerCase() === email,
      );
      if (!user) throw new SlackProblem('users_not_found');
      return { user: showUser(workspace, user, caller) };
    }),
    method({ name: 'users.profile.get', scopes: ['users.profile:read'], tier: 4 }, (args, caller) => {
      const user = workspace.users.get(typeof args.user === 'string' ? args.user : caller.userId);
      if (!user) throw new SlackProblem('user_not_found');
      return { profile: showProfile(user, caller) };
    }),
    method({ name: 'users.getPresence', scopes: ['users:read'], tier: 3 }, (args, caller) => {
      const user = typeof args.user === 'string' ? args.user : caller.userId;
      if (!workspace.users.has(user)) throw new SlackProblem('user_not_found');
      return { presence: 'active' };
    }),
    // The workspace has none.
    method({ name: 'usergroups.list', scopes: ['usergroups:read'], tier: 2 }, () => ({ usergroups: [] })),
    method({ name: 'usergroups.users.list', scopes: ['usergroups:read'], tier: 2 }, () => {
      throw new SlackProblem('no_such_subteam');
    }),
    // Those of the workspace itself alone; the standard ones are not told.
    method({ name: 'emoji.list', scopes: ['emoji:read'], tier: 2 }, () => ({
      emoji: {},
      cache_ts: workspace.nextTs(),
    })),
    method({ name: 'bots.info', scopes: ['users:read'], tier: 3 }, (args, caller) => {
      if (args.bot !== undefined && args.bot !== caller.botId) throw new SlackProblem('bot_not_found');
      const { botId: id, userId: user_id } = caller;
      const name = workspace.users.get(user_id)?.name ?? 'bot';
      return { bot: { id, deleted: false, name, updated: 0, app_id: workspace.appId, user_id, icons: {} } };
    }),
    method({ name: 'team.info', scopes: ['team:read'], tier: 3 }, () => ({
      team: { id: workspace.teamId, name: workspace.teamName, domain: 'sandbox', email_domain: 'example.com' },
    })),
  ];
}

function emailOf({ email, name, isExternal, isBot }: SlackUser): string | null {
  return isExternal || isBot ? null : email === undefined ? `${name}@example.com` : email;
}

function showProfile(user: SlackUser, caller: SlackToken): Record<string, unknown> {
  const email = caller.scopes.has('users:read.email') ? emailOf(user) : null;
  return { real_name: user.realName, display_name: user.name, ...(email === null ? {} : { email }) };
}

function showUser(workspace: Workspace, user: SlackUser, caller: SlackToken): Record<string, unknown> {
  const { isBot = false, isGuest = false, isExternal = false, isDeleted = false } = user;
  return {
    id: user.id,
    team_id: isExternal ? 'T0OTHERORG' : workspace.teamId,
    name: user.name,
    real_name: user.realName,
    tz: user.tz,
    profile: showProfile(user, caller),
    is_bot: isBot,
    is_admin: false,
    is_owner: false,
    is_restricted: isGuest,
    is_ultra_restricted: false,
    is_app_user: false,
    ...(isExternal ? { is_stranger: true } : {}),
    deleted: isDeleted,
  };
}
