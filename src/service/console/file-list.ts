import { html } from 'hono/html';
import type { z } from 'zod';
import { formatSize } from '#core/format-size.ts';
import type { SharedFile } from '#core/pages/case-record.ts';
import { type Html, titled } from '#core/pages/html.ts';
import { moment } from '#core/pages/values.ts';
import type { fileRecordSchema } from '../files/file-record.ts';
import { renderConfirmed } from './page.ts';

export type FileRecord = z.infer<typeof fileRecordSchema>;

export interface FileListing {
  files: readonly FileRecord[];
  /** Cursor of the page shown, undefined for the newest. */
  cursor: string | undefined;
  next: string | undefined;
}

/** Upload and list; the list keeps itself up to date. */
export function renderFileList(listing: FileListing, maxUploadBytes: number, shared: readonly SharedFile[]): Html {
  const query = listing.cursor === undefined ? '' : `?cursor=${encodeURIComponent(listing.cursor)}`;
  return html`<h1>Files</h1>
    <form method="post" action="/console/files" enctype="multipart/form-data" class="upload" id="upload" data-max-bytes="${maxUploadBytes}"
      data-max-size="${formatSize(maxUploadBytes)}">
      <label for="upload-files">Drop log files here, or choose them</label>
      <input type="file" name="file" id="upload-files" required />
      <button class="primary" id="upload-button">Upload</button>
      <p class="hint">Logs, bug reports, kernel logs, RAM dumps, packet captures, traces, configurations and archives of
        them, up to ${formatSize(maxUploadBytes)}. The type is found from the content.</p>
    </form>
    <ul id="uploads" class="uploads" aria-label="Uploads"></ul>
    <p id="upload-told" role="status" class="unseen"></p>
    <div data-live="/console/files/rows${query}">${renderFileRows(listing)}</div>
    ${shared.length > 0 ? renderShared(shared) : ''}`;
}

/** Files the bot took at places this person may see. */
function renderShared(shared: readonly SharedFile[]): Html {
  return html`<section aria-labelledby="shared-title"><h2 id="shared-title">From Slack and Jira</h2>
    <table class="files">
      <caption class="unseen">Files at places you may see, newest first</caption>
      <thead><tr><th scope="col">Name</th><th scope="col">State</th><th scope="col">Place</th><th scope="col">Shared</th></tr></thead>
      <tbody>${shared.map(
        ({ serviceId, name, state, place, atMs }) => html`<tr>
          <th scope="row"><a href="/console/files/${serviceId}">${titled(name)}</a></th>
          <td data-label="State"><span class="state">${state.replaceAll('_', ' ')}</span></td>
          <td data-label="Place">${place}</td>
          <td data-label="Shared">${moment(atMs)}</td>
        </tr>`,
      )}</tbody>
    </table></section>`;
}

export function renderFileRows({ files, cursor, next }: FileListing): Html {
  if (files.length === 0) {
    return html`<p class="empty">${cursor === undefined ? 'No files yet.' : 'No more files.'}</p>`;
  }
  return html`<table class="files">
      <caption class="unseen">Your files, newest first</caption>
      <thead><tr><th scope="col">Name</th><th scope="col">State</th><th scope="col">Type</th><th scope="col" class="number">Size</th><th scope="col">Uploaded</th><th scope="col"><span class="unseen">Actions</span></th></tr></thead>
      <tbody>${files.map(renderRow)}</tbody>
    </table>
    <nav class="paging" aria-label="Pages">
      ${cursor === undefined ? '' : html`<a href="/console">Newest</a>`}
      ${next === undefined ? '' : html`<a href="/console?cursor=${encodeURIComponent(next)}" rel="next">Older files</a>`}
    </nav>`;
}

function renderRow(file: FileRecord): Html {
  return html`<tr>
    <th scope="row"><a href="/console/files/${file.id}" id="open-${file.id}">${titled(file.name)}</a></th>
    <td data-label="State">${renderState(file)}</td>
    <td data-label="Type">${file.file_type}</td>
    <td data-label="Size" class="number">${formatSize(file.size)}</td>
    <td data-label="Uploaded">${moment(file.created_at)}</td>
    <td class="actions">${renderDelete(file)}</td>
  </tr>`;
}

export function renderDelete(file: FileRecord): Html {
  return renderConfirmed({
    id: `delete-${file.id}`,
    label: 'Delete',
    question: `Delete ${file.name}, what was found in it and its searches for good?`,
    action: `/console/files/${file.id}/delete`,
    confirm: 'Delete for good',
  });
}

/** The state in a word, how far it is, and what went wrong. */
export function renderState(file: FileRecord): Html {
  const isUnderWay = file.status !== 'COMPLETED' && file.status !== 'FAILED';
  return html`<span class="state ${file.status.toLowerCase()}">${file.status}</span>
    ${isUnderWay ? html`<progress max="1" value="${file.progress}" aria-label="Analysis of ${file.name}">${Math.round(file.progress * 100)} %</progress>` : ''}
    ${file.error ? html`<span class="why">${file.error.message}${file.can_retry ? ' It is tried again.' : ''}</span>` : ''}`;
}

/** Nothing changes any more by itself. */
export function isSettled(file: FileRecord): boolean {
  return file.status === 'COMPLETED' || (file.status === 'FAILED' && !file.can_retry);
}
