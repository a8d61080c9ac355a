import { postMessage } from './chat-methods.ts';
import { findTarget, requireWritable } from './find-channel.ts';
import { readContent } from './message-content.ts';
import { pageOf } from './pages.ts';
import { type Arguments, method, type SlackMethod, SlackProblem, textArgument } from './web-api.ts';
import type { SlackChannel, SlackMessage, SlackToken, Workspace } from './workspace.ts';

const furthestMs = 120 * 86_400_000;
const windowS = 300;
const mostInWindow = 30;

interface Scheduled {
  id: string;
  channel: string;
  postAtS: number;
  text: string;
  createdS: number;
}

/** Messages for later. */
export function scheduledMethods(options: {
  workspace: Workspace;
  later: (delayMs: number, run: () => void) => void;
  onPosted: (channel: SlackChannel, message: SlackMessage) => void;
}): SlackMethod[] {
  const { workspace } = options;
  const waiting = new Map<string, Scheduled>();

  function schedule(args: Arguments, caller: SlackToken): Record<string, unknown> {
    const mayWriteAnywhere = caller.scopes.has('chat:write.public');
    const channel = requireWritable(findTarget(workspace, args, caller), caller, mayWriteAnywhere);
    const postAtS = Number(args.post_at);
    if (!Number.isInteger(postAtS) || postAtS <= 0) throw new SlackProblem('invalid_time');
    const nowMs = workspace.clock.now();
    if (postAtS * 1000 <= nowMs) throw new SlackProblem('time_in_past');
    if (postAtS * 1000 > nowMs + furthestMs) throw new SlackProblem('time_too_far');
    const near = [...waiting.values()].filter(
      (other) => other.channel === channel.id && Math.floor(other.postAtS / windowS) === Math.floor(postAtS / windowS),
    );
    if (near.length >= mostInWindow) throw new SlackProblem('restricted_too_many');
    const { text } = readContent(args);
    const id = workspace.nextId('Q');
    waiting.set(id, { id, channel: channel.id, postAtS, text, createdS: Math.floor(nowMs / 1000) });
    options.later(postAtS * 1000 - nowMs, () => {
      // A known defect of Slack's: with metadata the message never comes.
      if (!waiting.delete(id) || args.metadata !== undefined) return;
      const posted = postMessage(workspace, { ...args, channel: channel.id }, caller);
      options.onPosted(posted.channel, posted.message);
    });
    return { channel: channel.id, scheduled_message_id: id, post_at: String(postAtS), message: { text } };
  }

  return [
    { name: 'chat.scheduleMessage', scopes: ['chat:write'], tier: 3, run: schedule },
    method({ name: 'chat.scheduledMessages.list', scopes: [], tier: 3 }, (args) => {
      const all = [...waiting.values()].filter(({ channel }) => !args.channel || channel === args.channel);
      const page = pageOf(all, args, 100);
      const scheduled_messages = page.items.map(({ id, channel, postAtS, text, createdS }) => ({
        id,
        channel_id: channel,
        post_at: postAtS,
        date_created: createdS,
        text,
      }));
      return { scheduled_messages, ...page.metadata };
    }),
    method({ name: 'chat.deleteScheduledMessage', scopes: ['chat:write'], tier: 3 }, (args) => {
      const id = textArgument(args, 'scheduled_message_id');
      if (waiting.get(id)?.channel !== args.channel) throw new SlackProblem('invalid_scheduled_message_id');
      waiting.delete(id);
      return {};
    }),
  ];
}
