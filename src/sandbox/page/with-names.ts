import { type Json, list } from '../slack/elements.ts';
import type { Workspace } from '../slack/workspace.ts';

/** Blocks as a client of this workspace shows them: ids by name, and in each menu who and what it lets one choose. */
export function withNames(blocks: readonly unknown[], workspace: Workspace): Json[] {
  return list(blocks).map((block) => named(block, workspace) as Json);
}

function named(value: unknown, workspace: Workspace): unknown {
  if (Array.isArray(value)) return value.map((item) => named(item, workspace));
  if (typeof value !== 'object' || value === null) return value;
  const node = value as Json;
  if (node.type === 'user' && typeof node.user_id === 'string') return words(personName(node.user_id, workspace), node);
  if (node.type === 'channel' && typeof node.channel_id === 'string') {
    return words(channelName(node.channel_id, workspace), node);
  }
  const [, what] = /^(?:multi_)?(user|conversation|channel)s_select$/.exec(String(node.type)) ?? [];
  if (what) return menu(node, what, workspace);
  return Object.fromEntries(Object.entries(node).map(([key, below]) => [key, named(below, workspace)]));
}

function words(text: string, { style }: Json): Json {
  return { type: 'text', text, ...(style ? { style } : {}) };
}

/** The menu with everything it offers as options. */
function menu(element: Json, what: string, workspace: Workspace): Json {
  const ids =
    what === 'user'
      ? [...workspace.users.values()].filter(({ isBot, isDeleted }) => !isBot && !isDeleted).map(({ id }) => id)
      : [...workspace.channels.values()]
          .filter(({ kind }) => kind === 'public' || kind === 'private')
          .map(({ id }) => id);
  const name = what === 'user' ? personName : channelName;
  const option = (id: unknown) => ({
    value: String(id),
    text: { type: 'plain_text', text: name(String(id), workspace) },
  });
  const many = element[`initial_${what}s`];
  const one = element[`initial_${what}`];
  return {
    ...element,
    options: ids.map(option),
    ...(Array.isArray(many) ? { initial_options: many.map(option) } : {}),
    ...(one === undefined ? {} : { initial_option: option(one) }),
  };
}

function personName(id: string, { users }: Workspace): string {
  return `@${users.get(id)?.realName || users.get(id)?.name || id}`;
}

function channelName(id: string, { channels }: Workspace): string {
  const channel = channels.get(id);
  return channel?.name ? `#${channel.name}` : id;
}
