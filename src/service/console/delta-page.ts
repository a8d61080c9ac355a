import { html } from 'hono/html';
import type { z } from 'zod';
import { formatSize } from '#core/format-size.ts';
import type { Html } from '#core/pages/html.ts';
import { renderAnswer } from '#core/pages/render-answer.ts';
import { moment, plural } from '#core/pages/values.ts';
import type { deltaSchema } from '../deltas/delta-record.ts';
import { citedPlaces } from './cited-places.ts';
import type { Comparison } from './comparisons.ts';
import { type FileRecord, renderState } from './file-list.ts';
import { renderConfirmed } from './page.ts';
import { renderAskBox, renderEarlierSearches, type SearchRecord } from './search-view.ts';

export type DeltaRecord = z.infer<typeof deltaSchema>;

/** A file that may be compared; of others, with the place where it was shared. */
export type ChoosableFile = FileRecord & { place?: string | undefined };

export interface DeltaView {
  delta: DeltaRecord;
  /** Undefined where a file was deleted since, or may not be seen any more. */
  files: readonly (FileRecord | undefined)[];
  searches: readonly SearchRecord[];
  /** What is different; undefined while its files are read. */
  comparison: Comparison | undefined;
  /** It does not become READY by itself any more. */
  isFinal: boolean;
}

export function renderDeltas(
  deltas: readonly DeltaRecord[],
  files: readonly ChoosableFile[],
  next: string | undefined,
): Html {
  return html`<h1>Deltas</h1>
    <p>Two to five files side by side: what is new, gone, more frequent or slower against the baseline.</p>
    ${files.length < 2 ? html`<p class="empty">A delta needs two files. <a href="/console">Upload them first.</a></p>` : renderChoice(files)}
    <h2>Made before</h2>
    ${deltas.length === 0 ? html`<p class="empty">No deltas yet.</p>` : ''}
    <ul class="earlier">${deltas.map(
      (delta) => html`<li><a href="/console/deltas/${delta.id}">${delta.name}</a>
        <span class="hint"><span class="state ${delta.status.toLowerCase()}">${delta.status}</span> ${plural(delta.file_ids.length, 'file')}, ${moment(delta.created_at)}</span></li>`,
    )}</ul>
    ${next === undefined ? '' : html`<nav class="paging" aria-label="Pages"><a href="/console/deltas?cursor=${encodeURIComponent(next)}" rel="next">Older deltas</a></nav>`}`;
}

function renderChoice(files: readonly ChoosableFile[]): Html {
  return html`<form method="post" action="/console/deltas" class="card" aria-labelledby="new-delta">
    <h2 id="new-delta">New delta</h2>
    <table class="choice">
      <caption class="unseen">Your newest files, and those at places you may see: choose a baseline and one to four files beside it</caption>
      <thead><tr><th scope="col">Baseline</th><th scope="col">Compare</th><th scope="col">File</th><th scope="col">Type</th><th scope="col" class="number">Size</th></tr></thead>
      <tbody>${files.map(
        (file) => html`<tr>
          <td data-label="Baseline"><input type="radio" name="baseline" value="${file.id}" required aria-label="${file.name} is the baseline" /></td>
          <td data-label="Compare"><input type="checkbox" name="file" value="${file.id}" aria-label="Compare ${file.name}" /></td>
          <th scope="row">${file.name} <span class="hint">${file.place ? `${file.place}, ` : ''}${moment(file.created_at)}</span></th>
          <td data-label="Type">${file.file_type}</td>
          <td data-label="Size" class="number">${formatSize(file.size)}</td>
        </tr>`,
      )}</tbody>
    </table>
    <p class="inline"><label>Name <input name="name" maxlength="200" placeholder="from the files' names" /></label>
      <button class="primary">Create delta</button></p>
  </form>`;
}

export function renderDelta(view: DeltaView): Html {
  const live = view.isFinal ? '' : html`data-live="/console/deltas/${view.delta.id}/view"`;
  return html`<p class="back"><a href="/console/deltas">All deltas</a></p><div ${live}>${renderDeltaView(view)}</div>`;
}

export function renderDeltaView({ delta, files, searches, comparison }: DeltaView): Html {
  const base = `/console/deltas/${delta.id}`;
  return html`<h1 class="name">${delta.name}</h1>
    <div class="about">
      <span class="state ${delta.status.toLowerCase()}">${delta.status}</span> <span>${delta.file_type}</span> <span>made ${moment(delta.created_at)}</span>
      ${renderConfirmed({ id: `delete-${delta.id}`, label: 'Delete', question: 'Delete this delta and its searches? Its files stay.', action: `${base}/delete`, confirm: 'Delete for good' })}
    </div>
    <ol class="texts">${files.map(
      (file, index) =>
        html`<li>${index === 0 ? 'Baseline' : 'Compared'}: ${
          file
            ? html`<a href="/console/files/${file.id}">${file.name}</a> ${file.status === 'COMPLETED' ? '' : renderState(file)}`
            : 'a file that was deleted, or lies where you may not see it any more'
        }</li>`,
    )}</ol>
    ${comparison ? renderComparison(comparison) : ''}
    ${
      delta.status === 'READY'
        ? html`<section class="card" aria-labelledby="ask-title"><h2 id="ask-title">Ask about these files</h2>
            ${renderAskBox({ base, kind: 'delta', entityId: delta.id, entityType: delta.file_type })}
            ${renderEarlierSearches(base, searches)}</section>`
        : html`<p class="empty">Questions can be asked once all its files are COMPLETED.</p>`
    }`;
}

/** The headline first; each line it names is a link to that line. */
function renderComparison(comparison: Comparison): Html {
  const title = html`<h2 id="different-title">What is different</h2>`;
  if (comparison.state === 'running')
    return html`<section>${title}<p role="status">The files are being compared …</p></section>`;
  if (comparison.state === 'failed') return html`<section>${title}<p>${comparison.why}</p></section>`;
  const { report, files } = comparison;
  return html`<section aria-labelledby="different-title">${title}
    <div class="answer report">${renderAnswer(report.answer, citedPlaces(files).linkOf)}</div></section>`;
}
