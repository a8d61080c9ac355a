import { checkBlocks } from './check-blocks.ts';
import { type Arguments, isTrue, nested, type SlackMethod, SlackProblem, textArgument } from './web-api.ts';
import type { SlackChannel, SlackMessage, SlackMetadata, SlackToken, Workspace } from './workspace.ts';

const truncatedAt = 40_000;
const updateLimit = 4_000;
const metadataLimit = 8_000;
const markdownTextLimit = 12_000;

/** The chat family. `onPosted` hears of every message the app puts into a channel. */
export function chatMethods(options: {
  workspace: Workspace;
  origin: () => string;
  onPosted: (channel: SlackChannel, message: SlackMessage) => void;
}): SlackMethod[] {
  const { workspace } = options;

  return [
    {
      name: 'chat.postMessage',
      scopes: ['chat:write'],
      tier: 'channel',
      run(args, caller) {
        const channel = openChannel(workspace, args, caller, caller.scopes.has('chat:write.public'));
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
        };
        channel.messages.push(message);
        options.onPosted(channel, message);
        return { channel: channel.id, ts: message.ts, message };
      },
    },
    {
      name: 'chat.update',
      scopes: ['chat:write'],
      tier: 3,
      run(args, caller) {
        const channel = openChannel(workspace, args, caller);
        const message = ownMessage(channel, args, caller, 'cant_update_message');
        const content = readContent(args);
        if (content.text.length > updateLimit) throw new SlackProblem('msg_too_long');
        Object.assign(message, content, { edited: { user: caller.userId, ts: workspace.nextTs() } });
        return { channel: channel.id, ts: message.ts, text: message.text, message };
      },
    },
    {
      name: 'chat.delete',
      scopes: ['chat:write'],
      tier: 3,
      run(args, caller) {
        const channel = openChannel(workspace, args, caller);
        const message = ownMessage(channel, args, caller, 'cant_delete_message');
        channel.messages = channel.messages.filter((other) => other !== message);
        return { channel: channel.id, ts: message.ts };
      },
    },
    {
      name: 'chat.postEphemeral',
      scopes: ['chat:write'],
      tier: 4,
      run(args, caller) {
        const channel = openChannel(workspace, args, caller);
        const user = textArgument(args, 'user', 'no_user');
        if (!channel.members.has(user)) throw new SlackProblem('user_not_in_channel');
        const { text, blocks } = readContent(args);
        const threadTs = typeof args.thread_ts === 'string' ? args.thread_ts : undefined;
        channel.ephemerals.push({
          user,
          text,
          atMs: workspace.clock.now(),
          ...(blocks ? { blocks } : {}),
          ...(threadTs ? { threadTs } : {}),
        });
        return { message_ts: workspace.nextTs() };
      },
    },
    {
      name: 'chat.getPermalink',
      scopes: [],
      tier: 4,
      run(args, caller) {
        const channel = workspace.channels.get(textArgument(args, 'channel', 'channel_not_found'));
        if (!channel || (channel.kind !== 'public' && !channel.members.has(caller.userId))) {
          throw new SlackProblem('channel_not_found');
        }
        const message = channel.messages.find(({ ts }) => ts === args.message_ts);
        if (!message) throw new SlackProblem('message_not_found');
        return { channel: channel.id, permalink: permalink(options.origin(), channel.id, message) };
      },
    },
  ];
}

export function permalink(origin: string, channelId: string, message: Pick<SlackMessage, 'ts' | 'thread_ts'>): string {
  const thread = message.thread_ts ? `?thread_ts=${message.thread_ts}&cid=${channelId}` : '';
  return `${origin}/archives/${channelId}/p${message.ts.replace('.', '')}${thread}`;
}

/** The channel, where the caller may write in it. */
export function openChannel(
  workspace: Workspace,
  args: Arguments,
  caller: SlackToken,
  mayWriteAnywhere = false,
): SlackChannel {
  const channel = workspace.channels.get(textArgument(args, 'channel', 'channel_not_found'));
  if (!channel) throw new SlackProblem('channel_not_found');
  if (!channel.members.has(caller.userId) && !(mayWriteAnywhere && channel.kind === 'public')) {
    throw new SlackProblem(channel.kind === 'public' ? 'not_in_channel' : 'channel_not_found');
  }
  if (channel.isArchived) throw new SlackProblem('is_archived');
  return channel;
}

type Content = Pick<SlackMessage, 'text' | 'blocks' | 'metadata' | 'mrkdwn'>;

/** Text, blocks and metadata of a message, checked as Slack checks them. */
export function readContent(args: Arguments): Content {
  const markdownText = args.markdown_text;
  if (markdownText !== undefined && (args.text !== undefined || args.blocks !== undefined)) {
    throw new SlackProblem('markdown_text_conflict');
  }
  if (typeof markdownText === 'string' && markdownText.length > markdownTextLimit)
    throw new SlackProblem('msg_too_long');
  const text = String(args.text ?? markdownText ?? '');
  const blocks = args.blocks === undefined ? undefined : nested(args.blocks, 'invalid_blocks_format');
  if (blocks !== undefined) {
    const problem = checkBlocks(blocks);
    if (problem) {
      throw new SlackProblem(problem.error, {
        errors: [problem.detail],
        response_metadata: { messages: [problem.detail] },
      });
    }
  }
  const hasBlocks = Array.isArray(blocks) && blocks.length > 0;
  if (text === '' && !hasBlocks && args.attachments === undefined) throw new SlackProblem('no_text');
  const metadata = args.metadata === undefined ? undefined : readMetadata(args.metadata);
  return {
    text: text.slice(0, truncatedAt),
    ...(hasBlocks ? { blocks: blocks as unknown[] } : {}),
    ...(metadata ? { metadata } : {}),
    ...(args.mrkdwn === undefined ? {} : { mrkdwn: isTrue(args.mrkdwn) }),
  };
}

function readMetadata(value: unknown): SlackMetadata {
  const metadata = nested(value, 'invalid_metadata_format') as Partial<SlackMetadata> | null;
  if (typeof metadata !== 'object' || metadata === null) throw new SlackProblem('invalid_metadata_format');
  const { event_type, event_payload } = metadata;
  if (typeof event_type !== 'string' || event_type === '') throw new SlackProblem('invalid_metadata_format');
  if (typeof event_payload !== 'object' || event_payload === null) throw new SlackProblem('invalid_metadata_format');
  const isFlat = Object.values(event_payload).every((item) => ['string', 'number', 'boolean'].includes(typeof item));
  if (!isFlat) throw new SlackProblem('invalid_metadata_schema');
  if (JSON.stringify(event_payload).length > metadataLimit) throw new SlackProblem('metadata_too_large');
  return { event_type, event_payload };
}

function readThread(workspace: Workspace, channel: SlackChannel, args: Arguments): string | undefined {
  const { thread_ts: threadTs } = args;
  if (threadTs === undefined || threadTs === '') return undefined;
  const parent = typeof threadTs === 'string' ? workspace.findMessage(channel.id, threadTs) : undefined;
  const isStarted = channel.messages.some((message) => message.thread_ts === threadTs);
  if (!parent && !isStarted) throw new SlackProblem('thread_not_found');
  if (parent?.thread_ts && parent.thread_ts !== parent.ts) throw new SlackProblem('cannot_reply_to_message');
  return String(threadTs);
}

function ownMessage(channel: SlackChannel, args: Arguments, caller: SlackToken, error: string): SlackMessage {
  const message = channel.messages.find(({ ts }) => ts === args.ts);
  if (!message) throw new SlackProblem('message_not_found');
  if (message.bot_id !== caller.botId) throw new SlackProblem(error);
  return message;
}
