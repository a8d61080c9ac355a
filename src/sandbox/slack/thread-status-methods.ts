import { type Arguments, method, nested, type SlackMethod, SlackProblem, textArgument } from './web-api.ts';
import type { SlackChannel, SlackToken, Workspace } from './workspace.ts';

const statusLastsMs = 2 * 60_000;
const mostLoadingMessages = 10;
const mostPrompts = 4;

/** What an assistant shows at a thread beside its messages: that it works, a title, what could be asked. */
export function threadStatusMethods(workspace: Workspace): SlackMethod[] {
  const change = (args: Arguments, caller: SlackToken, set: Record<string, unknown>) => {
    const channel = place(workspace, args, caller);
    const threadTs = textArgument(args, 'thread_ts', 'invalid_thread_ts');
    const isThread = channel.messages.some(({ ts, thread_ts }) => ts === threadTs || thread_ts === threadTs);
    if (!isThread) throw new SlackProblem('invalid_thread_ts');
    const key = `${channel.id}:${threadTs}`;
    workspace.threadSigns.set(key, { ...workspace.threadSigns.get(key), ...set });
    return {};
  };
  return [
    method(
      { name: 'assistant.threads.setStatus', scopes: ['chat:write', 'assistant:write'], tier: 3 },
      (args, caller) => {
        if (typeof args.status !== 'string') throw new SlackProblem('invalid_arguments');
        const loading = args.loading_messages === undefined ? [] : nested(args.loading_messages, 'invalid_arguments');
        if (!Array.isArray(loading) || loading.length > mostLoadingMessages)
          throw new SlackProblem('invalid_arguments');
        const untilMs = workspace.clock.now() + statusLastsMs;
        return change(args, caller, { status: args.status === '' ? undefined : { text: args.status, untilMs } });
      },
    ),
    method({ name: 'assistant.threads.setTitle', scopes: ['assistant:write'], tier: 2 }, (args, caller) =>
      change(args, caller, { title: textArgument(args, 'title') }),
    ),
    method({ name: 'assistant.threads.setSuggestedPrompts', scopes: ['assistant:write'], tier: 2 }, (args, caller) => {
      const prompts = nested(args.prompts, 'invalid_arguments');
      if (!Array.isArray(prompts) || prompts.length > mostPrompts) throw new SlackProblem('invalid_arguments');
      return change(args, caller, { prompts });
    }),
  ];
}

function place(workspace: Workspace, args: Arguments, caller: SlackToken): SlackChannel {
  const channel = workspace.channels.get(textArgument(args, 'channel_id', 'channel_not_found'));
  if (!channel?.members.has(caller.userId)) throw new SlackProblem('channel_not_found');
  return channel;
}
