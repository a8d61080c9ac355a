import { html } from 'hono/html';
import type { CaseChart } from './case-record.ts';
import { type Html, titled } from './html.ts';

/**
 * A chart of few points as a table: each value as a number, and all of a row as a bar from one zero. `isWithin`: its
 * heading stands below that of a section.
 */
export function renderResultChart({ title, across, categories, series }: CaseChart, isWithin = false): Html {
  const total = (n: number) => series.reduce((sum, { values }) => sum + (values[n] ?? 0), 0);
  const most = Math.max(0, ...categories.map((_, n) => total(n)));
  return html`<section class="result-chart">${isWithin ? html`<h3>${titled(title)}</h3>` : html`<h2>${titled(title)}</h2>`}
    <div class="wide-table" tabindex="0" role="region" aria-label="${title}"><table class="numbered">
      <thead><tr><th scope="col">${across ?? 'what'}</th>${series.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}<th scope="col"><span class="unseen">as a bar</span></th></tr></thead>
      <tbody>${categories.map((category, n) => {
        const bar = html`<meter min="0" max="${most || 1}" value="${Math.max(0, total(n))}" aria-hidden="true"></meter>`;
        const numbers = series.map(
          ({ values }) => html`<td class="number">${(values[n] ?? 0).toLocaleString('en')}</td>`,
        );
        return html`<tr><th scope="row">${category}</th>${numbers}<td>${bar}</td></tr>`;
      })}</tbody>
    </table></div></section>`;
}
