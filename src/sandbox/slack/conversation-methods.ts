import { known } from './find-channel.ts';
import { pageOf } from './pages.ts';
import { type Arguments, isTrue, method, type SlackMethod, SlackProblem, textArgument } from './web-api.ts';
import type { SlackChannel, SlackMessage, SlackToken, Workspace } from './workspace.ts';

const scopePrefix = { public: 'channels', private: 'groups', im: 'im', mpim: 'mpim' } as const;
const anyHistory = ['channels:history', 'groups:history', 'im:history', 'mpim:history'];
const anyRead = ['channels:read', 'groups:read', 'im:read', 'mpim:read'];

const kindNames = { public: 'public_channel', private: 'private_channel', im: 'im', mpim: 'mpim' } as const;

export function conversationMethods(workspace: Workspace): SlackMethod[] {
  const listChannels = (args: Arguments, caller: SlackToken, isMeant: (channel: SlackChannel) => boolean) => {
    const kinds = String(args.types ?? 'public_channel').split(',');
    const meant = [...workspace.channels.values()].filter(
      (channel) =>
        kinds.includes(kindNames[channel.kind]) &&
        isMeant(channel) &&
        !(isTrue(args.exclude_archived) && channel.isArchived),
    );
    const page = pageOf(meant, args, 100);
    return { channels: page.items.map((channel) => showChannel(channel, caller)), ...page.metadata };
  };

  return [
    method({ name: 'conversations.history', scopes: anyHistory, tier: 3 }, (args, caller) => {
      const channel = readable(workspace, args, caller);
      const top = channel.messages.filter(
        (message) => !message.thread_ts || message.thread_ts === message.ts || message.subtype === 'thread_broadcast',
      );
      const inRange = top.filter((message) => isInRange(message.ts, args)).sort((a, b) => compareTs(b.ts, a.ts));
      return page(inRange, args, 100, (message) => showMessage(channel, message, args));
    }),
    method({ name: 'conversations.replies', scopes: anyHistory, tier: 3 }, (args, caller) => {
      const channel = readable(workspace, args, caller);
      const asked = channel.messages.find(({ ts }) => ts === args.ts);
      const root = asked?.thread_ts ?? args.ts;
      const thread = channel.messages.filter((message) => message.ts === root || message.thread_ts === root);
      if (thread.length === 0) throw new SlackProblem('thread_not_found');
      const inRange = thread
        .filter((message) => message.ts === root || isInRange(message.ts, args))
        .sort((a, b) => compareTs(a.ts, b.ts));
      return page(inRange, args, 1000, (message) => showMessage(channel, message, args));
    }),
    method({ name: 'conversations.info', scopes: anyRead, tier: 3 }, (args, caller) => ({
      channel: showChannel(told(workspace, args, caller), caller),
    })),
    method({ name: 'conversations.members', scopes: anyRead, tier: 4 }, (args, caller) => {
      const page = pageOf([...told(workspace, args, caller).members], args, 100);
      return { members: page.items, ...page.metadata };
    }),
    method({ name: 'conversations.list', scopes: anyRead, tier: 2 }, (args, caller) => {
      return listChannels(args, caller, ({ kind, members }) => kind === 'public' || members.has(caller.userId));
    }),
    method({ name: 'users.conversations', scopes: anyRead, tier: 3 }, (args, caller) => {
      // A token of an organisation does not say which workspace is meant.
      if (workspace.organisation && args.team_id !== workspace.teamId) throw new SlackProblem('missing_argument');
      return listChannels(args, caller, ({ members }) => members.has(caller.userId));
    }),
    method({ name: 'conversations.join', scopes: ['channels:join'], tier: 3 }, (args, caller) => {
      const channel = known(workspace, args, caller);
      if (channel.kind !== 'public') throw new SlackProblem('method_not_supported_for_channel_type');
      if (channel.isArchived) throw new SlackProblem('is_archived');
      channel.members.add(caller.userId);
      return { channel: showChannel(channel, caller) };
    }),
    method({ name: 'conversations.open', scopes: ['im:write', 'mpim:write'], tier: 3 }, (args, caller) => {
      const people = textArgument(args, 'users', 'users_list_not_supplied').split(',');
      if (!people.every((id) => workspace.users.has(id))) throw new SlackProblem('user_not_found');
      const channel = workspace.openDirect([...people, caller.userId]);
      return { channel: { id: channel.id } };
    }),
  ];
}

/** What the API tells about a channel: by the scope for its kind. */
function told(workspace: Workspace, args: Arguments, caller: SlackToken): SlackChannel {
  const channel = known(workspace, args, caller);
  requireScope(caller, `${scopePrefix[channel.kind]}:read`);
  return channel;
}

export function requireScope(caller: SlackToken, needed: string): void {
  if (caller.scopes.has(needed)) return;
  throw new SlackProblem('missing_scope', { needed, provided: [...caller.scopes].join(',') });
}

function readable(workspace: Workspace, args: Arguments, caller: SlackToken): SlackChannel {
  const channel = known(workspace, args, caller);
  requireScope(caller, `${scopePrefix[channel.kind]}:history`);
  if (!channel.members.has(caller.userId)) throw new SlackProblem('not_in_channel');
  return channel;
}

const nothingSaid = { value: '', creator: '', last_set: 0 };

export function showChannel(channel: SlackChannel, caller: SlackToken): Record<string, unknown> {
  return {
    id: channel.id,
    name: channel.name,
    is_channel: channel.kind === 'public',
    is_group: channel.kind === 'private',
    is_im: channel.kind === 'im',
    is_mpim: channel.kind === 'mpim',
    is_private: channel.kind !== 'public',
    is_archived: channel.isArchived,
    is_member: channel.members.has(caller.userId),
    is_ext_shared: channel.isShared ?? false,
    is_general: channel.name === 'general',
    created: channel.createdS ?? 0,
    creator: channel.creator ?? '',
    name_normalized: channel.name,
    topic: channel.topic ?? nothingSaid,
    purpose: channel.purpose ?? nothingSaid,
    num_members: channel.members.size,
  };
}

/** Metadata only for those who ask for it; a thread's root tells how many replies it has. */
function showMessage(channel: SlackChannel, message: SlackMessage, args: Arguments): Record<string, unknown> {
  const { metadata, ...rest } = message;
  const replies = channel.messages.filter((other) => other.thread_ts === message.ts && other.ts !== message.ts);
  return {
    ...rest,
    ...(metadata && isTrue(args.include_all_metadata) ? { metadata } : {}),
    ...(replies.length > 0
      ? { thread_ts: message.ts, reply_count: replies.length, latest_reply: replies.at(-1)?.ts }
      : {}),
  };
}

function page<T>(
  items: readonly T[],
  args: Arguments,
  fallback: number,
  show: (item: T) => unknown,
): Record<string, unknown> {
  const { items: shown, hasMore, metadata } = pageOf(items, args, fallback);
  return { messages: shown.map(show), has_more: hasMore, ...metadata };
}

function isInRange(ts: string, { oldest, latest, inclusive }: Arguments): boolean {
  const isOutside = (order: number) => order < 0 || (order === 0 && !isTrue(inclusive));
  const isTooEarly = typeof oldest === 'string' && oldest !== '' && isOutside(compareTs(ts, oldest));
  const isTooLate = typeof latest === 'string' && latest !== '' && isOutside(compareTs(latest, ts));
  return !isTooEarly && !isTooLate;
}

function compareTs(a: string, b: string): number {
  return Number(a) - Number(b);
}
