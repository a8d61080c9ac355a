import { accent, severityScale } from './panel.ts';
import { renderPng } from './render-chart.ts';

/** A few values of one or more series, as an answer carries them. */
export interface SmallChart {
  kind: 'line' | 'bar';
  title: string;
  /** What the categories are of. */
  across?: string;
  categories: readonly string[];
  series: readonly { name: string; values: readonly number[] }[];
}

/** The chart of an answer as PNG. */
export async function drawChart({
  kind,
  title,
  across,
  categories,
  series,
}: SmallChart): Promise<Uint8Array<ArrayBuffer>> {
  const rows = series.flatMap(({ name, values }) =>
    categories.map((category, order) => ({ category, order, name, value: values[order] ?? 0 })),
  );
  const isOne = series.length === 1;
  const spec = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    title: { text: title, anchor: 'start' },
    width: 620,
    height: 220,
    data: { name: 'rows' },
    mark: kind === 'line' ? { type: 'line', point: true } : { type: 'bar' },
    encoding: {
      x: {
        field: 'category',
        type: 'ordinal',
        sort: { field: 'order' },
        axis: { title: across ?? null, labelAngle: -40 },
      },
      y: { field: 'value', type: 'quantitative', axis: { title: null, tickCount: 5 } },
      color:
        isOne && kind === 'line'
          ? { value: accent }
          : { field: 'name', type: 'nominal', scale: severityScale, legend: { title: null, orient: 'top' } },
    },
  };
  return new Uint8Array(await renderPng({ spec, data: { rows } }));
}
