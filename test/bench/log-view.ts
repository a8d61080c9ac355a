import { spawnSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runProgram } from './run-program.ts';
import { signIn } from './sign-in.ts';
import { writeSamples } from './write-samples.ts';

export interface LogViewRow {
  what: string;
  firstMs: number;
  wholeMs: number;
  grepMs: number;
}

export interface LogViewFigures {
  /** The page and its first lines. */
  openMs: number;
  /** Until the lines over time are drawn too. */
  timesMs: number;
  /** lnav's opening of the same file without a screen; undefined where there is no lnav. */
  lnavMs: number | undefined;
  rows: LogViewRow[];
}

const admin = { email: 'admin@example.org', password: 'a password for the bench' };
const filters: [string, Record<string, string>, string[]][] = [
  ['a rare text', { text: 'job 77 in 4321 ms' }, ['-ciF', 'job 77 in 4321 ms']],
  ['a text of one line in ten', { text: 'failed password' }, ['-ciF', 'failed password']],
  ['a text of no line', { text: 'nowhere at all' }, ['-ciF', 'nowhere at all']],
  ['a pattern', { pattern: 'job 7\\d in' }, ['-ciE', 'job 7[0-9] in']],
  ['a pattern of nothing fixed', { pattern: '\\d{5} ssh\\d$' }, ['-ciE', '[0-9]{5} ssh[0-9]$']],
  ['a level', { level: 'error' }, ['-c', ' ERROR ']],
  ['a value of the field level', { field: 'level', value: 'error' }, ['-c', ' ERROR ']],
];

/**
 * How long somebody waits who looks at a log in the console, over HTTP: until the page and its first lines are there,
 * and until a filter shows its first lines and its count, beside `grep -c` over the same file.
 */
export async function logViewFigures(sizeBytes: number): Promise<LogViewFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'logtriage-view-'));
  const program = await runProgram({
    DATA_DIR: join(folder, 'data'),
    RUN: 'service',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  try {
    const path = await onlySample(folder, sizeBytes);
    const headers = { cookie: await signIn(program.origin, admin), origin: program.origin };
    const get = async (address: string) => {
      const startedAtMs = performance.now();
      const response = await fetch(`${program.origin}${address}`, { headers });
      const body = await response.text();
      if (!response.ok) throw new Error(`${address}: ${response.status} ${body}`);
      return performance.now() - startedAtMs;
    };
    const id = await upload(program.origin, headers, path);
    const log = `/console/files/${id}/log`;
    const pageMs = await get(`/console/files/${id}/lines?document=bench.log`);
    const [linesMs, courseMs] = await Promise.all([
      get(`${log}/lines?document=bench.log&from=1&to=200`),
      get(`${log}/times?document=bench.log`),
    ]);
    const rows: LogViewRow[] = [];
    for (const [what, filter, grep] of filters) {
      const query = new URLSearchParams({ document: 'bench.log', ...filter });
      const [firstMs, wholeMs] = await twoTimes(`${program.origin}${log}/find?${query}`, headers);
      rows.push({ what, firstMs, wholeMs, grepMs: msOf('grep', [...grep, path]) ?? Number.NaN });
    }
    const lnavMs = msOf('lnav', ['-n', '-q', '-c', ':goto 0', path]);
    return { openMs: pageMs + linesMs, timesMs: pageMs + Math.max(linesMs, courseMs), lnavMs, rows };
  } finally {
    await program.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Until something came, and until all had come. */
async function twoTimes(address: string, headers: Record<string, string>): Promise<[number, number]> {
  const startedAtMs = performance.now();
  const response = await fetch(address, { headers });
  let firstMs = 0;
  for await (const _ of response.body ?? []) firstMs ||= performance.now() - startedAtMs;
  return [firstMs, performance.now() - startedAtMs];
}

async function onlySample(folder: string, sizeBytes: number): Promise<string> {
  const [first, ...others] = await writeSamples(folder, sizeBytes);
  for (const { path } of others) await rm(path);
  return first?.path ?? '';
}

async function upload(origin: string, headers: Record<string, string>, path: string): Promise<string> {
  const form = new FormData();
  form.set('file', await openAsBlob(path), 'bench.log');
  const answer = await fetch(`${origin}/console/api/upload`, { method: 'POST', body: form, headers });
  const { data } = (await answer.json()) as { data: { id: string; status: string } };
  for (let { status } = data; status !== 'COMPLETED'; await pause(250)) {
    const state = await fetch(`${origin}/console/api/files/${data.id}`, { headers });
    ({ status } = ((await state.json()) as { data: typeof data }).data);
    if (status === 'FAILED') throw new Error('the sample could not be read');
  }
  return data.id;
}

/** Undefined where the tool is not there. What it prints is read: grep stops early where nobody does. */
function msOf(tool: string, args: readonly string[]): number | undefined {
  const startedAtMs = performance.now();
  const { error } = spawnSync(tool, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  return error ? undefined : performance.now() - startedAtMs;
}

const ratio = ({ wholeMs, grepMs }: Pick<LogViewRow, 'wholeMs' | 'grepMs'>) => Number((wholeMs / grepMs).toFixed(1));

function mapValues(values: Record<string, number | undefined>): Record<string, number | undefined> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value && Math.round(value)]));
}

if (import.meta.main) {
  const { rows, ...opening } = await logViewFigures(Number(process.argv[2] ?? 200_000_000));
  console.table([mapValues(opening)]);
  console.table(rows.map(({ what, ...times }) => ({ what, ...mapValues(times), perGrep: ratio(times) })));
}
