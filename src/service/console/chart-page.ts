import { html } from 'hono/html';
import type { Html } from '#core/pages/html.ts';
import { grouped } from '#core/pages/values.ts';
import { renderChart } from './chart-figures.ts';
import type { ChartTable } from './chart-table.ts';
import { titleOf, type View } from './chart-views.ts';
import type { FileRecord } from './file-list.ts';

/** One chart with the numbers it is drawn from. */
export function renderChartPage(file: FileRecord, view: View, n: number, table: ChartTable): Html {
  const { text } = titleOf(view);
  return html`<p class="back"><a href="/console/files/${file.id}">${file.name}</a></p>
    <h1 class="name">${text}</h1>
    ${renderChart(file.id, view, n, true)}
    <div class="lines" tabindex="0" role="region" aria-label="Numbers of the chart">
      <table class="numbered numbers"><caption class="unseen">${text}</caption>
        <thead><tr>${table.head.map((name) => html`<th scope="col">${name}</th>`)}<th scope="col"><span class="unseen">Lines</span></th></tr></thead>
        <tbody>${table.rows.map(
          (row, index) =>
            html`<tr>${row.map((value) =>
              typeof value === 'number' ? html`<td class="number">${grouped(value)}</td>` : html`<td>${value}</td>`,
            )}<td>${table.links[index] ? html`<a href="${table.links[index]}" aria-label="Lines of row ${index + 1}">Lines</a>` : ''}</td></tr>`,
        )}</tbody>
      </table>
    </div>`;
}
