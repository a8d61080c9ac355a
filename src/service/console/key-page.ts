import { html } from 'hono/html';
import type { Html } from '#core/pages/html.ts';
import { moment, plural } from '#core/pages/values.ts';
import type { User } from '../store/accounts.ts';
import { renderConfirmed } from './page.ts';

export interface KeyRecord {
  id: string;
  name: string;
  prefix: string;
  last4: string;
  status: 'active' | 'expired' | 'revoked';
  created_at: string;
  expires_at: string;
  days_left: number;
  is_expiring: boolean;
}

export type NewKey = KeyRecord & { key: string };

export function renderKeyPage(keys: readonly KeyRecord[], user: User, made?: NewKey): Html {
  return html`<h1>API keys</h1>
    ${made ? renderMade(made) : ''}
    ${keys.some(({ status }) => status === 'active') ? '' : renderGenerate(user)}
    ${
      keys.length === 0
        ? html`<p class="empty">No keys yet.</p>`
        : html`<table>
            <caption class="unseen">Your API keys, newest first</caption>
            <thead><tr><th scope="col">Name</th><th scope="col">Key</th><th scope="col">State</th><th scope="col">Made</th><th scope="col">Expires</th><th scope="col"><span class="unseen">Actions</span></th></tr></thead>
            <tbody>${keys.map(renderRow)}</tbody>
          </table>`
    }
    <p class="hint">A program sends its key as <code>Authorization: API_KEY &lt;key&gt;</code>. An account has one active key at a time; it ends after 90 days.</p>`;
}

function renderMade({ key, expires_at }: NewKey): Html {
  return html`<section class="card notice success" role="status">
    <h2>Your new key</h2>
    <p>Copy it now: it is not shown again. It expires ${moment(expires_at)}.</p>
    <code class="secret" id="new-key">${key}</code>
  </section>`;
}

function renderGenerate(user: User): Html {
  if (!user.hasApiAccess) {
    return html`<p class="notice">Your account has no API access${user.teamId === null ? '.' : ' yet: an admin of your team turns it on.'}</p>`;
  }
  if (user.plan === 'none') {
    return html`<p class="notice">API keys are for open-source developers and enterprise customers. Your account has no such plan.</p>`;
  }
  return html`<form method="post" action="/console/settings/keys" class="card inline">
    <label>Name <input name="name" maxlength="100" placeholder="what it is for" /></label>
    <button class="primary">Generate a key</button>
  </form>`;
}

function renderRow(key: KeyRecord): Html {
  return html`<tr>
    <th scope="row">${key.name}</th>
    <td data-label="Key"><code>${key.prefix}…${key.last4}</code></td>
    <td data-label="State"><span class="state ${key.status}">${key.status}</span>${key.is_expiring ? html` <span class="why">${plural(key.days_left, 'day')} left</span>` : ''}</td>
    <td data-label="Made">${moment(key.created_at)}</td>
    <td data-label="Expires">${moment(key.expires_at)}</td>
    <td class="actions">${
      key.status === 'active'
        ? renderConfirmed({
            id: `revoke-${key.id}`,
            label: 'Revoke',
            question: `Programs that use the key ending in ${key.last4} are refused at once.`,
            action: `/console/settings/keys/${key.id}/revoke`,
            confirm: 'Revoke the key',
          })
        : ''
    }</td>
  </tr>`;
}
