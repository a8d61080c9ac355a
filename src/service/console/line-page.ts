import { html } from 'hono/html';
import type { Html } from '#core/pages/html.ts';
import { grouped, inAddress, plural } from '#core/pages/values.ts';
import type { DocumentInfo } from '../formats/reading.ts';

export interface LineView {
  document: DocumentInfo;
  documents: readonly string[];
  /** Number of the first line given. */
  from: number;
  lines: readonly string[];
  marked: { from: number; to: number } | undefined;
  /** Words looked for and the lines that hold them. */
  found?: { words: string; lines: readonly number[]; total: number } | undefined;
}

export const linesPerPage = 200;
const longestShown = 4_000;

/** One page of the lines of a text, with the cited ones marked, for those without script. */
export function renderLinePage(view: LineView): Html {
  const { document, from, lines, marked, found } = view;
  const last = from + lines.length - 1;
  const link = (line: number) => `?document=${inAddress(document.name)}&line=${line}&page=1#L${line}`;
  const paging = (label: string) => html`<nav class="paging" aria-label="${label}">
    ${from > 1 ? html`<a href="${link(1)}">First</a> <a href="${link(Math.max(1, from - linesPerPage))}" rel="prev">Earlier lines</a>` : ''}
    <span>${grouped(from)}–${grouped(Math.max(from, last))} of ${plural(document.lines, 'line')}</span>
    ${last < document.lines ? html`<a href="${link(last + 1)}" rel="next">Later lines</a> <a href="${link(Math.max(1, document.lines - linesPerPage + 1))}">Last</a>` : ''}
  </nav>`;
  return html`<form class="jump" method="get">
      ${
        view.documents.length > 1
          ? html`<label>Text <select name="document">${view.documents.map((name) => html`<option value="${name}" ${name === document.name ? 'selected' : ''}>${name}</option>`)}</select></label>`
          : html`<input type="hidden" name="document" value="${document.name}" />`
      }
      <label>Line <input name="line" inputmode="numeric" pattern="[0-9]*" size="8" value="${marked?.from ?? ''}" /></label>
      <label>Words <input name="words" maxlength="200" value="${found?.words ?? ''}" /></label>
      <button>Go</button>
    </form>
    ${found ? renderFound(found, document.name) : ''}
    ${paging('Pages of lines')}
    <div class="lines" tabindex="0" role="region" aria-label="Lines of ${document.name}">
      <table class="numbered"><caption class="unseen">Lines</caption><tbody>${lines.map((text, index) => renderLine(from + index, text, marked))}</tbody></table>
    </div>
    ${paging('Pages of lines, below them')}`;
}

function renderLine(number: number, text: string, marked: LineView['marked']): Html {
  const isMarked = marked !== undefined && number >= marked.from && number <= marked.to;
  const rest = text.length - longestShown;
  return html`<tr id="L${number}" ${isMarked ? html`class="marked"` : ''}><th scope="row"><a href="#L${number}">${number}</a></th><td>${text.slice(0, longestShown)}${
    rest > 0 ? html`<span class="hint"> … ${plural(rest, 'more character')}</span>` : ''
  }</td></tr>`;
}

function renderFound({ words, lines, total }: NonNullable<LineView['found']>, document: string): Html {
  if (total === 0) return html`<p role="status">No line holds “${words}”.</p>`;
  return html`<p role="status">${plural(total, 'line')} ${total === 1 ? 'holds' : 'hold'} “${words}”${total > lines.length ? `; the first ${lines.length}` : ''}:
    ${lines.map((line) => html`<a href="?document=${inAddress(document)}&words=${inAddress(words)}&line=${line}#L${line}">${line}</a> `)}</p>`;
}
