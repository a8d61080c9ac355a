import { isShape } from './check-blocks.ts';
import { findTarget, known, messageAt, openChannel, readThread, requireWritable } from './find-channel.ts';
import { readAttachment, readContent } from './message-content.ts';
import { type Arguments, isTrue, method, nested, type SlackMethod, SlackProblem, textArgument } from './web-api.ts';
import type { SlackChannel, SlackMessage, SlackToken, Workspace } from './workspace.ts';

const updateLimit = 4_000;

/** The chat family. `onPosted` hears of every message the app puts into a channel. */
export function chatMethods(options: {
  workspace: Workspace;
  origin: () => string;
  onPosted: (channel: SlackChannel, message: SlackMessage) => void;
  onChanged: (channel: SlackChannel, message: SlackMessage) => void;
}): SlackMethod[] {
  const { workspace } = options;

  return [
    method({ name: 'chat.postMessage', scopes: ['chat:write'], tier: 'channel' }, (args, caller) => {
      const { channel, message } = postMessage(workspace, args, caller);
      options.onPosted(channel, message);
      return { channel: channel.id, ts: message.ts, message };
    }),
    method({ name: 'chat.update', scopes: ['chat:write'], tier: 3 }, (args, caller) => {
      const channel = openChannel(workspace, args, caller);
      const message = ownMessage(channel, args, caller, 'cant_update_message');
      if (message.streaming_state === 'in_progress') throw new SlackProblem('streaming_state_conflict');
      changeMessage(message, args);
      message.edited = { user: caller.userId, ts: workspace.nextTs() };
      options.onChanged(channel, message);
      return { channel: channel.id, ts: message.ts, text: message.text, message };
    }),
    method({ name: 'chat.delete', scopes: ['chat:write'], tier: 3 }, (args, caller) => {
      const channel = openChannel(workspace, args, caller);
      const message = ownMessage(channel, args, caller, 'cant_delete_message');
      workspace.removeMessage(channel, message);
      return { channel: channel.id, ts: message.ts };
    }),
    method({ name: 'chat.postEphemeral', scopes: ['chat:write'], tier: 4 }, (args, caller) => {
      const channel = requireWritable(findTarget(workspace, args, caller), caller);
      const user = textArgument(args, 'user', 'no_user');
      if (!channel.members.has(user)) throw new SlackProblem('user_not_in_channel');
      const { text, blocks, attachments } = readContent(args);
      const threadTs = typeof args.thread_ts === 'string' ? args.thread_ts : undefined;
      const { ts } = workspace.showEphemeral(channel, {
        user,
        text,
        ...(blocks ? { blocks } : {}),
        ...(attachments ? { attachments } : {}),
        ...(threadTs ? { threadTs } : {}),
      });
      return { message_ts: ts };
    }),
    method({ name: 'chat.getPermalink', scopes: [], tier: 4 }, (args, caller) => {
      const channel = known(workspace, args, caller);
      const message = messageAt(channel, args.message_ts);
      return { channel: channel.id, permalink: permalink(options.origin(), channel.id, message) };
    }),
    method({ name: 'chat.unfurl', scopes: ['links:write'], tier: 3 }, (args) => {
      const { channel, message } = findUnfurled(workspace, args);
      const unfurls = nested(args.unfurls, 'invalid_unfurls_format');
      if (!isShape(unfurls))
        throw new SlackProblem(args.unfurls === undefined ? 'missing_unfurls' : 'invalid_unfurls_format');
      for (const [url, unfurl] of Object.entries(unfurls)) {
        if (!isShape(unfurl)) throw new SlackProblem('cannot_parse_attachment');
        if (!message.text.includes(url.replaceAll('&', '&amp;')) && !message.text.includes(url))
          throw new SlackProblem('cannot_unfurl_message');
        const others = (message.attachments ?? []).filter(({ from_url }) => from_url !== url);
        const shown = { ...readAttachment(unfurl, others.length + 1), from_url: url, is_app_unfurl: true };
        message.attachments = [...others, { ...shown, app_id: workspace.appId, bot_id: workspace.appId }];
      }
      options.onChanged(channel, message);
      return {};
    }),
  ];
}

/** A new text without blocks is what is shown from now on; what else is not given stays, and an empty list removes. */
export function changeMessage(message: Omit<SlackMessage, 'user' | 'type'>, args: Arguments): void {
  const content = readContent(args);
  if (content.text.length > updateLimit) throw new SlackProblem('msg_too_long');
  if (args.text !== undefined || args.markdown_text !== undefined) message.text = content.text;
  if (args.blocks !== undefined || args.text !== undefined || args.markdown_text !== undefined) delete message.blocks;
  if (args.attachments !== undefined) delete message.attachments;
  const { text: _, ...rest } = content;
  Object.assign(message, rest);
}

/** Puts a message of the app into its channel, as `chat.postMessage` and a scheduled one do. */
export function postMessage(
  workspace: Workspace,
  args: Arguments,
  caller: SlackToken,
): { channel: SlackChannel; message: SlackMessage } {
  const channel = requireWritable(findTarget(workspace, args, caller), caller, caller.scopes.has('chat:write.public'));
  const content = readContent(args);
  const threadTs = readThread(workspace, channel, args);
  const message: SlackMessage = {
    type: 'message',
    ts: workspace.nextTs(),
    user: caller.userId,
    bot_id: caller.botId,
    app_id: workspace.appId,
    ...content,
    ...(threadTs ? { thread_ts: threadTs } : {}),
    ...(threadTs && isTrue(args.reply_broadcast) ? { subtype: 'thread_broadcast' } : {}),
  };
  channel.messages.push(message);
  return { channel, message };
}

/** By channel and time stamp, or by the id that a link's event carried. */
function findUnfurled(workspace: Workspace, args: Arguments): { channel: SlackChannel; message: SlackMessage } {
  const byId = typeof args.unfurl_id === 'string' ? args.unfurl_id : undefined;
  if (byId !== undefined && args.source === undefined) throw new SlackProblem('missing_source');
  if (byId === undefined && args.channel === undefined) throw new SlackProblem('missing_channel');
  if (byId === undefined && args.ts === undefined) throw new SlackProblem('missing_ts');
  const place = byId === undefined ? { channel: args.channel, ts: args.ts } : workspace.unfurls.get(byId);
  if (!place) throw new SlackProblem('invalid_unfurl_id');
  const channel = workspace.channels.get(String(place.channel));
  if (!channel) throw new SlackProblem('cannot_find_channel');
  const message = channel.messages.find(({ ts }) => ts === place.ts);
  if (!message) throw new SlackProblem('cannot_find_message');
  return { channel, message };
}

export function permalink(origin: string, channelId: string, message: Pick<SlackMessage, 'ts' | 'thread_ts'>): string {
  const thread = message.thread_ts ? `?thread_ts=${message.thread_ts}&cid=${channelId}` : '';
  return `${origin}/archives/${channelId}/p${message.ts.replace('.', '')}${thread}`;
}

function ownMessage(channel: SlackChannel, args: Arguments, caller: SlackToken, error: string): SlackMessage {
  const message = messageAt(channel, args.ts);
  if (message.bot_id !== caller.botId) throw new SlackProblem(error);
  return message;
}
