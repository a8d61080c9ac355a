import { html } from 'hono/html';
import { examples } from '../examples/examples.ts';
import type { Html } from './render-mrkdwn.ts';

/** The try-out page: a channel beside a ticket. What changes comes from `/sandbox/view`. */
export function renderPage(plays: { slack: boolean; jira: boolean }): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>logtriage sandbox</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/sandbox/sandbox.css" />
    <script type="module" src="/sandbox/sandbox.js"></script>
  </head>
  <body>
    <header class="top">
      <h1>logtriage <small>sandbox</small></h1>
      <p>
        A channel and a ticket of your own, nothing leaves this machine. Drop a log on either side and watch the answer
        come; the same file on both sides is analysed once.
      </p>
      <div class="examples" role="group" aria-label="Example files">
        ${examples.map(
          ({ name, about, shows, asks = [] }) => html`<div class="example" draggable="true" data-name="${name}">
            <b>${name}</b><span>${about} <i>(${shows})</i></span>
            <span class="uses">
              ${plays.slack ? html`<button type="button" data-example="${name}" data-place="channel">to the channel</button>` : ''}
              ${plays.jira ? html`<button type="button" data-example="${name}" data-place="ticket">to the ticket</button>` : ''}
              ${plays.slack && plays.jira ? html`<button type="button" data-example="${name}" data-place="both">to both</button>` : ''}
              ${plays.slack ? asks.map(({ label, text }) => html`<button type="button" data-example="${name}" data-place="channel" data-ask="${text}">${label}</button>`) : ''}
            </span>
          </div>`,
        )}
      </div>
      <p id="status" role="status" aria-live="polite"></p>
    </header>
    <main>
      ${plays.slack ? renderChannelPane() : renderConnected('Slack')}
      ${plays.jira ? renderTicketPane() : renderConnected('Jira')}
    </main>
  </body>
</html>`;
}

const tabs = [
  ['channel', '# bringup'],
  ['direct', 'Messages with logtriage'],
  ['home', 'App Home'],
] as const;

function renderChannelPane(): Html {
  return html`<section class="pane" data-place="channel" aria-label="Slack channel">
    <h2 class="unseen">Slack</h2>
    <div class="tabs" role="tablist" aria-label="Slack">
      ${tabs.map(
        ([name, words], index) => html`<button type="button" role="tab" id="tab-${name}" data-tab="${name}"
        aria-controls="channel" aria-selected="${String(index === 0)}" tabindex="${index === 0 ? 0 : -1}">${words}</button>`,
      )}
    </div>
    <div id="channel" class="feed" tabindex="0" role="tabpanel" aria-labelledby="tab-channel"></div>
    <dialog id="modal" aria-label="A form of the app"></dialog>
    <form id="say">
      <input name="text" placeholder="Message #bringup, or /triage help" aria-label="Message to the channel" autocomplete="off" />
      <label class="attach">Attach<input type="file" name="file" multiple /></label>
      <button>Send</button>
    </form>
  </section>`;
}

function renderTicketPane(): Html {
  return html`<section class="pane" data-place="ticket" aria-label="Jira ticket">
    <h2>Jira</h2>
    <div id="tickets" class="feed" tabindex="0" role="region" aria-label="Tickets"></div>
    <form id="attach">
      <label class="attach">Attach to <span id="current">the ticket</span><input type="file" name="file" multiple /></label>
      <button type="button" id="new-ticket">New ticket</button>
    </form>
    <dialog id="ticket-dialog" aria-label="New ticket">
      <form method="dialog" id="ticket-form">
        <label>Summary <input name="summary" required maxlength="255" /></label>
        <label>Description <textarea name="description" rows="4" maxlength="5000"></textarea></label>
        <button value="create">Create</button> <button value="cancel" formnovalidate>Cancel</button>
      </form>
    </dialog>
  </section>`;
}

function renderConnected(vendor: string): Html {
  return html`<section class="pane"><h2>${vendor}</h2><p>A real ${vendor} is connected; try logtriage there.</p></section>`;
}
