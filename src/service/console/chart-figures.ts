import { html } from 'hono/html';
import { type Html, titled } from '#core/pages/html.ts';
import type { Dashboard } from '../files/file-deps.ts';
import { chartViews, titleOf, type View } from './chart-views.ts';

/** Every chart under its finding, those of the titles given first. */
export function renderCharts(
  fileId: string,
  dashboard: Pick<Dashboard, 'spec'>,
  titlesFirst: readonly string[] = [],
): Html {
  const rank = (view: View) => (titlesFirst.indexOf(titleOf(view).text) + mostViews) % mostViews;
  const views = [...chartViews(dashboard).entries()].toSorted(([, a], [, b]) => rank(a) - rank(b));
  return html`<p class="hint needs-script">Point at a chart, or go into it with Tab and the arrow keys: each mark says its value and time, and opens its lines.</p>
    ${views.map(([n, view]) => renderChart(fileId, view, n))}`;
}

const mostViews = 1_000;

/**
 * A picture, drawn for the width and colours of the screen when it is looked at. With script its marks answer; without,
 * the same numbers are behind the link below it. One alone stands on the page of its numbers, under its title.
 */
export function renderChart(fileId: string, view: View, n: number, isAlone = false): Html {
  const { text, subtitle } = titleOf(view);
  const chart = `/console/files/${fileId}/charts/${n}`;
  const source = (look: string, media: string) => html`<source srcset="${chart}.svg?${look}" media="${media}" />`;
  // Marks lie side by side along one axis: the pointer finds the nearest along it.
  const along = typeof view.height === 'number' ? 'x' : 'y';
  return html`<figure class="chart" data-chart="${chart}.svg" data-along="${along}" data-title="${text}">
      <figcaption>${isAlone ? '' : html`<h3>${titled(text)}</h3>`}${subtitle ? html`<p>${subtitle}</p>` : ''}</figcaption>
      <div class="chart-view"><picture>
        ${source('look=dark-narrow', '(max-width: 640px) and (prefers-color-scheme: dark)')}
        ${source('look=light-narrow', '(max-width: 640px)')}
        ${source('look=dark-wide', '(prefers-color-scheme: dark)')}
        <img src="${chart}.svg?look=light-wide" alt="Chart: ${text}" loading="lazy" />
      </picture></div>
      <p class="chart-more">${isAlone ? '' : html`<a href="${chart}">As a table<span class="unseen">: ${text}</span></a> `}<a href="${chart}.csv" download>CSV<span class="unseen"> of ${text}</span></a></p>
    </figure>`;
}

/** Widths fit the column of the page: 360 on a phone, 860 elsewhere. */
export function readLook(look: string | undefined): { isDark: boolean; width: number } {
  return { isDark: look?.startsWith('dark') ?? false, width: look?.endsWith('narrow') ? 360 : 860 };
}
