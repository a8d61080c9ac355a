import { isEmoji } from './emoji.ts';
import { joined, messageAt } from './find-channel.ts';
import { pageOf } from './pages.ts';
import { type Arguments, method, type SlackMethod, SlackProblem, textArgument } from './web-api.ts';
import type { SlackChannel, SlackMessage, SlackToken, Workspace } from './workspace.ts';

/** The small signs left on messages. `onReaction` hears of every one the app sets or takes back. */
export function reactionMethods(
  workspace: Workspace,
  onReaction: (type: 'reaction_added' | 'reaction_removed', place: Place, user: string, name: string) => void,
): SlackMethod[] {
  const set = (verb: 'add' | 'remove'): SlackMethod =>
    method({ name: `reactions.${verb}`, scopes: ['reactions:write'], tier: 3 }, (args, caller) => {
      const place = findPlace(workspace, args, caller);
      const name = textArgument(args, 'name', 'invalid_name');
      if (!isEmoji(name)) throw new SlackProblem('invalid_name');
      const isDone = changeReaction(place.message, verb, caller.userId, name);
      if (!isDone) throw new SlackProblem(verb === 'add' ? 'already_reacted' : 'no_reaction');
      onReaction(verb === 'add' ? 'reaction_added' : 'reaction_removed', place, caller.userId, name);
      return {};
    });
  return [
    set('add'),
    set('remove'),
    method({ name: 'reactions.get', scopes: ['reactions:read'], tier: 3 }, (args, caller) => {
      const { channel, message } = findPlace(workspace, args, caller);
      const { metadata: _, ...shown } = message;
      return { type: 'message', channel: channel.id, message: shown };
    }),
    method({ name: 'reactions.list', scopes: ['reactions:read'], tier: 2 }, (args, caller) => {
      const user = typeof args.user === 'string' ? args.user : caller.userId;
      if (!workspace.users.has(user)) throw new SlackProblem('user_not_found');
      const left = [...workspace.channels.values()]
        .filter(({ members }) => members.has(caller.userId))
        .flatMap((channel) => channel.messages.map((message) => ({ channel, message })))
        .filter(({ message }) => message.reactions?.some(({ users }) => users.includes(user)));
      const page = pageOf(left, args, 100);
      const items = page.items.map(({ channel, message: { metadata: _, ...message } }) => ({
        type: 'message',
        channel: channel.id,
        message,
      }));
      return { items, ...page.metadata };
    }),
  ];
}

interface Place {
  channel: SlackChannel;
  message: SlackMessage;
}

/** Whether anything changed: nobody leaves one sign twice. */
export function changeReaction(message: SlackMessage, verb: 'add' | 'remove', user: string, name: string): boolean {
  const reactions = message.reactions ?? [];
  const users = reactions.find((reaction) => reaction.name === name)?.users ?? [];
  if (users.includes(user) === (verb === 'add')) return false;
  const changed = verb === 'add' ? [...users, user] : users.filter((other) => other !== user);
  const entry = { name, users: changed, count: changed.length };
  message.reactions =
    users.length > 0
      ? reactions.flatMap((reaction) => (reaction.name !== name ? [reaction] : changed.length > 0 ? [entry] : []))
      : [...reactions, entry];
  return true;
}

function findPlace(workspace: Workspace, args: Arguments, caller: SlackToken): Place {
  const channel = joined(workspace, args, caller);
  return { channel, message: messageAt(channel, args.timestamp) };
}
