import type { Reading } from '../formats/reading.ts';
import { type MarkPlace, readPlace, silent, toldByRow } from './mark-place.ts';
import { accent, counted, grouped, label, type Panel, type Row } from './panel.ts';

const maxBars = 12;

/** Who and how much: protocols, members, and the tables a reader gives, as bars from most to least. */
export function tablePanels(reading: Reading): Panel[] {
  const panels: Panel[] = [];
  if (reading.capture !== undefined) {
    const rows = Object.entries(reading.capture.protocols).map(([name, frames]) => ({ name, value: frames }));
    const panel = barPanel(
      'protocols',
      `${counted(reading.capture.packets, 'packet')}, ${counted(reading.capture.conversations, 'conversation')}`,
      'frames by protocol layer',
      rows,
    );
    if (panel !== undefined) panels.push(panel);
  }
  const files = (reading.members ?? []).filter(({ fileType }) => fileType !== 'bundle');
  if (files.length > 1) {
    const counts = new Map<string, number>();
    for (const member of files) counts.set(member.fileType, (counts.get(member.fileType) ?? 0) + 1);
    const rows = [...counts].map(([name, value]) => ({ name, value }));
    const panel = barPanel('members', `${grouped(files.length)} files in the archive`, 'files by type', rows);
    if (panel !== undefined) panels.push(panel);
  }
  const onlyDocument = reading.documents.length === 1 ? reading.documents[0]?.name : undefined;
  for (const [index, [name, table]] of Object.entries(reading.tables ?? {})
    .filter(([name]) => name !== 'templates' && (name !== 'protocols' || reading.capture === undefined))
    .slice(0, 6)
    .entries()) {
    const panel = tablePanel(`table_${index + 1}`, name, table, onlyDocument);
    if (panel !== undefined) panels.push(panel);
  }
  return panels;
}

/** A table whose rows have a name and a number; others cannot be drawn as bars. */
function tablePanel(
  dataName: string,
  title: string,
  table: readonly Row[],
  onlyDocument: string | undefined,
): Panel | undefined {
  const columns = Object.keys(table[0] ?? {});
  const text = columns.filter((column) => table.some((row) => typeof row[column] === 'string'));
  const amount = columns.find(
    (column) =>
      table.every((row) => row[column] === null || typeof row[column] === 'number') &&
      !/^(?:line|time|start|port|pid|tid|id|ts)$|(?:time_?ms|line|_id)$/i.test(column),
  );
  if (text.length === 0 || amount === undefined) return undefined;
  const naming = text.slice(0, 2);
  const rows = table.map((row) => ({
    name: naming.map((column) => String(row[column] ?? '')).join(' › '),
    value: Number(row[amount] ?? 0),
    place: placeOf(row, onlyDocument),
  }));
  const top = rows.reduce((best, row) => (row.value > best.value ? row : best), rows[0]!);
  const wording = title.replace(/[_-]+/g, ' ');
  // A bar alone is set against nothing.
  if (new Set(rows.filter(({ value }) => value > 0).map(({ name }) => name)).size < 2) return undefined;
  const finding = leading(rows, top, amount);
  return barPanel(dataName, label(`${capital(wording)}: ${finding}`, 96), amount.replace(/_/g, ' '), rows);
}

function leading(rows: readonly Bar[], { name, value }: Bar, column: string): string {
  const equals = rows.filter((row) => row.value === value).length;
  const amount = amountWords(value, column);
  return equals > 1
    ? `${grouped(equals)} of ${grouped(rows.length)} have ${amount} each`
    : `${name} leads with ${amount}`;
}

/** `1,715 ms` of `running_ms`, `21 packets` of `packets`. */
function amountWords(value: number, column: string): string {
  const unit = /_(ms|s|bytes|kb|mb|gb)$/i.exec(column)?.[1];
  if (unit !== undefined) return `${grouped(value)} ${unit}`;
  return /^[a-z]+[^su]s$/.test(column) ? counted(value, column.slice(0, -1)) : grouped(value);
}

function placeOf(row: Row, onlyDocument: string | undefined): MarkPlace | undefined {
  return readPlace({ document: row.document ?? onlyDocument ?? null, line: row.line ?? row.first_line ?? null });
}

export interface Bar {
  name: string;
  value: number;
  place?: MarkPlace | undefined;
}

export function barPanel(name: string, title: string, unit: string, all: Bar[]): Panel | undefined {
  const sums = new Map<string, Bar>();
  for (const { name: words, value, place } of all) {
    if (!Number.isFinite(value)) continue;
    const bar = label(words, 50);
    const known = sums.get(bar);
    sums.set(bar, { name: bar, value: (known?.value ?? 0) + value, place: known?.place ?? place });
  }
  const sorted = [...sums.values()]
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value || a.name.localeCompare(b.name));
  if (sorted.length === 0) return undefined;
  const rows = sorted.slice(0, maxBars).map(
    ({ name: bar, value, place }, order): Row => ({
      name: bar,
      value,
      order,
      told: `${bar}: ${grouped(value)} (${unit})`,
      ...place,
    }),
  );
  return {
    name,
    title,
    ...(sorted.length > maxBars ? { subtitle: `the first ${maxBars}` } : {}),
    rows,
    truncated: sorted.length > maxBars,
    height: { step: 20 },
    drawing: {
      encoding: {
        y: {
          field: 'name',
          type: 'nominal',
          sort: { field: 'order' },
          axis: { title: null, domain: false, ticks: false, labelPadding: 6 },
        },
        x: { field: 'value', type: 'quantitative', axis: { title: unit, tickCount: 6, tickMinStep: 1 } },
      },
      layer: [
        {
          mark: { type: 'bar', color: accent, height: { band: 0.7 } },
          encoding: toldByRow,
        },
        {
          mark: { type: 'text', align: 'left', dx: 4, ...silent },
          encoding: { text: { field: 'value', type: 'quantitative', format: ',' } },
        },
      ],
    },
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
