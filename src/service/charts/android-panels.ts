import type { Reading } from '../formats/reading.ts';
import { grouped, label, type Panel } from './panel.ts';
import { barPanel } from './table-panels.ts';

/** What a bug report knows beyond its logs: who holds the memory, and what kept the device awake. */
export function androidPanels(reading: Reading): Panel[] {
  return [memoryPanel(reading), wakelockPanel(reading)].filter((panel) => panel !== undefined);
}

function memoryPanel({ tables }: Reading): Panel | undefined {
  const rows = namedAmounts(tables?.memory_by_process, 'process', 'mib');
  const [most, ...others] = rows;
  if (!most) return undefined;
  const times = others[0] && others[0].value > 0 ? most.value / others[0].value : 1;
  const lead = times >= 1.5 ? `, ${times.toFixed(1)} times as much as the next` : '';
  return barPanel(
    'memory',
    `${label(most.name, 50)} holds most memory: ${grouped(most.value)} MiB${lead}`,
    'MiB',
    rows,
  );
}

function wakelockPanel({ tables }: Reading): Panel | undefined {
  const rows = namedAmounts(tables?.wakelocks, 'wakelock', 'held_minutes').filter(({ value }) => value >= 1);
  const [most] = rows;
  if (!most) return undefined;
  return barPanel(
    'wakelocks',
    `${label(most.name, 60)} kept the device awake longest: ${grouped(Math.round(most.value))} minutes`,
    'minutes held',
    rows,
  );
}

function namedAmounts(table: NonNullable<Reading['tables']>[string] | undefined, name: string, amount: string) {
  return (table ?? [])
    .map((row) => ({ name: String(row[name] ?? ''), value: Number(row[amount] ?? 0) }))
    .sort((a, b) => b.value - a.value);
}
