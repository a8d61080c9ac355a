import type { Row } from '../charts/panel.ts';
import type { Dashboard } from '../files/file-deps.ts';

/** One chart of a dashboard, as far as its pages look into it. */
export interface View {
  title?: { text?: unknown; subtitle?: unknown };
  data?: { name?: string };
  height?: unknown;
  encoding?: Record<string, unknown>;
  layer?: View[];
}

/** The views of a dashboard, each a chart of its own. */
export function chartViews(dashboard: Pick<Dashboard, 'spec'>): View[] {
  const { vconcat } = dashboard.spec as { vconcat?: View[] };
  return Array.isArray(vconcat) ? vconcat : [];
}

export function chartRows({ data }: Pick<Dashboard, 'data'>, view: View): Row[] {
  return (data as Record<string, Row[]>)[view.data?.name ?? ''] ?? [];
}

/** What a chart shows, and what stands below it in small letters. */
export function titleOf({ title }: View): { text: string; subtitle: string } {
  return { text: wordsOf(title?.text) || 'Chart', subtitle: wordsOf(title?.subtitle) };
}

/** The axis on which a field of its rows lies: its title, a zone or a unit, and whether it is of wall-clock times. */
export function axisOf(
  { encoding = {}, layer = [] }: View,
  field: string,
): { title: string; isTime: boolean } | undefined {
  for (const [along, until] of [
    ['x', 'x2'],
    ['y', 'y2'],
  ] as const) {
    const axis = encoding[along] as { field?: string; type?: string; axis?: { title?: unknown } } | undefined;
    const end = encoding[until] as { field?: string } | undefined;
    if (axis?.field !== field && end?.field !== field) continue;
    return { title: wordsOf(axis?.axis?.title), isTime: axis?.type === 'temporal' };
  }
  return layer.map((view) => axisOf(view, field)).find((axis) => axis !== undefined);
}

function wordsOf(value: unknown): string {
  return Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : '';
}
