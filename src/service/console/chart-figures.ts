import { html } from 'hono/html';
import type { Dashboard } from '../files/file-deps.ts';
import { chartViews } from './chart-drawings.ts';
import type { Html } from './html.ts';

/** Every chart under its finding; drawn for the width and colours of the screen when it is looked at. */
export function renderCharts(fileId: string, dashboard: Pick<Dashboard, 'spec'>): Html {
  return html`${chartViews(dashboard).map(({ title }, n) => {
    const text = titleText(title?.text) || 'Chart';
    const subtitle = titleText(title?.subtitle);
    const image = `/console/files/${fileId}/charts/${n}.svg`;
    const source = (look: string, media: string) => html`<source srcset="${image}?${look}" media="${media}" />`;
    return html`<figure class="chart">
      <figcaption><h3>${text}</h3>${subtitle ? html`<p>${subtitle}</p>` : ''}</figcaption>
      <picture>
        ${source('look=dark-narrow', '(max-width: 640px) and (prefers-color-scheme: dark)')}
        ${source('look=light-narrow', '(max-width: 640px)')}
        ${source('look=dark-wide', '(prefers-color-scheme: dark)')}
        <img src="${image}?look=light-wide" alt="Chart: ${text}" loading="lazy" />
      </picture>
    </figure>`;
  })}`;
}

/** Widths fit the column of the page: 360 on a phone, 860 elsewhere. */
export function readLook(look: string | undefined): { isDark: boolean; width: number } {
  return { isDark: look?.startsWith('dark') ?? false, width: look?.endsWith('narrow') ? 360 : 860 };
}

function titleText(value: unknown): string {
  return Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : '';
}
