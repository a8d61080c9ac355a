import { html } from 'hono/html';
import type { EphemeralMessage, SlackChannel, SlackMessage, Workspace } from '../slack/workspace.ts';
import { renderBlocks } from './render-blocks.ts';
import { type Html, renderMrkdwn } from './render-mrkdwn.ts';

/** The channel as a member sees it: messages with their threads, and what only this member was shown. */
export function renderChannel(workspace: Workspace, channel: SlackChannel, viewer: string): Html {
  const roots = channel.messages.filter(({ ts, thread_ts: thread }) => thread === undefined || thread === ts);
  const shown = [
    ...roots.map((message) => ({ atMs: Number(message.ts) * 1000, view: renderThread(workspace, channel, message) })),
    ...channel.ephemerals
      .filter(({ user }) => user === viewer)
      .map((message) => ({ atMs: message.atMs, view: renderEphemeral(message) })),
  ];
  return html`${shown.sort((a, b) => a.atMs - b.atMs).map(({ view }) => view)}`;
}

function renderThread(workspace: Workspace, channel: SlackChannel, root: SlackMessage): Html {
  const replies = channel.messages.filter(({ ts, thread_ts: thread }) => thread === root.ts && ts !== root.ts);
  return html`<article class="message" id="m${root.ts}">
    ${renderMessage(workspace, root)}
    <div class="thread">${replies.map((reply) => html`<div class="message">${renderMessage(workspace, reply)}</div>`)}
      <form class="reply" data-thread="${root.ts}">
        <input name="text" placeholder="Reply in this thread" aria-label="Reply in this thread" autocomplete="off" />
      </form>
    </div>
  </article>`;
}

function renderMessage(workspace: Workspace, message: SlackMessage): Html {
  const user = workspace.users.get(message.user);
  const files = (message.files ?? []) as { name?: string; size?: number; url_private?: string }[];
  return html`<header><b>${user?.realName ?? message.user}</b>${user?.isBot ? html` <small>app</small>` : ''}
      <time>${clockTime(Number(message.ts) * 1000)}</time></header>
    <div class="body">${message.blocks && message.blocks.length > 0 ? renderBlocks(message.blocks) : renderMrkdwn(message.text)}</div>
    ${files.map((file) => html`<div class="file">📄 ${file.name ?? 'file'} <small>${formatSize(file.size ?? 0)}</small></div>`)}
    ${(message.reactions ?? []).map(({ name }) => html`<span class="reaction">${emoji[name] ?? `:${name}:`}</span>`)}`;
}

function renderEphemeral({ text, blocks, atMs }: EphemeralMessage): Html {
  return html`<article class="message ephemeral">
    <header><b>logtriage</b> <small>only visible to you</small> <time>${clockTime(atMs)}</time></header>
    <div class="body">${blocks && blocks.length > 0 ? renderBlocks(blocks) : renderMrkdwn(text)}</div>
  </article>`;
}

const emoji: Record<string, string> = {
  eyes: '👀',
  hourglass: '⏳',
  hourglass_flowing_sand: '⏳',
  white_check_mark: '✅',
  heavy_check_mark: '✔️',
  warning: '⚠️',
  x: '❌',
  mag: '🔍',
};

export function clockTime(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 19);
}

export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
