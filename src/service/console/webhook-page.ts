import { html } from 'hono/html';
import type { z } from 'zod';
import type { Html } from '#core/pages/html.ts';
import { moment, plural } from '#core/pages/values.ts';
import { webhookEvents } from '../store/webhooks.ts';
import type { deliverySchema, webhookSchema } from '../webhooks/webhook-record.ts';
import { renderConfirmed } from './page.ts';

export type WebhookRecord = z.infer<typeof webhookSchema>;
export type DeliveryRecord = z.infer<typeof deliverySchema>;

const home = '/console/settings/webhooks';
const chosenAtFirst = /^(search|delta|api_key)\./;

export function renderWebhooks(webhooks: readonly WebhookRecord[]): Html {
  return html`<h1>Webhooks</h1>
    ${
      webhooks.length === 0
        ? html`<p class="empty">No webhooks yet.</p>`
        : html`<table>
            <caption class="unseen">Your webhooks, newest first</caption>
            <thead><tr><th scope="col">Address</th><th scope="col">State</th><th scope="col">Events</th></tr></thead>
            <tbody>${webhooks.map(
              (webhook) => html`<tr>
                <th scope="row"><a href="${home}/${webhook.id}">${webhook.url}</a>${webhook.description ? html`<span class="why">${webhook.description}</span>` : ''}</th>
                <td data-label="State">${renderEnabled(webhook)}</td>
                <td data-label="Events">${webhook.events.join(', ')}</td>
              </tr>`,
            )}</tbody>
          </table>`
    }
    <section class="card" aria-labelledby="add-webhook">
      <h2 id="add-webhook">Add a webhook</h2>
      <form method="post" action="${home}" class="stacked">
        <label>Address <input type="url" name="url" required maxlength="2000" placeholder="https://example.org/hook" /></label>
        <label>What it is for <input name="description" maxlength="500" /></label>
        <fieldset><legend>Events</legend>${webhookEvents
          .filter((event) => event !== 'webhook.test')
          .map(
            (event) =>
              html`<label class="check"><input type="checkbox" name="events" value="${event}" ${chosenAtFirst.test(event) ? 'checked' : ''} /> ${event}</label>`,
          )}</fieldset>
        <button class="primary">Add</button>
      </form>
      <p class="hint">Messages are signed as <a href="https://www.standardwebhooks.com/" rel="noopener noreferrer">Standard Webhooks</a> and tried ten times.</p>
    </section>`;
}

export function renderWebhook(
  webhook: WebhookRecord,
  deliveries: { records: readonly DeliveryRecord[]; next: string | undefined },
  { cursor, secret }: { cursor?: string | undefined; secret?: string | undefined } = {},
): Html {
  const path = `${home}/${webhook.id}`;
  return html`<p class="back"><a href="${home}">All webhooks</a></p>
    <h1 class="name">${webhook.url}</h1>
    ${secret === undefined ? '' : renderSecret(secret)}
    <div class="about">
      ${renderEnabled(webhook)} ${webhook.description ? html`<span>${webhook.description}</span>` : ''} <span>${webhook.events.join(', ')}</span>
    </div>
    <div class="buttons">
      <form method="post" action="${path}/test"><button class="primary">Send a test</button></form>
      <form method="post" action="${path}/${webhook.enabled ? 'disable' : 'enable'}"><button>Switch ${webhook.enabled ? 'off' : 'on'}</button></form>
      ${renderConfirmed({ id: 'rotate', label: 'New secret', question: 'For 24 hours messages carry signatures with both the old and the new secret.', action: `${path}/rotate`, confirm: 'Create a new secret' })}
      ${renderConfirmed({ id: 'remove', label: 'Delete', question: 'Delete this webhook and its deliveries?', action: `${path}/delete`, confirm: 'Delete for good' })}
    </div>
    <h2>Deliveries</h2>
    <div data-live="${path}/deliveries${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}">${renderDeliveries(webhook, deliveries)}</div>`;
}

export function renderDeliveries(
  { id }: Pick<WebhookRecord, 'id'>,
  deliveries: { records: readonly DeliveryRecord[]; next: string | undefined },
): Html {
  const path = `${home}/${id}`;
  return html`${deliveries.records.length === 0 ? html`<p class="empty">Nothing was sent yet.</p>` : ''}
    ${deliveries.records.map((delivery) => renderDelivery(delivery, path))}
    <nav class="paging" aria-label="Pages">${deliveries.next === undefined ? '' : html`<a href="${path}?cursor=${encodeURIComponent(deliveries.next)}" rel="next">Older deliveries</a>`}</nav>`;
}

function renderSecret(secret: string): Html {
  return html`<section class="card notice success" role="status">
    <h2>The secret that signs</h2>
    <p>Copy it now: it is not shown again.</p>
    <code class="secret" id="new-secret">${secret}</code>
  </section>`;
}

function renderEnabled({ enabled, disabled_reason }: WebhookRecord): Html {
  return html`<span class="state ${enabled ? 'active' : 'off'}">${enabled ? 'on' : 'off'}</span>${disabled_reason ? html` <span class="why">${disabled_reason}</span>` : ''}`;
}

function renderDelivery(delivery: DeliveryRecord, path: string): Html {
  return html`<details class="card delivery" id="delivery-${delivery.id}">
    <summary><b>${delivery.event}</b> <span class="state ${delivery.state}">${delivery.state}</span> <span class="hint">${moment(delivery.created_at)}, ${plural(delivery.attempts, 'attempt')}${delivery.next_attempt_at ? html`, next ${moment(delivery.next_attempt_at)}` : ''}</span></summary>
    <ol>${delivery.log.map(
      (attempt) =>
        html`<li>${moment(attempt.at)}: ${attempt.http_status ?? 'no answer'}${attempt.error ? html`, ${attempt.error}` : ''} <span class="hint">${attempt.duration_ms} ms</span></li>`,
    )}</ol>
    <pre tabindex="0">${JSON.stringify(delivery.payload, null, 2).slice(0, 20_000)}</pre>
    ${delivery.state === 'pending' ? '' : html`<form method="post" action="${path}/deliveries/${delivery.id}/redeliver"><button>Send once more</button></form>`}
  </details>`;
}
