import type { DocumentInfo, FileType, Reading } from '../formats/reading.ts';
import { activityPanel } from './activity-panel.ts';
import { androidPanels } from './android-panels.ts';
import { commonLinesPanel } from './common-lines-panel.ts';
import { findingsPanel } from './findings-panel.ts';
import { toldByRow } from './mark-place.ts';
import { counted, label, type Panel, type Row, type TimeAxis, timeAxisOf } from './panel.ts';
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
  const clocks = clocksOf(reading);
  // Times of different clocks share no axis: each has panels of its own, those of the clock with more events first.
  const findings =
    clocks.length > 1 ? ofEach(clocks, timedFindings) : [findingsPanel(clocks[0]?.reading ?? reading, clocks[0]?.axis)];
  const overTime = ofEach(clocks, ({ axis, reading: own }) => [
    activityPanel(own, axis),
    placesPanel(own, axis),
    ...seriesPanels(own, axis),
  ]);
  const tables = tablesOf(reading);
  const ordered = tablesFirst.includes(reading.fileType)
    ? [...findings, tables[0], ...overTime, ...tables.slice(1)]
    : [overTime[0], ...findings, ...overTime.slice(1), ...tables];
  const panels = ordered.filter((panel) => panel !== undefined);
  return panels.length > 0 ? panels : [textsPanel(reading)];
}

/** The panels of each clock; those of all but the first are named after it. */
function ofEach(clocks: readonly ClockView[], panelsOn: (clock: ClockView) => (Panel | undefined)[]): Panel[] {
  return clocks.flatMap((clock, index) =>
    panelsOn(clock)
      .filter((panel) => panel !== undefined)
      .map((panel) => (index === 0 ? panel : { ...panel, name: `${panel.name}_${clock.axis.clock}` })),
  );
}

/** Those with a time on this clock alone: another one's have a chart of their own. */
function timedFindings({ axis, reading }: ClockView): (Panel | undefined)[] {
  const findings = reading.findings.filter(({ firstTimeMs }) => firstTimeMs !== undefined);
  return [findingsPanel({ ...reading, findings }, axis)];
}

/** Where a reader counted what its lines are about, their wording says no more. */
function tablesOf(reading: Reading): (Panel | undefined)[] {
  if (reading.fileType === 'bugreport') return androidPanels(reading);
  const tables = tablePanels(reading);
  return tables.length > 0 ? tables : [commonLinesPanel(reading)];
}

/** Where nothing else can be drawn: what the file consists of. */
function textsPanel(reading: Reading): Panel {
  const rows = reading.documents.slice(0, 12).map(
    (info, order): Row => ({
      name: label(info.name, 60),
      value: info.lines,
      order,
      told: `${label(info.name, 120)}: ${counted(info.lines, 'line')}`,
      document: info.name,
      line: 1,
    }),
  );
  const lines = reading.documents.reduce((sum, info) => sum + info.lines, 0);
  return {
    name: 'texts',
    title: `${reading.findings.length === 0 ? 'Nothing unusual' : counted(reading.findings.length, 'finding')} in ${counted(lines, 'line')}`,
    rows: rows.length > 0 ? rows : [{ name: 'no text', value: 0, order: 0 }],
    truncated: reading.documents.length > rows.length,
    height: { step: 22 },
    drawing: {
      mark: { type: 'bar', color: '#8a94a3', height: { band: 0.7 } },
      encoding: {
        y: { field: 'name', type: 'nominal', sort: { field: 'order' }, axis: { title: null } },
        x: { field: 'value', type: 'quantitative', axis: { title: 'lines', tickMinStep: 1 } },
        ...toldByRow,
      },
    },
  };
}

interface ClockView {
  axis: TimeAxis;
  count: number;
  /** What of the reading has its time from this clock; findings of the other one have none. */
  reading: Reading;
}

function clocksOf(reading: Reading): ClockView[] {
  const views = (['absolute', 'boot', 'day'] as const).flatMap((clock) => {
    const documents = reading.documents.filter((info) => clockOf(info) === clock);
    const own = onClock(reading, new Set(documents.map(({ name }) => name)));
    const times = timesOf(own);
    if (times.length === 0) return [];
    const first = times.reduce((least, timeMs) => Math.min(least, timeMs), Number.POSITIVE_INFINITY);
    const last = times.reduce((most, timeMs) => Math.max(most, timeMs), Number.NEGATIVE_INFINITY);
    const zones = new Set(documents.map(({ zoneMinutes }) => zoneMinutes ?? 0));
    const zoneMinutes = zones.size === 1 ? [...zones][0] : 0;
    const isZoned = documents.some(({ namesZone }) => namesZone !== false);
    const axis = timeAxisOf({ clock, first, last, zoneMinutes, isZoned });
    return [{ axis, count: times.length, reading: own }];
  });
  return views.toSorted((a, b) => b.count - a.count);
}

/** Times of day without a date are not times since boot, though either counts from a beginning of its own. */
function clockOf({ clock, isTimeOfDay }: DocumentInfo): TimeAxis['clock'] | 'none' {
  return clock === 'boot' && isTimeOfDay === true ? 'day' : clock;
}

function onClock(reading: Reading, documents: ReadonlySet<string>): Reading {
  return {
    ...reading,
    timeline: reading.timeline.filter(({ document }) => documents.has(document)),
    series: reading.series.filter(({ document }) => documents.has(document)),
    findings: reading.findings.map((finding) => {
      if (documents.has(finding.evidence[0]?.document ?? '')) return finding;
      const { firstTimeMs: _first, lastTimeMs: _last, ...untimed } = finding;
      return untimed;
    }),
  };
}

function timesOf({ timeline, series, findings }: Reading): number[] {
  const found = [
    ...timeline.map(({ timeMs }) => timeMs),
    ...series.flatMap(({ points }) => points.map(({ timeMs }) => timeMs)),
    ...findings.flatMap(({ firstTimeMs, lastTimeMs }) => [firstTimeMs, lastTimeMs]),
  ];
  return found.filter(isDate);
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
