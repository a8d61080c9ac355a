import { readPlace } from '../charts/mark-place.ts';
import type { Row } from '../charts/panel.ts';
import { axisOf, type View } from './chart-views.ts';
import { placeLink } from './cited-places.ts';

/** The numbers of a chart as a table. */
export interface ChartTable {
  head: string[];
  rows: (string | number)[][];
  /** Of each row, the address of its lines. */
  links: (string | undefined)[];
}

/** What the drawing alone needs, or tells in words. */
const unshown = new Set(['low', 'high', 'order', 'mark', 'told', 'from_ms', 'to_ms', 'level', 'line_end']);
/** Where the row stands, after what it says. */
const placing = new Set(['document', 'line']);

export function chartTable(fileId: string, view: View, rows: readonly Row[]): ChartTable {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !unshown.has(name));
  const columns = [...names.filter((name) => !placing.has(name)), ...names.filter((name) => placing.has(name))];
  const axes = new Map(columns.map((name) => [name, axisOf(view, name)]));
  return {
    head: columns.map((name) => headOf(name, axes.get(name)?.title)),
    rows: rows.map((row) => columns.map((name) => cellOf(row[name], axes.get(name)?.isTime))),
    links: rows.map((row) => {
      const place = readPlace(row);
      return place && placeLink(fileId, place);
    }),
  };
}

/** `start (UTC+05:30)`, `value (ms)`: the axis says what its column is of. */
function headOf(name: string, axis = ''): string {
  const words = name.replaceAll('_', ' ');
  return axis === '' || axis === words ? words : `${words} (${axis})`;
}

/** A time of a row is already that of the file's own zone. */
function cellOf(value: Row[string] | undefined, isTime = false): string | number {
  if (isTime && typeof value === 'number') return new Date(value).toISOString().slice(0, 23).replace('T', ' ');
  return value ?? '';
}
