import { html } from 'hono/html';
import type { Html } from '#core/pages/html.ts';
import type { User } from '../store/accounts.ts';
import { renderConfirmed } from './page.ts';

export interface MemberRecord {
  id: string;
  email: string;
  role: 'admin' | 'member';
  plan: 'open_source' | 'enterprise' | 'none';
  api_access: boolean;
  team_id: string | null;
}

const roles = { member: 'Member', admin: 'Admin' };
const plans = { none: 'No plan', open_source: 'Open source', enterprise: 'Enterprise' };

export function renderMemberPage(members: readonly MemberRecord[], user: User): Html {
  const mayManage = user.isSiteAdmin || (user.role === 'admin' && user.teamId !== null);
  return html`<h1>Members</h1>
    <table class="members">
      <caption class="unseen">Members of your team</caption>
      <thead><tr><th scope="col">E-mail</th><th scope="col">Role, plan and API access</th></tr></thead>
      <tbody>${members.map(
        (member) => html`<tr>
          <th scope="row">${member.email}${member.id === user.id ? html` <span class="hint">you</span>` : ''}${member.team_id === null ? html` <span class="hint">on no team</span>` : ''}</th>
          <td>${mayManage ? html`${renderChange(member)}${member.id === user.id ? '' : renderEnds(member)}` : html`${roles[member.role]}, ${plans[member.plan]}, API access ${member.api_access ? 'on' : 'off'}`}</td>
        </tr>`,
      )}</tbody>
    </table>
    ${mayManage ? renderAdd() : html`<p class="hint">Admins of your team add members and turn API access on.</p>`}`;
}

function renderChange(member: MemberRecord): Html {
  return html`<form method="post" action="/console/settings/members/${member.id}" class="inline">
    <select name="role" aria-label="Role of ${member.email}">${options(roles, member.role)}</select>
    <select name="plan" aria-label="Plan of ${member.email}">${options(plans, member.plan)}</select>
    <label class="check"><input type="checkbox" name="api_access" ${member.api_access ? 'checked' : ''} /> API access</label>
    <button aria-label="Save ${member.email}">Save</button>
  </form>`;
}

function renderEnds(member: MemberRecord): Html {
  const base = `/console/settings/members/${member.id}`;
  return html`<div class="inline ends">
    <details class="confirm" id="reset-${member.id}">
      <summary>Reset password</summary>
      <form method="post" action="${base}/password">
        <label>New password <input type="password" name="password" required minlength="8" maxlength="1024" autocomplete="new-password" aria-label="New password of ${member.email}" /></label>
        <p>They are signed out everywhere. Tell them the new one yourself.</p>
        <button class="danger">Reset it</button>
      </form>
    </details>
    ${renderConfirmed({
      id: `remove-${member.id}`,
      label: 'Remove',
      question: `Remove ${member.email} with their keys, webhooks and files for good?`,
      action: `${base}/remove`,
      confirm: 'Remove for good',
    })}
  </div>`;
}

function renderAdd(): Html {
  return html`<section class="card" aria-labelledby="add-member">
    <h2 id="add-member">Add a member</h2>
    <form method="post" action="/console/settings/members" class="inline">
      <label>E-mail <input type="email" name="email" required maxlength="320" autocomplete="off" /></label>
      <label>First password <input type="password" name="password" required minlength="8" maxlength="1024" autocomplete="new-password" /></label>
      <label>Role <select name="role">${options(roles, 'member')}</select></label>
      <button class="primary">Add</button>
    </form>
    <p class="hint">New members have no plan and no API access until they are given them.</p>
  </section>`;
}

function options(names: Record<string, string>, chosen: string): Html[] {
  return Object.entries(names).map(
    ([value, name]) => html`<option value="${value}" ${value === chosen ? 'selected' : ''}>${name}</option>`,
  );
}
