import { requireScope, showChannel } from './conversation-methods.ts';
import { membershipEvent } from './events.ts';
import { known } from './find-channel.ts';
import { type Arguments, isTrue, method, type SlackMethod, SlackProblem, textArgument } from './web-api.ts';
import type { ChannelKind, SlackChannel, SlackMessage, SlackToken, Workspace } from './workspace.ts';

/** By kind: what a token needs to change a conversation. The narrower scopes allow one change each. */
const mayManage = { public: 'channels:manage', private: 'groups:write', im: 'im:write', mpim: 'mpim:write' } as const;
const manages = Object.values(mayManage);
const mayInvite = { public: 'channels:write.invites', private: 'groups:write.invites' } as const;
const maySetTopic = {
  public: 'channels:write.topic',
  private: 'groups:write.topic',
  im: 'im:write.topic',
  mpim: 'mpim:write.topic',
} as const;
type Narrower = Partial<Record<ChannelKind, string>>;

const longestName = 80;
const longestTopic = 250;

/** What an app does to channels: makes, names and describes them, brings people in and out, puts them away. */
export function channelChanges(options: {
  workspace: Workspace;
  /** Hears of the lines that Slack writes into a channel that changes. */
  onPosted: (channel: SlackChannel, message: SlackMessage) => void;
  tell: (event: Record<string, unknown>) => void;
}): SlackMethod[] {
  const { workspace, onPosted, tell } = options;

  const post = (channel: SlackChannel, user: string, subtype: string, text: string) => {
    const message: SlackMessage = {
      type: 'message',
      subtype,
      ts: workspace.nextTs(),
      user,
      text: `<@${user}> ${text}`,
    };
    channel.messages.push(message);
    onPosted(channel, message);
  };
  const describe = (name: string, what: 'topic' | 'purpose'): SlackMethod =>
    method({ name, scopes: [...manages, ...Object.values(maySetTopic)], tier: 2 }, (args, caller) => {
      const channel = writable(workspace, args, caller, maySetTopic);
      const value = typeof args[what] === 'string' ? args[what] : '';
      if (value.length > longestTopic) throw new SlackProblem('too_long');
      channel[what] = { value, creator: caller.userId, last_set: seconds(workspace) };
      post(channel, caller.userId, `channel_${what}`, `set the channel ${what}: ${value}`);
      return { channel: showChannel(channel, caller), ...(what === 'purpose' ? { purpose: value } : {}) };
    });
  const putAway = (verb: 'archive' | 'unarchive'): SlackMethod =>
    method({ name: `conversations.${verb}`, scopes: manages, tier: 2 }, (args, caller) => {
      const isArchived = verb === 'archive';
      const channel = channelOnly(workspace, args, caller);
      if (!channel.members.has(caller.userId)) throw new SlackProblem('not_in_channel');
      if (channel.isArchived === isArchived) throw new SlackProblem(isArchived ? 'already_archived' : 'not_archived');
      channel.isArchived = isArchived;
      post(channel, caller.userId, `channel_${verb}`, `${verb}d the channel`);
      const prefix = channel.kind === 'public' ? 'channel' : 'group';
      tell({ type: `${prefix}_${verb}`, channel: channel.id, user: caller.userId });
      return {};
    });

  return [
    method({ name: 'conversations.create', scopes: manages, tier: 2 }, (args, caller) => {
      if (workspace.organisation && args.team_id !== workspace.teamId) throw new SlackProblem('missing_argument');
      const kind = isTrue(args.is_private) ? 'private' : 'public';
      requireScope(caller, mayManage[kind]);
      const name = channelName(workspace, args);
      const channel = workspace.addChannel({ id: workspace.nextId('C'), name, kind, members: [caller.userId] });
      channel.creator = caller.userId;
      channel.createdS = seconds(workspace);
      if (kind === 'public') tell({ type: 'channel_created', channel: showChannel(channel, caller) });
      return { channel: showChannel(channel, caller) };
    }),
    method(
      { name: 'conversations.invite', scopes: [...manages, ...Object.values(mayInvite)], tier: 3 },
      (args, caller) => {
        const channel = writable(workspace, args, caller, mayInvite, 'channel');
        const users = textArgument(args, 'users', 'no_user').split(',');
        const problems = users.flatMap((user) => {
          const error = inviteProblem(workspace, channel, user, caller);
          return error ? [{ user, ok: false, error }] : [];
        });
        const [first] = problems;
        if (first && !isTrue(args.force)) throw new SlackProblem(first.error, { errors: problems });
        for (const user of users.filter((id) => !problems.some((problem) => problem.user === id))) {
          channel.members.add(user);
          tell(membershipEvent(workspace, 'member_joined_channel', channel, user));
        }
        return { channel: showChannel(channel, caller), ...(first ? { errors: problems } : {}) };
      },
    ),
    method({ name: 'conversations.kick', scopes: ['channels:manage', 'groups:write'], tier: 3 }, (args, caller) => {
      const channel = writable(workspace, args, caller, {}, 'channel');
      const user = textArgument(args, 'user', 'no_user');
      if (!workspace.users.has(user)) throw new SlackProblem('user_not_found');
      if (user === caller.userId) throw new SlackProblem('cant_kick_self');
      if (!channel.members.delete(user)) throw new SlackProblem('not_in_channel');
      tell(membershipEvent(workspace, 'member_left_channel', channel, user));
      return { errors: {} };
    }),
    method({ name: 'conversations.leave', scopes: manages, tier: 3 }, (args, caller) => {
      const channel = channelOnly(workspace, args, caller);
      if (channel.isArchived) throw new SlackProblem('is_archived');
      // Slack says so in a reply that is otherwise fine.
      if (!channel.members.has(caller.userId)) return { not_in_channel: true };
      if (channel.members.size === 1) throw new SlackProblem('last_member');
      channel.members.delete(caller.userId);
      tell(membershipEvent(workspace, 'member_left_channel', channel, caller.userId));
      return {};
    }),
    method({ name: 'conversations.rename', scopes: manages, tier: 2 }, (args, caller) => {
      const channel = writable(workspace, args, caller, {}, 'channel');
      const earlier = channel.name;
      channel.name = channelName(workspace, args);
      const words = `has renamed the channel from "${earlier}" to "${channel.name}"`;
      post(channel, caller.userId, 'channel_name', words);
      const { id, name } = channel;
      tell({
        type: channel.kind === 'public' ? 'channel_rename' : 'group_rename',
        channel: { id, name, created: channel.createdS ?? 0 },
      });
      return { channel: showChannel(channel, caller) };
    }),
    describe('conversations.setTopic', 'topic'),
    describe('conversations.setPurpose', 'purpose'),
    putAway('archive'),
    putAway('unarchive'),
  ];
}

function seconds({ clock }: Workspace): number {
  return Math.floor(clock.now() / 1000);
}

/** The channel, where the caller is in it and may change it: by the scope of its kind, or one of the narrower ones. */
function writable(
  workspace: Workspace,
  args: Arguments,
  caller: SlackToken,
  narrower: Narrower,
  only?: 'channel',
): SlackChannel {
  const channel = only ? channelOnly(workspace, args, caller, narrower) : scoped(workspace, args, caller, narrower);
  if (!channel.members.has(caller.userId)) throw new SlackProblem('not_in_channel');
  if (channel.isArchived) throw new SlackProblem('is_archived');
  return channel;
}

/** Direct messages are neither named nor left. */
function channelOnly(workspace: Workspace, args: Arguments, caller: SlackToken, narrower: Narrower = {}): SlackChannel {
  const channel = scoped(workspace, args, caller, narrower);
  const isDirect = channel.kind === 'im' || channel.kind === 'mpim';
  if (isDirect) throw new SlackProblem('method_not_supported_for_channel_type');
  return channel;
}

function scoped(workspace: Workspace, args: Arguments, caller: SlackToken, narrower: Narrower): SlackChannel {
  const channel = known(workspace, args, caller);
  const { [channel.kind]: narrow } = narrower;
  if (!narrow || !caller.scopes.has(narrow)) requireScope(caller, mayManage[channel.kind]);
  return channel;
}

function channelName(workspace: Workspace, args: Arguments): string {
  const name = textArgument(args, 'name', 'invalid_name_required').replace(/^#/, '');
  if (name.length > longestName) throw new SlackProblem('invalid_name_maxlength');
  if (!/^[\p{Ll}\p{Lo}\p{N}_-]+$/u.test(name)) throw new SlackProblem('invalid_name_specials');
  if (/^[_-]+$/.test(name)) throw new SlackProblem('invalid_name_punctuation');
  if ([...workspace.channels.values()].some((other) => other.name === name)) throw new SlackProblem('name_taken');
  return name;
}

function inviteProblem(workspace: Workspace, channel: SlackChannel, user: string, caller: SlackToken) {
  if (user === caller.userId) return 'cant_invite_self';
  const person = workspace.users.get(user);
  if (!person || person.isDeleted) return 'user_not_found';
  return channel.members.has(user) ? 'already_in_channel' : undefined;
}
