import { html } from 'hono/html';
import type { CaseAnswer } from './case-book.ts';
import type { Html } from './html.ts';

type PostedChart = NonNullable<CaseAnswer['charts']>[number];

/** The chart that was posted with an answer: each value as a bar and as a number, from one zero. */
export function renderResultChart({ title, across, categories, series }: PostedChart): Html {
  const [first] = series;
  if (!first) return html``;
  const most = Math.max(0, ...first.values);
  return html`<section class="result-chart"><h2>${title}</h2>
    <table class="numbered">
      <thead><tr><th scope="col">${across ?? 'what'}</th><th scope="col" class="number">${first.name}</th><th scope="col"><span class="unseen">as a bar</span></th></tr></thead>
      <tbody>${categories.map((category, n) => {
        const value = first.values[n] ?? 0;
        const bar = html`<meter min="0" max="${most || 1}" value="${Math.max(0, value)}" aria-hidden="true"></meter>`;
        return html`<tr><th scope="row">${category}</th><td class="number">${value.toLocaleString('en')}</td><td>${bar}</td></tr>`;
      })}</tbody>
    </table></section>`;
}
