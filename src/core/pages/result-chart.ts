import { html } from 'hono/html';
import type { CaseChart } from './case-record.ts';
import { type Html, titled } from './html.ts';

/**
 * A chart of few points as a table: each value as a number and as a bar, all bars of a column from one zero. `isWithin`:
 * its heading stands below that of a section.
 */
export function renderResultChart({ title, across, categories, series }: CaseChart, isWithin = false): Html {
  return html`<section class="result-chart">${isWithin ? html`<h3>${titled(title)}</h3>` : html`<h2>${titled(title)}</h2>`}
    <div class="wide-table" tabindex="0" role="region" aria-label="${title}"><table class="numbered">
      <thead><tr><th scope="col">${across ?? 'what'}</th>${series.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
      <tbody>${categories.map(
        (category, n) =>
          html`<tr><th scope="row">${category}</th>${series.map(({ values }) => renderValue(values, n))}</tr>`,
      )}</tbody>
    </table></div></section>`;
}

function renderValue(values: readonly number[], n: number): Html {
  const value = values[n] ?? 0;
  const most = Math.max(0, ...values);
  const bar = value > 0 ? html`<meter min="0" max="${most}" value="${value}" aria-hidden="true"></meter>` : '';
  return html`<td class="number">${value.toLocaleString('en')}${bar}</td>`;
}
