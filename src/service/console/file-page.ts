import { html } from 'hono/html';
import { formatSize } from '#core/format-size.ts';
import { type Html, sentence, titled } from '#core/pages/html.ts';
import { grouped, moment, plural } from '#core/pages/values.ts';
import { plainTitle } from '../charts/plain-template.ts';
import type { Dashboard } from '../files/file-deps.ts';
import { type TsharkSection, tsharkHeading } from '../formats/pcap/tshark-section.ts';
import type { ReadFile } from '../investigator/report.ts';
import { renderCharts } from './chart-figures.ts';
import { lineLink, textLink } from './cited-places.ts';
import { type FileRecord, isSettled, renderDelete, renderState } from './file-list.ts';
import { maxFindingsShown, type QuotedFinding } from './quoted-findings.ts';
import { renderAskBox, renderEarlierSearches, type SearchRecord } from './search-view.ts';

/** What there is of a file once it is COMPLETED. */
export interface FileResults {
  dashboard: Dashboard;
  read: ReadFile;
  findings: QuotedFinding[];
  searches: SearchRecord[];
}

export interface FileRights {
  /** Else it lies where they may see it, and belongs to the bot. */
  isOwn: boolean;
  mayRetry: boolean;
}

/** Everything about one file. While it is analyzed the page changes by itself. */
export function renderFilePage(file: FileRecord, results: FileResults | undefined, rights: FileRights): Html {
  const live = isSettled(file) ? '' : html`data-live="/console/files/${file.id}/view"`;
  return html`<p class="back"><a href="/console">All files</a></p>
    <div ${live}>${renderFileView(file, results, rights)}</div>`;
}

export function renderFileView(file: FileRecord, results: FileResults | undefined, rights: FileRights): Html {
  return html`<h1 class="name">${titled(file.name)}</h1>
    <div class="about">
      ${renderState(file)}
      <span>${file.file_type}</span> <span>${formatSize(file.size)}</span> <span>uploaded ${moment(file.created_at)}</span>
      ${
        rights.mayRetry && file.status === 'FAILED' && file.can_retry
          ? html`<form method="post" action="/console/files/${file.id}/retry"><button>Try again now</button></form>`
          : ''
      }
      ${rights.isOwn ? renderDelete(file) : ''}
    </div>
    ${results ? renderResults(file, results, rights) : renderWaiting(file)}`;
}

function renderWaiting(file: FileRecord): Html {
  if (file.status === 'FAILED') return html``;
  return html`<p class="empty">What is in the file appears here once it is read.</p>`;
}

function renderResults(
  file: FileRecord,
  { dashboard, read, findings, searches }: FileResults,
  { isOwn }: FileRights,
): Html {
  const { reading } = read;
  const summary = dashboard.summary as { headline?: unknown } | null;
  return html`
    ${typeof summary?.headline === 'string' ? html`<p class="headline">${titled(summary.headline)}</p>` : ''}
    ${
      isOwn
        ? html`<section aria-labelledby="ask-title" class="card">
            <h2 id="ask-title">Ask about this file</h2>
            ${renderAskBox({ base: `/console/files/${file.id}`, kind: 'file', entityId: file.id, entityType: file.file_type })}
            ${renderEarlierSearches(`/console/files/${file.id}`, searches)}
          </section>`
        : ''
    }
    <section aria-labelledby="charts-title">
      <h2 id="charts-title">Dashboard</h2>
      <div class="charts">${renderCharts(file.id, dashboard)}</div>
    </section>
    <section aria-labelledby="findings-title">
      <h2 id="findings-title">Findings</h2>
      ${findings.length === 0 ? html`<p class="empty">Nothing unusual was found.</p>` : ''}
      ${findings.map((quoted) => renderFinding(file.id, quoted))}
      ${
        reading.findings.length > maxFindingsShown
          ? html`<p>${plural(reading.findings.length - maxFindingsShown, 'more finding')} of less weight ${reading.findings.length - maxFindingsShown === 1 ? 'is' : 'are'} not shown.</p>`
          : ''
      }
    </section>
    <section aria-labelledby="texts-title">
      <h2 id="texts-title">Lines</h2>
      <ul class="texts">${reading.documents
        .slice(0, 200)
        .map(
          (document) =>
            html`<li><a href="${textLink(file.id, document.name)}">${document.name}</a> <span class="hint">${plural(document.lines, 'line')}, ${document.fileType}</span></li>`,
        )}</ul>
      ${reading.documents.length > 200 ? html`<p>and ${plural(reading.documents.length - 200, 'more text')}</p>` : ''}
    </section>
    ${renderFacts(reading.facts)}
    ${
      reading.unread.length > 0
        ? html`<section aria-labelledby="unread-title"><h2 id="unread-title">Not read</h2>
            <ul>${reading.unread.slice(0, 200).map((sentence) => html`<li>${sentence}</li>`)}</ul></section>`
        : ''
    }
    ${reading.tshark ? renderTshark(reading.tshark) : ''}`;
}

function renderTshark(section: TsharkSection): Html {
  return html`<section aria-labelledby="tshark-title"><h2 id="tshark-title">${tsharkHeading(section)}</h2>
    ${section.note === undefined ? '' : html`<p>${section.note}</p>`}
    ${section.parts.map(({ title, lines }) => html`<h3>${title}</h3><pre tabindex="0">${lines.join('\n')}</pre>`)}
  </section>`;
}

function renderFinding(fileId: string, { finding, quotes }: QuotedFinding): Html {
  return html`<article class="finding ${finding.severity}">
    <h3><span class="severity">${finding.severity}</span> ${titled(plainTitle(finding.title))}</h3>
    <p>${sentence(finding.explanation)}${seenWords(finding)}</p>
    ${quotes.map(
      ({ document, from, to, lines }) => html`<figure class="quote">
        <figcaption><a href="${lineLink(fileId, document, from, to)}">${document}:${from}${to > from ? `-${to}` : ''}</a></figcaption>
        <pre tabindex="0">${lines.join('\n')}</pre>
      </figure>`,
    )}
    ${(finding.next ?? []).length > 0 ? html`<p class="next"><b>Next:</b> ${sentence(finding.next!.join(' '))}</p>` : ''}
  </article>`;
}

/** Unless the explanation says how often. */
function seenWords({ count, explanation }: QuotedFinding['finding']): string {
  const isTold = count < 2 || new RegExp(`\\b(?:${count}|${grouped(count)}) times\\b`).test(explanation);
  return isTold ? '' : ` Seen ${grouped(count)} times.`;
}

function renderFacts(facts: Record<string, string | number>): Html {
  const entries = Object.entries(facts);
  if (entries.length === 0) return html``;
  return html`<section aria-labelledby="facts-title">
    <h2 id="facts-title">Facts</h2>
    <dl class="facts">${entries
      .slice(0, 100)
      .map(
        ([name, value]) =>
          html`<div><dt>${name}</dt><dd>${typeof value === 'number' ? grouped(value) : value}</dd></div>`,
      )}</dl>
  </section>`;
}
