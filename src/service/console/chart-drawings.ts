import { readPlace } from '../charts/mark-place.ts';
import type { Row } from '../charts/panel.ts';
import { renderSvg } from '../charts/render-chart.ts';
import type { Dashboard } from '../files/file-deps.ts';
import { chartRows, chartViews, type View } from './chart-views.ts';
import { placeLink } from './cited-places.ts';

export interface ChartLook {
  isDark: boolean;
  /** Whole width in pixels. */
  width: number;
}

export interface ChartDrawings {
  /** SVG of the n-th chart. `version` tells dashboards of the same file apart. Undefined where there is none. */
  draw(
    key: { fileId: string; version: string; n: number },
    dashboard: Dashboard,
    look: ChartLook,
  ): Promise<string | undefined>;
}

const maxKept = 200;

/** Draws charts when they are asked for and keeps the last ones; the same chart is drawn once at a time. */
export function createChartDrawings(): ChartDrawings {
  const kept = new Map<string, Promise<string>>();
  return {
    async draw({ fileId, version, n }, dashboard, look) {
      const view = chartViews(dashboard)[n];
      if (!view) return undefined;
      const key = `${fileId} ${version} ${n} ${look.isDark} ${look.width}`;
      const drawing = kept.get(key) ?? renderSvg(singleChart(fileId, dashboard, view, look), isOwnPage);
      kept.delete(key);
      kept.set(key, drawing);
      drawing.catch(() => kept.delete(key));
      for (const oldest of kept.keys()) {
        if (kept.size <= maxKept) break;
        kept.delete(oldest);
      }
      return await drawing;
    },
  };
}

const isOwnPage = (address: string) => address.startsWith('/console/files/');

/** The rows of a view, each with the address of the lines it is about. */
function linkedRows(fileId: string, rows: readonly Row[]): Row[] {
  return rows.map((row) => {
    const place = readPlace(row);
    return place ? { ...row, href: placeLink(fileId, place) } : row;
  });
}

/** Marks that say their row's words also lead to its lines. */
function withLinks(view: View): View {
  const { encoding, layer } = view;
  return {
    ...view,
    ...(encoding?.description ? { encoding: { ...encoding, href: { field: 'href', type: 'nominal' } } } : {}),
    ...(layer ? { layer: layer.map(withLinks) } : {}),
  };
}

/** One view in the page's colours and as wide as its place; the title stands in the page as text. */
function singleChart(fileId: string, dashboard: Dashboard, whole: View, { isDark, width }: ChartLook) {
  const rows = linkedRows(fileId, chartRows(dashboard, whole));
  const { title: _title, ...view } = rows.some(({ href }) => href !== undefined) ? withLinks(whole) : whole;
  const spec = dashboard.spec as { $schema: string; config?: Record<string, Record<string, unknown>> };
  const colors = isDark ? dark : light;
  const isNarrow = width < 500;
  const axis = {
    labelColor: colors.soft,
    titleColor: colors.soft,
    gridColor: colors.grid,
    domainColor: colors.line,
    tickColor: colors.line,
  };
  return {
    spec: {
      $schema: spec.$schema,
      ...(isDark ? onDark(view) : view),
      width,
      background: 'transparent',
      // Numbers at the ends of bars stand beyond the plot.
      padding: { left: 4, top: 4, bottom: 4, right: typeof view.height === 'number' ? 4 : 40 },
      autosize: { type: 'fit-x', contains: 'padding' },
      config: {
        ...spec.config,
        axis: { ...spec.config?.axis, ...axis },
        axisY: { ...spec.config?.axisY, labelLimit: isNarrow ? 170 : 340 },
        legend: {
          ...spec.config?.legend,
          labelColor: colors.soft,
          titleColor: colors.soft,
          ...(isNarrow ? { orient: 'bottom', columns: 2 } : {}),
        },
        text: { ...spec.config?.text, color: colors.soft },
      },
    },
    data: { [view.data?.name ?? 'rows']: rows },
  };
}

const light = { soft: '#4b5563', grid: '#e6e9ee', line: '#b9c0ca' };
const dark = { soft: '#b6bfcc', grid: '#2b333f', line: '#566173' };

/** Colours that are told apart on white, as they are told apart on the dark page. */
const darkFor = new Map([
  ['#7b1e7a', '#d98ad8'],
  ['#c8342b', '#ff7a70'],
  ['#d98e04', '#f0b040'],
  ['#8a94a3', '#8f9aab'],
  ['#2f6db5', '#74a9f0'],
  ['#ffffff', '#191f28'],
  ['#2b3440', '#e6eaf0'],
  ['#5d6775', '#b6bfcc'],
]);

function onDark(view: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(view), (_key, value) => darkFor.get(value) ?? value);
}
