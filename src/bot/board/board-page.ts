import { html } from 'hono/html';
import { formatSize } from '#core/format-size.ts';
import { renderFrame } from '#core/pages/frame.ts';
import type { Html } from '#core/pages/html.ts';
import { moment } from '#core/pages/values.ts';
import type { BoardView } from './read-board.ts';

/** The operator's page; its view is kept up to date by itself. */
export function renderBoard(view: BoardView, token: string): Html {
  return frame(html`<h1>Board</h1><div data-live="/board/view">${renderBoardView(view, token)}</div>`, [
    '/board/live.js',
  ]);
}

/** How the work stands. It says what to do where something waits for people. */
export function renderBoardView(view: BoardView, token: string): Html {
  const { open, files, posts, dead, failed, parked, mend, key, connections, storage, nowMs } = view;
  const again = (what: 'jobs' | 'deliveries', id: string, label: string, about: string) =>
    html`<form method="post" action="/board/${what}/${id}"><input type="hidden" name="token" value="${token}" /><button id="again-${id}" aria-label="${label}: ${about}">${label}</button></form>`;
  return html`
    <p class="hint">As of ${moment(nowMs)}. <span class="needs-script">It updates itself.</span></p>
    ${mend.length > 0 ? html`<section class="alarm"><h2>Work waits for the log service</h2>${mend.map((words) => html`<p>${words}</p>`)}<p>${parked.jobs} waiting${parked.sinceMs ? html`, the first since ${moment(parked.sinceMs)}` : ''}.</p></section>` : ''}
    ${connections
      .filter(({ problem }) => typeof problem === 'string')
      .map(
        ({ name, problem }) => html`<section class="alarm"><h2>${name} does not answer</h2><p>${problem}</p></section>`,
      )}
    <section><h2>Files</h2>${table(
      'Files',
      ['State', 'Files'],
      files.map((row) => [row.state.replaceAll('_', ' '), row.files]),
      'No files yet.',
    )}</section>
    <section><h2>Queue</h2>${table(
      'Queue',
      ['Work', 'State', 'Jobs', 'Next'],
      open.map((row) => [row.kind, row.state, row.jobs, row.dueMs === null ? '' : waits(row.dueMs, nowMs)]),
      'The queue is empty.',
    )}</section>
    <section><h2>Deliveries</h2>${table(
      'Deliveries',
      ['To', 'State', 'Messages'],
      posts.map((row) => [row.destination, row.state, row.posts]),
      'Nothing posted yet.',
    )}
      ${
        failed.length > 0
          ? html`<h3>Not posted</h3>${table(
              'Not posted',
              ['To', 'What', 'Why', 'When', ''],
              failed.map((row) => [
                row.destination,
                row.what,
                row.why,
                moment(row.atMs),
                again('deliveries', row.id, 'Post again', row.why),
              ]),
              '',
            )}`
          : ''
      }</section>
    <section><h2>Failed work</h2>${table(
      'Failed work',
      ['Work', 'Why', 'When', ''],
      dead.map((row) => [
        row.kind,
        row.why,
        moment(row.atMs),
        again('jobs', row.id, 'Run again', `${row.kind}, ${row.why}`),
      ]),
      'No work has failed.',
    )}</section>
    <section><h2>Key of the log service</h2><p>${mend.length > 0 ? 'The service does not accept it.' : keyWords(key)}</p></section>
    <section><h2>Vendors</h2>${table(
      'Vendors',
      ['Vendor', 'Last answer'],
      connections.map(({ name, problem }) => [name, problem === undefined ? 'not tried yet' : (problem ?? 'ok')]),
      'None connected.',
    )}</section>
    <section><h2>Storage</h2>${table(
      'Storage',
      ['What', 'Size'],
      storage.map(({ name, bytes }) => [name, formatSize(bytes)]),
      'Not known here.',
    )}</section>`;
}

export function renderRefusal(): Html {
  return frame(
    html`<h1>Board</h1><p>This page is for the people who run this bot. Get a new link with <code>/triage board</code>; each is valid for 15 minutes. On the machine itself it opens without a link.</p>`,
  );
}

function keyWords({ isOwn, expiresMs, isUpperBound }: BoardView['key']): Html | string {
  if (isOwn) return 'The service runs in this process; its key is replaced automatically.';
  if (expiresMs === undefined) return 'Not seen yet.';
  return html`Expires ${isUpperBound ? 'at the latest ' : ''}on ${moment(expiresMs)}.`;
}

type Row = readonly (string | number | Html)[];

/** `name`: of the region that scrolls, for those who do not see its heading. */
function table(name: string, head: readonly string[], rows: readonly Row[], empty: string): Html {
  if (rows.length === 0) return html`<p class="hint">${empty}</p>`;
  return html`<div class="wide" tabindex="0" role="region" aria-label="${name}"><table><thead><tr>${head.map((title) =>
    title === '' ? html`<td></td>` : html`<th scope="col">${title}</th>`,
  )}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((cell, n) => html`<td data-label="${head[n]}">${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** The time itself, which stays the same while it comes nearer. */
function waits(dueMs: number, nowMs: number): Html | string {
  const seconds = Math.round((dueMs - nowMs) / 1000);
  if (seconds > 0) return moment(dueMs);
  return seconds < -60 ? `overdue by ${Math.round(-seconds / 60)} min` : 'now';
}

function frame(body: Html, scripts: readonly string[] = []): Html {
  return renderFrame({ title: 'Board', styles: ['/board/style.css'], scripts, body });
}

export const boardStyle = `
.wide { overflow-x: auto }
.alarm { border-left: 5px solid var(--error); background: var(--paper); padding: 4px 16px; margin: 16px 0 }
.alarm h2 { margin-top: 8px }
h3 { margin: 24px 0 8px }
td button { white-space: nowrap }
@media (max-width: 640px) {
  table, tbody, tr, td { display: block; border: 0 }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
  tr { border-bottom: 1px solid var(--line); padding: 8px 12px }
  td { padding: 2px 0 }
  td:not([data-label=""])::before { content: attr(data-label) ": "; color: var(--soft); font-size: 13px }
}
`;
