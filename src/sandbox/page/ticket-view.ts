import { html } from 'hono/html';
import { formatSize } from '#core/format-size.ts';
import type { JiraIssue, Site } from '../jira/site.ts';
import { clockTime } from './channel-view.ts';
import { renderAdf } from './render-adf.ts';
import type { Html } from './render-mrkdwn.ts';

/** The tickets, newest first; the first one is where the page attaches files. */
export function renderTickets(site: Site): Html {
  return html`${[...site.issues.values()].reverse().map(renderTicket)}`;
}

function renderTicket(issue: JiraIssue): Html {
  return html`<article class="ticket" data-key="${issue.key}">
    <header><b>${issue.key}</b> ${issue.summary}
      ${issue.labels.map((label) => html`<span class="reaction">${label}</span>`)}</header>
    ${issue.description ? renderAdf(issue.description) : ''}
    ${issue.attachments.map(({ id, filename, mimeType, bytes }) =>
      mimeType === 'image/png'
        ? html`<img class="picture" src="/sandbox/picture/jira/${id}" alt="${filename}" />`
        : html`<div class="file">📎 ${filename} <small>${formatSize(bytes.length)}</small></div>`,
    )}
    ${issue.comments.map(
      ({ author, body, createdMs, isPublic }) => html`<div class="message">
        <header><b>${author.displayName}</b>${isPublic ? '' : html` <small>internal note</small>`}
          <time>${clockTime(createdMs)}</time></header>
        <div class="body">${renderAdf(body)}</div>
      </div>`,
    )}
  </article>`;
}
