import { checkBlocks, isShape } from './check-blocks.ts';
import { messageAt, openChannel, readThread } from './find-channel.ts';
import { readContent } from './message-content.ts';
import { type Arguments, method, nested, type SlackMethod, SlackProblem } from './web-api.ts';
import type { SlackChannel, SlackMessage, SlackToken, Workspace } from './workspace.ts';

type Mode = 'markdown_text' | 'chunks';

const longestText = 12_000;
const mostBlocks = 50;

/** An answer that grows while it is read: started, added to, and stopped. */
export function streamMethods(options: {
  workspace: Workspace;
  onPosted: (channel: SlackChannel, message: SlackMessage) => void;
  onChanged: (channel: SlackChannel, message: SlackMessage) => void;
}): SlackMethod[] {
  const { workspace } = options;
  /** How each was begun: a stream of text takes no chunks, and the other way round. */
  const modes = new Map<string, Mode>();

  const add = (channel: SlackChannel, message: SlackMessage, args: Arguments): void => {
    const given = readAddition(args);
    if (!given) return;
    const key = `${channel.id}:${message.ts}`;
    const mode = modes.get(key) ?? given.mode;
    if (mode !== given.mode) throw new SlackProblem('streaming_mode_mismatch');
    const blocks = [...(message.blocks ?? []), ...given.blocks];
    if (blocks.length > mostBlocks) throw new SlackProblem('msg_blocks_too_many');
    modes.set(key, mode);
    message.text += given.text;
    if (blocks.length > 0) message.blocks = blocks;
  };

  return [
    method({ name: 'chat.startStream', scopes: ['chat:write'], tier: 2 }, (args, caller) => {
      const channel = openChannel(workspace, args, caller);
      const threadTs = readThread(workspace, channel, args);
      if (!threadTs) throw new SlackProblem('invalid_arguments');
      if (channel.kind !== 'im') {
        if (!args.recipient_team_id) throw new SlackProblem('missing_recipient_team_id');
        if (!args.recipient_user_id) throw new SlackProblem('missing_recipient_user_id');
      }
      const message: SlackMessage = {
        type: 'message',
        ts: workspace.nextTs(),
        user: caller.userId,
        bot_id: caller.botId,
        app_id: workspace.appId,
        text: '',
        thread_ts: threadTs,
        streaming_state: 'in_progress',
      };
      add(channel, message, args);
      channel.messages.push(message);
      options.onPosted(channel, message);
      return { channel: channel.id, ts: message.ts };
    }),
    method({ name: 'chat.appendStream', scopes: ['chat:write'], tier: 4 }, (args, caller) => {
      const channel = openChannel(workspace, args, caller);
      const message = streaming(channel, args, caller);
      if (args.markdown_text === undefined && args.chunks === undefined)
        throw new SlackProblem('markdown_text_or_chunks_required');
      add(channel, message, args);
      return { channel: channel.id, ts: message.ts };
    }),
    method({ name: 'chat.stopStream', scopes: ['chat:write'], tier: 2 }, (args, caller) => {
      const channel = openChannel(workspace, args, caller);
      const message = streaming(channel, args, caller);
      add(channel, message, args);
      const { blocks, metadata } = args;
      if (blocks !== undefined || metadata !== undefined) {
        const { text, ...last } = readContent({ text: message.text || ' ', blocks, metadata });
        const before = blocks !== undefined && text.trim() !== '' ? [{ type: 'markdown', text }] : [];
        const all = [...before, ...(message.blocks ?? []), ...(last.blocks ?? [])];
        if (all.length > mostBlocks) throw new SlackProblem('msg_blocks_too_many');
        Object.assign(message, last, all.length > 0 ? { blocks: all } : {});
      }
      message.streaming_state = 'completed';
      modes.delete(`${channel.id}:${message.ts}`);
      options.onChanged(channel, message);
      return { channel: channel.id, ts: message.ts, message };
    }),
  ];
}

function streaming(channel: SlackChannel, args: Arguments, caller: SlackToken): SlackMessage {
  const message = messageAt(channel, args.ts);
  if (message.bot_id !== caller.botId) throw new SlackProblem('message_not_owned_by_app');
  if (message.streaming_state !== 'in_progress') throw new SlackProblem('message_not_in_streaming_state');
  return message;
}

function readAddition(args: Arguments): { mode: Mode; text: string; blocks: unknown[] } | undefined {
  const { markdown_text: text, chunks } = args;
  if (text !== undefined && chunks !== undefined)
    throw new SlackProblem('cannot_provide_both_markdown_text_and_chunks');
  if (text !== undefined) return { mode: 'markdown_text', text: markdown(text), blocks: [] };
  if (chunks === undefined) return undefined;
  const list = nested(chunks, 'invalid_chunks');
  if (!Array.isArray(list)) throw new SlackProblem('invalid_chunks');
  const read = list.map(readChunk);
  return {
    mode: 'chunks',
    text: read.map((chunk) => chunk.text).join(''),
    blocks: read.flatMap(({ blocks }) => blocks),
  };
}

/** Tasks and plans are shown beside the text, never in it. */
function readChunk(chunk: unknown): { text: string; blocks: unknown[] } {
  if (!isShape(chunk)) throw new SlackProblem('invalid_chunks');
  switch (chunk.type) {
    case 'markdown_text':
      return { text: markdown(chunk.text), blocks: [] };
    case 'blocks': {
      const problem = checkBlocks(chunk.blocks);
      if (problem) throw new SlackProblem(problem.error);
      return { text: '', blocks: chunk.blocks as unknown[] };
    }
    case 'task_update':
      if (typeof chunk.id !== 'string' || typeof chunk.title !== 'string') throw new SlackProblem('invalid_chunks');
      return { text: '', blocks: [] };
    case 'plan_update':
      if (typeof chunk.title !== 'string') throw new SlackProblem('invalid_chunks');
      return { text: '', blocks: [] };
    default:
      throw new SlackProblem('invalid_chunks');
  }
}

function markdown(text: unknown): string {
  if (typeof text !== 'string') throw new SlackProblem('invalid_chunks');
  if (text.length > longestText) throw new SlackProblem('msg_too_long');
  return text;
}
