import { html } from 'hono/html';
import { type Html, titled } from '#core/pages/html.ts';
import { plural } from '#core/pages/values.ts';
import { queryBegins } from '#core/query-takes.ts';
import { plainTitle } from '../charts/plain-template.ts';
import type { DocumentInfo, Finding } from '../formats/reading.ts';
import type { ReadFile } from '../investigator/report.ts';
import { textLink } from './cited-places.ts';
import type { FileRecord } from './file-list.ts';
import { type LineView, renderLinePage } from './line-page.ts';

const mostFindings = 500;
const mostMembers = 2_000;

/** The log view. Its lines come by script; without script there are pages of lines. */
export function renderLogPage(file: FileRecord, read: ReadFile, view: LineView): Html {
  const { document } = view;
  const given = {
    base: `/console/files/${file.id}`,
    document: document.name,
    lines: document.lines,
    marked: view.marked ?? null,
    findings: findingsIn(read.reading.findings, document.name),
    clock: {
      clock: document.clock,
      isTimeOfDay: document.isTimeOfDay ?? false,
      zoneMinutes: document.zoneMinutes ?? 0,
      isZoned: document.namesZone !== false,
    },
  };
  return html`<p class="back"><a href="/console/files/${file.id}">${file.name}</a></p>
    <h1 class="name">${titled(document.name)}</h1>
    <div id="plain">${renderLinePage(view)}</div>
    <div id="log" class="log" hidden data-view="${JSON.stringify(given)}" data-takes="${queryBegins}">
      ${renderBar(given.findings.length)}
      <div id="log-chips" class="chips"></div>
      <div id="log-times" class="times" hidden></div>
      <div id="log-result" class="card result" hidden role="status"></div>
      <div class="log-main">
        <div class="log-side">
          ${read.reading.documents.length > 1 ? renderTree(file.id, read.reading.documents, document.name) : ''}
          <details id="log-facets"><summary>Fields and templates</summary><div class="facets"></div></details>
        </div>
        <div class="log-frame">
          <div id="log-viewport" class="viewport" tabindex="0" role="region" aria-label="Lines of ${document.name}"><div id="log-sheet" class="sheet"></div></div>
          <div id="log-rail" class="rail" tabindex="-1"><div></div></div>
        </div>
      </div>
      <p class="hint">Keys: arrows, Page Up, Page Down, Home and End scroll · <kbd>/</kbd> filter · <kbd>g</kbd> go to a line · <kbd>n</kbd> <kbd>p</kbd> next and previous finding · <kbd>w</kbd> wrap · <kbd>Esc</kbd> clear the filter. Click a line number to mark the line among all others, Shift-click another to mark a range; the address then links to it.</p>
    </div>`;
}

function renderBar(findings: number): Html {
  return html`<form id="log-bar" class="log-bar" role="search">
    <label class="grow"><span class="unseen">Filter lines, or a query in its written form</span>
      <input type="search" id="log-text" placeholder="Filter, or count level=error by host" autocomplete="off" spellcheck="false" maxlength="500" /></label>
    <label class="check"><input type="checkbox" id="log-regex" /> Pattern</label>
    <label><span class="unseen">Least level</span><select id="log-level">
      <option value="">All levels</option><option value="warning">Warning and worse</option><option value="error">Error and worse</option><option value="critical">Critical</option>
    </select></label>
    <button>Run</button>
    <label><span class="unseen">Go to line</span><input id="log-line" inputmode="numeric" pattern="[0-9]*" size="8" placeholder="Line" autocomplete="off" /></label>
    <button type="button" id="log-wrap" aria-pressed="false">Wrap</button>
    <button type="button" id="log-previous" aria-label="Previous finding" ${findings === 0 ? 'disabled' : ''}>‹ finding</button>
    <button type="button" id="log-next" aria-label="Next finding" ${findings === 0 ? 'disabled' : ''}>finding ›</button>
    <output id="log-count" role="status"></output>
  </form>`;
}

/** In the order of their lines. */
function findingsIn(findings: readonly Finding[], document: string) {
  return findings
    .flatMap(({ evidence, title, severity }) =>
      evidence
        .filter((range) => range.document === document)
        .slice(0, 3)
        .map(({ lineStart, lineEnd }) => ({ from: lineStart, to: lineEnd, title: plainTitle(title), severity })),
    )
    .toSorted((a, b) => a.from - b.from)
    .slice(0, mostFindings);
}

interface Branch {
  folders: Map<string, Branch>;
  documents: DocumentInfo[];
}

/** The texts of an archive by their folders; those on the way to the one shown are open. */
function renderTree(fileId: string, documents: readonly DocumentInfo[], current: string): Html {
  const root: Branch = { folders: new Map(), documents: [] };
  for (const document of documents.slice(0, mostMembers)) {
    let branch = root;
    for (const folder of document.name.split('/').slice(0, -1)) {
      const next = branch.folders.get(folder) ?? { folders: new Map(), documents: [] };
      branch.folders.set(folder, next);
      branch = next;
    }
    branch.documents.push(document);
  }
  return html`<details class="tree" open><summary>${plural(documents.length, 'text')}</summary>
    <nav aria-label="Texts of the file">${renderBranch(fileId, root, '', current)}</nav></details>`;
}

function renderBranch(fileId: string, { folders, documents }: Branch, path: string, current: string): Html {
  return html`<ul>${[...folders].map(([name, branch]) => {
    const inner = `${path}${name}/`;
    return html`<li><details ${current.startsWith(inner) ? 'open' : ''}><summary>${name}/</summary>${renderBranch(fileId, branch, inner, current)}</details></li>`;
  })}${documents.map(
    ({ name, lines }) =>
      html`<li><a href="${textLink(fileId, name)}" ${name === current ? html`aria-current="page"` : ''}>${name.slice(path.length)}</a> <span class="hint">${plural(lines, 'line')}</span></li>`,
  )}</ul>`;
}
