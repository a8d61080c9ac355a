import { type Arguments, SlackProblem, textArgument } from './web-api.ts';
import type { SlackChannel, SlackMessage, SlackToken, Workspace } from './workspace.ts';

function named(workspace: Workspace, args: Arguments): SlackChannel | undefined {
  return workspace.channels.get(textArgument(args, 'channel', 'channel_not_found'));
}

/** The channel, where the caller may know of it: it is public, or they are in it. */
export function known(workspace: Workspace, args: Arguments, caller: SlackToken): SlackChannel {
  const channel = named(workspace, args);
  if (channel && (channel.kind === 'public' || channel.members.has(caller.userId))) return channel;
  throw new SlackProblem('channel_not_found');
}

/** The channel, where the caller is in it. */
export function joined(workspace: Workspace, args: Arguments, caller: SlackToken): SlackChannel {
  return requireMember(named(workspace, args), caller);
}

function requireMember(channel: SlackChannel | undefined, caller: SlackToken): SlackChannel {
  if (channel?.members.has(caller.userId)) return channel;
  throw new SlackProblem(channel?.kind === 'public' ? 'not_in_channel' : 'channel_not_found');
}

/** A message by its time stamp. */
export function messageAt(channel: SlackChannel, ts: unknown): SlackMessage {
  const message = channel.messages.find((candidate) => candidate.ts === ts);
  if (!message) throw new SlackProblem('message_not_found');
  return message;
}

/** Where a post goes: a channel by id or by name, with or without `#`, or a person, in their direct messages. */
export function findTarget(workspace: Workspace, args: Arguments, caller: SlackToken): SlackChannel | undefined {
  const target = textArgument(args, 'channel', 'channel_not_found');
  const byId = workspace.channels.get(target);
  if (byId) return byId;
  if (workspace.users.has(target)) return workspace.openDirect([target, caller.userId]);
  const name = target.replace(/^#/, '');
  return [...workspace.channels.values()].find(
    (channel) => channel.name === name && (channel.kind === 'public' || channel.kind === 'private'),
  );
}

/** The channel, where the caller may write in it. */
export function requireWritable(
  channel: SlackChannel | undefined,
  caller: SlackToken,
  mayWriteAnywhere = false,
): SlackChannel {
  const found = mayWriteAnywhere && channel?.kind === 'public' ? channel : requireMember(channel, caller);
  if (found.isArchived) throw new SlackProblem('is_archived');
  return found;
}

/** The same by the channel's id alone. */
export function openChannel(workspace: Workspace, args: Arguments, caller: SlackToken): SlackChannel {
  return requireWritable(named(workspace, args), caller);
}

export function readThread(workspace: Workspace, channel: SlackChannel, args: Arguments): string | undefined {
  const { thread_ts: threadTs } = args;
  if (threadTs === undefined || threadTs === '') return undefined;
  const parent = typeof threadTs === 'string' ? workspace.findMessage(channel.id, threadTs) : undefined;
  const isStarted = channel.messages.some((message) => message.thread_ts === threadTs);
  if (!parent && !isStarted) throw new SlackProblem('thread_not_found');
  if (parent?.thread_ts && parent.thread_ts !== parent.ts) throw new SlackProblem('cannot_reply_to_message');
  return String(threadTs);
}
