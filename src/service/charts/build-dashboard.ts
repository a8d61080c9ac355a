import type { FileType, Reading } from '../formats/reading.ts';
import { activityPanel } from './activity-panel.ts';
import { androidPanels } from './android-panels.ts';
import { findingsPanel } from './findings-panel.ts';
import { grouped, label, type Panel, type Row, type TimeAxis, timeAxisOf } from './panel.ts';
import { placesPanel } from './places-panel.ts';
import { rankedFindings } from './ranked-findings.ts';
import { seriesPanels } from './series-panels.ts';
import { tablePanels } from './table-panels.ts';

export interface Dashboard {
  format: 'vega-lite';
  /** Vega-Lite v6. `{...spec, datasets: data}` is complete and loads nothing. */
  spec: Record<string, unknown>;
  data: Record<string, Row[]>;
  /** The dashboard in words, for people and programs without charts. */
  summary: Record<string, string | number | null>;
  /** Rows or charts were left out. */
  truncated: boolean;
}

const maxPanels = 8;
const width = 620;

/** What a person wants to see of a file: what happened when, what is unusual, where to look. Pure. */
export function buildDashboard(reading: Reading): Dashboard {
  const all = panelsOf(reading);
  const panels = all.slice(0, maxPanels);
  const data: Record<string, Row[]> = {};
  for (const panel of panels) data[panel.name] = panel.rows;
  return {
    format: 'vega-lite',
    spec: {
      $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
      background: '#ffffff',
      padding: 14,
      autosize: { type: 'pad' },
      data: { name: panels[0]!.name },
      vconcat: panels.map(viewOf),
      spacing: 26,
      resolve: { scale: { color: 'independent' } },
      config,
    },
    data,
    summary: summaryOf(reading, panels),
    truncated: all.length > panels.length || panels.some((panel) => panel.truncated),
  };
}

/** Tables say most where bytes were counted, the course of time where lines were written. */
const tablesFirst: readonly FileType[] = ['pcap', 'perfetto', 'config'];

function panelsOf(reading: Reading): Panel[] {
  const axis = axisOf(reading);
  const findings = findingsPanel(reading, axis);
  const overTime =
    axis === undefined
      ? []
      : [activityPanel(reading, axis), placesPanel(reading, axis), ...seriesPanels(reading, axis)];
  const tables = reading.fileType === 'bugreport' ? androidPanels(reading) : tablePanels(reading);
  const ordered = tablesFirst.includes(reading.fileType)
    ? [findings, tables[0], ...overTime, ...tables.slice(1)]
    : [overTime[0], findings, ...overTime.slice(1), ...tables];
  const panels = ordered.filter((panel) => panel !== undefined);
  return panels.length > 0 ? panels : [textsPanel(reading)];
}

/** Where nothing else can be drawn: what the file consists of. */
function textsPanel(reading: Reading): Panel {
  const rows = reading.documents
    .slice(0, 12)
    .map((info, order): Row => ({ name: label(info.name, 60), value: info.lines, order }));
  const lines = reading.documents.reduce((sum, info) => sum + info.lines, 0);
  return {
    name: 'texts',
    title: `Nothing unusual in ${grouped(lines)} ${lines === 1 ? 'line' : 'lines'}`,
    rows: rows.length > 0 ? rows : [{ name: 'no text', value: 0, order: 0 }],
    truncated: reading.documents.length > rows.length,
    height: { step: 22 },
    drawing: {
      mark: { type: 'bar', color: '#8a94a3', height: { band: 0.7 } },
      encoding: {
        y: { field: 'name', type: 'nominal', sort: { field: 'order' }, axis: { title: null } },
        x: { field: 'value', type: 'quantitative', axis: { title: 'lines', tickMinStep: 1 } },
      },
    },
  };
}

/** Times of both clocks cannot share an axis: the one with more events is drawn. */
function axisOf(reading: Reading): TimeAxis | undefined {
  const clocks = new Map(reading.documents.map((info) => [info.name, info.clock]));
  const times: Record<'absolute' | 'boot' | 'none', { count: number; first: number; last: number }> = {
    absolute: { count: 0, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY },
    boot: { count: 0, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY },
    none: { count: 0, first: 0, last: 0 },
  };
  const see = (document: string | undefined, timeMs: number | undefined) => {
    if (!isDate(timeMs)) return;
    const seen = times[clocks.get(document ?? '') ?? 'none'];
    seen.count++;
    seen.first = Math.min(seen.first, timeMs);
    seen.last = Math.max(seen.last, timeMs);
  };
  for (const event of reading.timeline) see(event.document, event.timeMs);
  for (const series of reading.series) for (const point of series.points) see(series.document, point.timeMs);
  for (const finding of reading.findings) {
    see(finding.evidence[0]?.document, finding.firstTimeMs);
    see(finding.evidence[0]?.document, finding.lastTimeMs);
  }
  const clock = times.absolute.count >= times.boot.count ? 'absolute' : 'boot';
  const { count, first, last } = times[clock];
  return count === 0 ? undefined : timeAxisOf(clock, first, last);
}

/** Whether a Date can hold it; damaged captures have times beyond. */
const isDate = (timeMs: number | undefined): timeMs is number => timeMs !== undefined && Math.abs(timeMs) <= 8.64e15;

function viewOf(panel: Panel): Record<string, unknown> {
  return {
    data: { name: panel.name },
    title: { text: panel.title, ...(panel.subtitle === undefined ? {} : { subtitle: panel.subtitle }) },
    width,
    height: panel.height,
    ...panel.drawing,
  };
}

function summaryOf(reading: Reading, panels: readonly Panel[]): Dashboard['summary'] {
  const ranked = rankedFindings(reading);
  const timed = reading.documents.filter(
    (info) => info.clock === 'absolute' && isDate(info.firstTimeMs) && isDate(info.lastTimeMs ?? info.firstTimeMs),
  );
  const iso = (timeMs: number) => new Date(timeMs).toISOString();
  const summary: Dashboard['summary'] = {
    file_type: reading.fileType,
    headline: ranked[0] === undefined ? 'Nothing unusual was found' : label(ranked[0].title, 200),
    lines: reading.documents.reduce((sum, info) => sum + info.lines, 0),
    texts: reading.documents.length,
    findings: reading.findings.length,
    critical: reading.findings.filter((finding) => finding.severity === 'critical').length,
    errors: reading.findings.filter((finding) => finding.severity === 'error').length,
    warnings: reading.findings.filter((finding) => finding.severity === 'warning').length,
    first_time: timed.length === 0 ? null : iso(Math.min(...timed.map((info) => info.firstTimeMs!))),
    last_time: timed.length === 0 ? null : iso(Math.max(...timed.map((info) => info.lastTimeMs ?? info.firstTimeMs!))),
    charts: panels.map((panel) => panel.title).join('; '),
    unread: reading.unread.length,
  };
  for (const [name, value] of Object.entries(reading.facts).slice(0, 20)) {
    summary[`fact.${label(name, 60)}`] = typeof value === 'string' ? label(value, 200) : value;
  }
  return summary;
}

const ink = '#2b3440';
const soft = '#5d6775';
const config = {
  font: 'DejaVu Sans, Verdana, sans-serif',
  view: { stroke: null },
  title: {
    anchor: 'start',
    fontSize: 13,
    fontWeight: 'bold',
    color: ink,
    subtitleColor: soft,
    subtitleFontSize: 11,
    subtitlePadding: 4,
    offset: 10,
    limit: 1200,
    frame: 'group',
  },
  axis: {
    labelColor: soft,
    titleColor: soft,
    titleFontWeight: 'normal',
    labelFontSize: 10,
    titleFontSize: 10,
    gridColor: '#e6e9ee',
    domainColor: '#b9c0ca',
    tickColor: '#b9c0ca',
  },
  axisY: { labelLimit: 420 },
  legend: { labelColor: soft, labelFontSize: 10, symbolSize: 70, symbolType: 'square' },
  text: { color: soft, fontSize: 10 },
};
