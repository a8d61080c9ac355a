import { checkList, isShape, type Shape } from './check-blocks.ts';

const mostSeries = 6;
const mostPoints = 20;
const labelLimit = 20;
const titleLimit = 50;

/** A data visualization block by its documented limits. */
export function checkChart(block: Shape): string | undefined {
  if (!isText(block.title, titleLimit)) return `title: 1 to ${titleLimit} characters`;
  if (!isShape(block.chart)) return 'missing field: chart';
  if (block.chart.type === 'pie') return checkPie(block.chart);
  if (['bar', 'area', 'line'].includes(String(block.chart.type))) return checkAxes(block.chart);
  return `unsupported chart: ${block.chart.type}`;
}

function checkPie(chart: Shape): string | undefined {
  return checkList(chart.segments, mostSeries, ({ label, value }) => {
    if (!isText(label, labelLimit)) return `segment label: 1 to ${labelLimit} characters`;
    return typeof value === 'number' && value > 0 ? undefined : 'segment value must be greater than 0';
  });
}

function checkAxes(chart: Shape): string | undefined {
  if (!isShape(chart.axis_config)) return 'missing field: axis_config';
  const { categories, x_label, y_label } = chart.axis_config;
  if (!Array.isArray(categories) || categories.length === 0 || categories.length > mostPoints)
    return `categories: 1 to ${mostPoints}`;
  if (!categories.every((category) => isText(category, labelLimit))) return `category: 1 to ${labelLimit} characters`;
  if (new Set(categories).size < categories.length) return 'categories must be unique';
  if ([x_label, y_label].some((label) => label !== undefined && !isText(label, titleLimit)))
    return `axis label: 1 to ${titleLimit} characters`;
  const names = new Set<unknown>();
  return checkList(chart.series, mostSeries, ({ name, data }) => {
    if (!isText(name, labelLimit)) return `series name: 1 to ${labelLimit} characters`;
    if (names.has(name)) return 'series names must be unique';
    names.add(name);
    const labels = new Set<unknown>();
    const problem = checkList(data, mostPoints, ({ label, value }) => {
      labels.add(label);
      if (!categories.includes(label)) return 'data labels must match the categories';
      return typeof value === 'number' && Number.isFinite(value) ? undefined : 'data value must be a number';
    });
    return problem ?? (labels.size === categories.length ? undefined : 'each category needs one data point');
  });
}

function isText(value: unknown, limit: number): boolean {
  return typeof value === 'string' && value !== '' && value.length <= limit;
}
