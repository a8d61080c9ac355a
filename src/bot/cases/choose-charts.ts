import { isObject, own } from '../analysis/read-body.ts';
import type { Chart } from './messages.ts';

const mostCharts = 2;
const mostViews = 20;
const mostPoints = 12;
/** A picture of fewer values tells less than a sentence. */
const leastRows = 20;
const severities = ['critical', 'error', 'warning', 'info'];

export interface Finding {
  words: string;
  /** The texts its proof stands in. */
  documents: readonly string[];
  /** It is a cause, of which the course of the file tells when it happened; a figure or a list has no such course. */
  isCause: boolean;
}

/** The charts of a dashboard that show what was found: numbers its words name, and when it happened. */
export function chooseCharts(dashboard: unknown, { words, documents, isCause }: Finding): Chart[] {
  const found = new Set(wordsOf(words));
  const charts = readViews(dashboard).map(({ chart, rows }) => ({
    chart,
    shared: wordsOf(chart.title).filter((word) => found.has(word)).length,
    isOfProof: rows.some(({ document }) => isOneOf(documents, document)),
  }));
  const named = charts.filter(({ chart, shared }) => chart.kind === 'line' && shared > 0);
  const courses = charts.filter(({ chart }) => isCause && chart.kind === 'bar');
  // Texts of other clocks have courses of their own.
  const course = courses.find(({ isOfProof }) => isOfProof) ?? courses[0];
  return [...named.toSorted((a, b) => b.shared - a.shared), ...(course ? [course] : [])]
    .slice(0, mostCharts)
    .map(({ chart }) => chart);
}

/** Every chart of a dashboard that can be told in few points. */
export function allCharts(dashboard: unknown): Chart[] {
  return readViews(dashboard).map(({ chart }) => chart);
}

function readViews(dashboard: unknown): { chart: Chart; rows: Row[] }[] {
  const views = own(own(dashboard, 'spec'), 'vconcat');
  const data = own(dashboard, 'data');
  if (!Array.isArray(views)) return [];
  return views.slice(0, mostViews).flatMap((view) => {
    const rows = rowsOf(view, data);
    const chart = readView(view, rows);
    return chart ? [{ chart, rows }] : [];
  });
}

const isOneOf = (names: readonly string[], value: unknown) => typeof value === 'string' && names.includes(value);

type Row = Record<string, unknown>;

function rowsOf(view: unknown, data: unknown): Row[] {
  const name = own(own(view, 'data'), 'name');
  const rows = typeof name === 'string' ? own(data, name) : undefined;
  return Array.isArray(rows) ? rows.filter(isObject) : [];
}

function readView(view: unknown, rows: readonly Row[]): Chart | undefined {
  const text = own(own(view, 'title'), 'text');
  const title = (Array.isArray(text) ? text.join(' ') : typeof text === 'string' ? text : '').trim().slice(0, 200);
  if (title === '' || rows.length < leastRows) return undefined;
  const isTime = /temporal/.test(JSON.stringify(own(view, 'encoding') ?? own(view, 'layer') ?? '').slice(0, 2_000));
  const chart = readSeries(title, rows, isTime) ?? readActivity(title, rows, isTime);
  const across = axisTitle(view);
  return chart && across !== '' ? { ...chart, across } : chart;
}

/** Of the horizontal axis, which layers share. */
function axisTitle(view: unknown): string {
  const layers = own(view, 'layer');
  const encodings = [
    own(view, 'encoding'),
    ...(Array.isArray(layers) ? layers.map((layer) => own(layer, 'encoding')) : []),
  ];
  const titles = encodings.map((encoding) => own(own(own(encoding, 'x'), 'axis'), 'title'));
  return titles.find((title) => typeof title === 'string')?.slice(0, 100) ?? '';
}

/** Numbers over time. */
function readSeries(title: string, rows: readonly Row[], isTime: boolean): Chart | undefined {
  const points = rows.flatMap(({ time, value }) => (isNumber(time) && isNumber(value) ? [{ time, value }] : []));
  if (points.length < leastRows) return undefined;
  const told = inParts(points).flatMap((part) => farthest(part, median(points)));
  return {
    kind: 'line',
    title,
    categories: unique(told.map(({ time }) => label(time, isTime))),
    series: [{ name: 'value', values: told.map(({ value }) => round(value)) }],
  };
}

interface Point {
  time: number;
  value: number;
}

/** Of each part one point of the file: a mean would leave out the very peak or step that the title tells of. */
function farthest(part: readonly Point[], middle: number): Point[] {
  const [first, ...others] = part;
  if (!first) return [];
  const far = ({ value }: Point) => Math.abs(value - middle);
  return [others.reduce((most, point) => (far(point) > far(most) ? point : most), first)];
}

function median(points: readonly Point[]): number {
  const values = points.map(({ value }) => value).toSorted((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? 0;
}

/** How many lines of each severity were written when. */
function readActivity(title: string, rows: readonly Row[], isTime: boolean): Chart | undefined {
  const amounts = rows.flatMap(({ start, severity, count }) =>
    isNumber(start) && isNumber(count) && typeof severity === 'string' ? [{ start, severity, count }] : [],
  );
  const starts = [...new Set(amounts.map(({ start }) => start))].sort((a, b) => a - b);
  if (starts.length < leastRows) return undefined;
  const parts = inParts(starts);
  const shown = severities.filter((name) => amounts.some(({ severity }) => severity === name));
  const sum = (part: readonly number[], name: string) =>
    amounts.reduce(
      (total, { start, severity, count }) => total + (severity === name && part.includes(start) ? count : 0),
      0,
    );
  return {
    kind: 'bar',
    title,
    categories: unique(parts.map((part) => label(part[0] ?? 0, isTime))),
    series: shown.map((name) => ({ name, values: parts.map((part) => sum(part, name)) })),
  };
}

function inParts<T>(items: readonly T[]): T[][] {
  const size = Math.ceil(items.length / mostPoints);
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** `14:02:11`, or seconds since the start. */
function label(value: number, isTime: boolean): string {
  return isTime ? new Date(value).toISOString().slice(11, 19) : `${round(value)} s`;
}

/** Two points of one second have labels of their own. */
function unique(labels: readonly string[]): string[] {
  return labels.map((words, index) => (labels.indexOf(words) === index ? words : `${words} (${index})`.slice(0, 20)));
}

function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[a-z][\w-]{2,40}/g) ?? [])].filter((word) => !common.has(word));
}

/** Words that tell no number from another, those of where it comes from among them. */
const common = new Set(
  'kernel system message messages log logs per most least at the and for from with was were are has had its into over after before then that this lines line value'.split(
    ' ',
  ),
);

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
