import { html } from 'hono/html';
import type { SlackStandIn } from '../slack/slack-stand-in.ts';
import { renderBlocks } from './render-blocks.ts';
import { textOf } from './render-elements.ts';
import type { Html } from './render-mrkdwn.ts';
import { withNames } from './with-names.ts';

/** App Home as this person sees it. */
export function renderHome({ views, workspace }: SlackStandIn, user: string): Html {
  const home = views.homeOf(user);
  if (!home) return html`<p class="plain">The app has not published its Home yet.</p>`;
  return html`<div class="home">${renderBlocks(withNames(home.blocks, workspace), { kind: 'home' })}</div>`;
}

/** The modal on top of this person's screen; empty where there is none. */
export function renderModal({ views, workspace }: SlackStandIn, user: string): Html {
  const view = views.modalsOf(user).at(-1);
  if (!view) return html``;
  const { title, submit, close } = view.given;
  return html`<form id="modal-form" data-view="${view.id}">
    <h2>${textOf(title)}</h2>
    ${renderBlocks(withNames(view.blocks, workspace), { kind: 'modal' })}
    <p class="wrong" role="alert"></p>
    <div class="actions">
      ${submit ? html`<button class="primary">${textOf(submit)}</button>` : ''}
      <button type="button" data-close="modal">${textOf(close) || 'Cancel'}</button>
    </div>
  </form>`;
}
