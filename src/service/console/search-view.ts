import { html } from 'hono/html';
import type { z } from 'zod';
import type { Html } from '#core/pages/html.ts';
import { renderAnswer } from '#core/pages/render-answer.ts';
import { moment } from '#core/pages/values.ts';
import { maxQueryCharacters, type searchRecordSchema } from '../search/search-record.ts';
import type { CitedPlaces } from './cited-places.ts';
import { renderConfirmed } from './page.ts';

export type SearchRecord = z.infer<typeof searchRecordSchema>;

/** A question to a file or a delta; with script the answer is streamed below, without one it has a page of its own. */
export function renderAskBox(options: {
  base: string;
  kind: 'file' | 'delta';
  entityId: string;
  entityType: string;
}): Html {
  const { base, kind, entityId, entityType } = options;
  const paths = kind === 'file' ? ['search/quick', 'search/deep'] : ['delta/quick', 'delta/research'];
  const placeholder = kind === 'file' ? 'Why did it fail?' : 'What is different?';
  return html`<form method="post" action="${base}/searches" class="ask" data-ask data-base="${base}" data-entity-id="${entityId}" data-entity-type="${entityType}">
      <label for="query">Question</label>
      <textarea name="query" id="query" rows="2" required maxlength="${maxQueryCharacters}" placeholder="${placeholder}"></textarea>
      <div class="buttons">
        <button class="primary" name="mode" value="quick" data-stream="/ws/v1/${paths[0]}">Quick answer</button>
        <button name="mode" value="deep" data-stream="/ws/v1/${paths[1]}">Deep search</button>
      </div>
    </form>
    <div class="run" data-run hidden>
      <p data-run-told role="status"></p>
      <progress data-run-progress max="100" value="0" aria-label="How far the search is"></progress>
      <ol data-run-steps class="steps" aria-label="Steps"></ol>
      <div data-run-report class="streaming"></div>
      <div data-run-answer></div>
    </div>`;
}

export function renderEarlierSearches(base: string, searches: readonly SearchRecord[]): Html {
  if (searches.length === 0) return html``;
  return html`<h3>Asked before</h3>
    <ul class="earlier">${searches.map(
      (search) => html`<li>
        <a href="${base}/searches/${search.id}">${search.query}</a>
        <span class="hint">${search.mode}, ${search.status === 'COMPLETED' ? (search.verdict ?? 'done') : search.status}, ${moment(search.created_at)}</span>
      </li>`,
    )}</ul>`;
}

/** Question and answer, with what was checked. Shown on its own page, and in place once a stream ends. */
export function renderSearch(search: SearchRecord, base: string, places: CitedPlaces): Html {
  return html`<article class="answer" id="search-${search.id}">
    <p class="question"><span class="hint">${search.mode === 'deep' ? 'Deep search' : 'Quick answer'}, ${moment(search.created_at)}</span><br />${search.query}</p>
    ${search.status === 'RUNNING' ? renderRunning(search, base) : ''}
    ${search.error ? html`<p class="notice error" role="alert">${search.error.message}</p>` : ''}
    ${
      search.answer === undefined
        ? ''
        : html`<p><span class="state ${(search.verdict ?? '').toLowerCase()}">${search.verdict}</span>
              <span class="hint">confidence ${search.confidence}${search.duration_ms === undefined ? '' : `, ${(search.duration_ms / 1000).toFixed(1)} s`}, ${search.engine}</span></p>
            <div class="report">${renderAnswer(search.answer, places.linkOf)}</div>`
    }
    ${renderCitations(search, places)}
    ${renderSteps(search)}
  </article>`;
}

function renderRunning(search: SearchRecord, base: string): Html {
  return html`<p role="status">The search is running.</p>
    ${renderConfirmed({
      id: `cancel-${search.id}`,
      label: 'Cancel',
      question: 'Cancel this search?',
      action: `${base}/searches/${search.id}/cancel`,
      confirm: 'Cancel the search',
    })}`;
}

function renderCitations({ citations = [] }: SearchRecord, places: CitedPlaces): Html {
  if (citations.length === 0) return html``;
  return html`<details class="citations" open>
    <summary>Checked lines (${citations.length})</summary>
    <ol>${citations.map((citation) => {
      const place = `${citation.file}:${citation.line_start}${citation.line_end > citation.line_start ? `-${citation.line_end}` : ''}`;
      const link = places.linkTo(citation);
      return html`<li value="${citation.n}">${link ? html`<a href="${link}">${place}</a>` : place}
        <pre tabindex="0">${citation.excerpt.slice(0, 4000)}</pre></li>`;
    })}</ol>
  </details>`;
}

function renderSteps({ steps = [] }: SearchRecord): Html {
  if (steps.length === 0) return html``;
  return html`<details class="taken"><summary>Steps taken (${steps.length})</summary>
    <ol class="steps">${steps.map((step) => html`<li><b>${String(step.tool)}</b> ${String(step.summary)}</li>`)}</ol>
  </details>`;
}
