import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Reading } from '../../src/service/formats/reading.ts';
import { readTraceFile, sureness } from '../unit/perfetto/read-trace-file.ts';

interface Case {
  name: string;
  trace: string;
  sql: string;
  csv: string;
}

/** What the rows that the trace processor gives say about its tables: their sizes, or how large they are at least. */
interface Expected {
  exact: Partial<Record<'processes' | 'threads' | 'slices', number>>;
  least: Partial<Record<'processes' | 'threads', number>>;
}

const folder = process.env.LOGTRIAGE_DATA && join(process.env.LOGTRIAGE_DATA, 'perfetto');
if (!folder) console.warn('traces against the trace processor: skipped, set LOGTRIAGE_DATA');

it.runIf(folder)('counts what the trace processor counts', async () => {
  const cases: Case[] = JSON.parse(readFileSync(join(folder!, 'cases.json'), 'utf8'));
  const differing: string[] = [];
  let checks = 0;
  for (const each of cases) {
    const { reading } = await readTraceFile(readFileSync(join(folder!, each.trace)), each.trace);
    const counts = reading.trace!;
    const { exact, least } = expectedOf(each);
    for (const [table, size] of Object.entries(exact)) {
      if (table === 'slices' && counts.unreadSources.length > 0) continue;
      checks++;
      const counted = counts[table as keyof typeof exact];
      if (counted !== size) differing.push(`${each.trace} ${each.name}: ${table} ${counted}, not ${size}`);
    }
    for (const [table, size] of Object.entries(least)) {
      checks++;
      const counted = counts[table as keyof typeof least];
      if (counted < size!) differing.push(`${each.trace} ${each.name}: ${table} ${counted}, at least ${size}`);
    }
  }
  console.log(`${cases.length} traces, ${checks} counts checked, ${differing.length} differ`, differing);
  expect(checks).toBeGreaterThan(20);
  expect(differing).toEqual([]);
});

it.runIf(folder)('knows every trace by its content, and cites lines that are there', async () => {
  const files = readdirSync(folder!).filter((name) => name.endsWith('.pftrace'));
  for (const name of files) {
    const bytes = readFileSync(join(folder!, name));
    expect([name, sureness(bytes) > 0.9]).toEqual([name, true]);
    const { reading, lines } = await readTraceFile(bytes, name);
    expect(citedLines(reading).every((line) => line >= 1 && line <= lines.length)).toBe(true);
  }
});

function citedLines(reading: Reading): number[] {
  return reading.findings.flatMap(({ evidence }) => evidence.flatMap(({ lineStart, lineEnd }) => [lineStart, lineEnd]));
}

function expectedOf({ sql, csv }: Case): Expected {
  const expected: Expected = { exact: {}, least: {} };
  const query = sql.toLowerCase().replace(/\s+/g, ' ').replace(/;\s*$/, '').trim();
  const [head = '', ...rows] = csv.trim().split('\n');
  const isPlain = !/ where | limit | group by |;|\(select|union/.test(query);
  const ofTable = (table: string) =>
    new RegExp(`^select .* from ${table}(?: as \\w+| \\w)?(?: left join .*)?(?: order by .*)?$`).test(query);
  if (isPlain && ofTable('process')) expected.exact.processes = rows.length;
  if (isPlain && ofTable('thread')) expected.exact.threads = rows.length;
  if (/from thread left join process using\(upid\) where tid > 0/.test(query)) expected.exact.threads = rows.length + 1;
  if (isPlain && ofTable('slices?') && !/join args/.test(query)) expected.exact.slices = rows.length;
  if (/from slice_with_stack_id order by/.test(query)) expected.exact.slices = rows.length;
  const columns = head.split(',').map((column) => column.replaceAll('"', ''));
  for (const [key, table] of [
    ['upid', 'processes'],
    ['utid', 'threads'],
  ] as const) {
    const at = columns.indexOf(key);
    if (at < 0) continue;
    const ids = rows.map((row) => Number(row.split(',')[at])).filter(Number.isInteger);
    if (ids.length > 0) expected.least[table] = Math.max(...ids) + 1;
  }
  const pids = new Set(columns.includes('pid') ? rows.map((row) => row.split(',')[columns.indexOf('pid')]) : []);
  if (pids.size > 0) expected.least.processes = Math.max(expected.least.processes ?? 0, pids.size);
  return expected;
}
