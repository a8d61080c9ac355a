import { html } from 'hono/html';
import { formatSize } from '#core/format-size.ts';
import { list } from '../slack/elements.ts';
import type { EphemeralMessage, SlackChannel, SlackMessage, Workspace } from '../slack/workspace.ts';
import { emojiOf } from './emoji.ts';
import { renderBlocks } from './render-blocks.ts';
import { type Html, renderMrkdwn } from './render-mrkdwn.ts';
import { withNames } from './with-names.ts';

export interface Place {
  workspace: Workspace;
  channel: SlackChannel;
  viewer: string;
  /** Shortcuts that stand in a message's menu. */
  shortcuts: readonly { callbackId: string; name: string }[];
}

/** The channel as a member sees it: messages with their threads, and what only this member was shown. */
export function renderChannel(place: Place): Html {
  const { channel, viewer } = place;
  const roots = channel.messages.filter(
    ({ ts, thread_ts: thread, subtype }) => thread === undefined || thread === ts || subtype === 'thread_broadcast',
  );
  const own = channel.ephemerals.filter(({ user }) => user === viewer);
  const inThread = new Set(roots.map(({ ts }) => ts));
  const shown = [
    ...roots.map((message) => ({ atMs: Number(message.ts) * 1000, view: renderThread(place, message) })),
    ...own
      .filter(({ threadTs }) => threadTs === undefined || !inThread.has(threadTs))
      .map((message) => ({ atMs: message.atMs, view: renderEphemeral(place, message) })),
  ];
  return html`${shown.sort((a, b) => a.atMs - b.atMs).map(({ view }) => view)}`;
}

function renderThread(place: Place, root: SlackMessage): Html {
  const { channel, viewer } = place;
  const replies = channel.messages.filter(({ ts, thread_ts: thread }) => thread === root.ts && ts !== root.ts);
  const own = channel.ephemerals.filter(({ user, threadTs }) => user === viewer && threadTs === root.ts);
  if (root.subtype === 'thread_broadcast')
    return html`<article class="message">${renderMessage(place, root)}</article>`;
  return html`<article class="message" id="m${root.ts}">
    ${renderMessage(place, root)}
    <div class="thread">${replies.map((reply) => html`<div class="message">${renderMessage(place, reply)}</div>`)}
      ${own.map((message) => renderEphemeral(place, message))}
      <form class="reply" data-thread="${root.ts}" data-channel="${channel.id}">
        <input name="text" placeholder="Reply in this thread" aria-label="Reply in this thread" autocomplete="off" />
      </form>
    </div>
  </article>`;
}

function renderMessage(place: Place, message: SlackMessage): Html {
  const user = place.workspace.users.get(message.user);
  return html`<header><b>${user?.realName ?? message.user}</b>${user?.isBot ? html` <small>app</small>` : ''}
      <time>${clockTime(Number(message.ts) * 1000)}</time>${message.edited ? html` <small>(edited)</small>` : ''}
      ${renderMenu(place, message)}</header>
    ${renderBody(place, message)}
    ${(message.files ?? []).map(renderFile)}
    ${(message.reactions ?? []).map(({ name, count }) => html`<span class="reaction" title=":${name}:">${emojiOf(name)} ${count > 1 ? count : ''}</span>`)}`;
}

type Shown = Pick<SlackMessage, 'ts' | 'text' | 'blocks' | 'attachments'>;

function renderBody({ channel, workspace }: Place, { ts, text, blocks = [], attachments = [] }: Shown): Html {
  const where = { kind: 'message', channel: channel.id, ts } as const;
  const render = (all: readonly unknown[]) => renderBlocks(withNames(all, workspace), where);
  return html`<div class="body">${blocks.length > 0 ? render(blocks) : renderMrkdwn(text)}</div>
    ${attachments.map(
      (attachment) => html`<div class="attachment" data-colour="${colourOf(attachment.color)}">
        ${['pretext', 'title', 'text'].map((part) => (attachment[part] ? html`<div>${renderMrkdwn(String(attachment[part]))}</div>` : ''))}
        ${render(list(attachment.blocks))}</div>`,
    )}`;
}

/** One of the few colours the page has; styles of a message's own are none the page may set. */
function colourOf(color: unknown): string {
  const named = String(color ?? '').toLowerCase();
  if (['danger', 'warning', 'good'].includes(named)) return named;
  const [red = 0, green = 0, blue = 0] = (named.match(/[0-9a-f]{2}/g) ?? []).map((part) => Number.parseInt(part, 16));
  if (named === '' || Math.max(red, green, blue) - Math.min(red, green, blue) < 40) return 'plain';
  if (blue > red && blue >= green) return 'info';
  if (green > red) return 'good';
  return green > red * 0.5 ? 'warning' : 'danger';
}

function renderMenu({ channel, shortcuts, viewer }: Place, { ts, user, subtype }: SlackMessage): Html {
  if (subtype === 'tombstone') return html``;
  const at = html`data-channel="${channel.id}" data-ts="${ts}"`;
  return html`<span class="menu">
    ${shortcuts.map(({ callbackId, name }) => html`<button type="button" data-act="shortcut" data-name="${callbackId}" ${at}>${name}</button>`)}
    <button type="button" data-act="react" data-name="eyes" aria-label="React with eyes" ${at}>👀</button>
    ${user === viewer ? html`<button type="button" data-act="edit" ${at}>Edit</button><button type="button" data-act="delete" ${at}>Delete</button>` : ''}
  </span>`;
}

function renderFile(file: Record<string, unknown>): Html {
  const name = String(file.name ?? 'file');
  const isPicture = /^image\/(?:png|jpeg|gif|webp)$/.test(String(file.mimetype)) || name.endsWith('.png');
  if (isPicture) return html`<img class="picture" src="/sandbox/picture/slack/${String(file.id)}" alt="${name}" />`;
  return html`<div class="file">📄 ${name} <small>${formatSize(Number(file.size ?? 0))}</small></div>`;
}

function renderEphemeral(place: Place, message: EphemeralMessage): Html {
  return html`<article class="message ephemeral">
    <header><b>logtriage</b> <small>only visible to you</small> <time>${clockTime(message.atMs)}</time></header>
    ${renderBody(place, message)}
  </article>`;
}

export function clockTime(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 19);
}
