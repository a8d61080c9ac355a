import { html, raw } from 'hono/html';
import { type Json, list } from '../slack/elements.ts';
import type { Html } from './render-mrkdwn.ts';

const [width, height, gap] = [420, 120, 18];

/** Slack's native chart, drawn small, with its numbers in a table below for who cannot see it. */
export function renderChart(block: Json): Html {
  const chart = (block.chart ?? {}) as Json;
  const { x_label: across } = (chart.axis_config ?? {}) as Json;
  const series = chart.type === 'pie' ? [{ name: '', data: chart.segments }] : list(chart.series);
  const points = series.map(({ name, data }) => ({ name: String(name), data: list(data) }));
  const labels = points[0]?.data.map(({ label }) => String(label)) ?? [];
  const highest = Math.max(1, ...points.flatMap(({ data }) => data.map(({ value }) => Number(value))));
  const step = width / Math.max(labels.length, 1);
  const y = (value: number) => height - (value / highest) * (height - gap);
  const isLine = chart.type === 'line' || chart.type === 'area';
  const shapes = points.map(({ data }, index) =>
    isLine
      ? html`<polyline class="series s${index}" points="${data.map(({ value }, at) => `${((at + 0.5) * step).toFixed(1)},${y(Number(value)).toFixed(1)}`).join(' ')}" />`
      : html`${data.map(({ value }, at) => {
          const bar = (step * 0.8) / points.length;
          const x = at * step + step * 0.1 + index * bar;
          return html`<rect class="series s${index}" x="${x.toFixed(1)}" y="${y(Number(value)).toFixed(1)}" width="${bar.toFixed(1)}" height="${(height - y(Number(value))).toFixed(1)}" />`;
        })}`,
  );
  return html`<figure class="chart"><figcaption>${String(block.title ?? '')}</figcaption>
    ${raw(`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="chart">`)}${shapes}${raw('</svg>')}
    ${across ? html`<p class="across">${String(across)}</p>` : ''}
    <details><summary>Numbers</summary><table>
      <tr><th></th>${labels.map((label) => html`<th>${label}</th>`)}</tr>
      ${points.map(({ name, data }) => html`<tr><th>${name}</th>${data.map(({ value }) => html`<td>${String(value)}</td>`)}</tr>`)}
    </table></details></figure>`;
}
