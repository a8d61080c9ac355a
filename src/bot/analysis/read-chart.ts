import type { Chart } from '../cases/messages.ts';
import { own } from './read-body.ts';

const mostCategories = 20;
const mostSeries = 4;

/** The chart a service sends with an answer; undefined where it is none that can be drawn. */
export function readChart(value: unknown): Chart | undefined {
  const kind = own(value, 'kind');
  const title = own(value, 'title');
  const across = own(value, 'across');
  const labels = own(value, 'categories');
  const series = own(value, 'series');
  if ((kind !== 'line' && kind !== 'bar') || typeof title !== 'string' || title.trim() === '') return undefined;
  if (!Array.isArray(labels) || !Array.isArray(series) || labels.length > mostCategories) return undefined;
  const categories = labels.filter((label) => typeof label === 'string').map((label) => label.slice(0, 100));
  const drawn = series.slice(0, mostSeries).flatMap((one) => {
    const [name, values] = [own(one, 'name'), own(one, 'values')];
    if (typeof name !== 'string' || !Array.isArray(values) || values.length !== labels.length) return [];
    const numbers = values.filter((number) => typeof number === 'number' && Number.isFinite(number));
    return numbers.length === values.length ? [{ name: name.slice(0, 100), values: numbers }] : [];
  });
  if (categories.length < labels.length || categories.length === 0 || drawn.length === 0) return undefined;
  return {
    kind,
    title: title.trim().slice(0, 200),
    ...(typeof across === 'string' && across !== '' ? { across: across.slice(0, 100) } : {}),
    categories,
    series: drawn,
  };
}
