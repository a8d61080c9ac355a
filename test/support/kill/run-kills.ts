import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inArray } from 'drizzle-orm';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import { openSql } from '#core/sql.ts';
import { jobs } from '#jobs/schema.ts';
import { deliveries } from '../../../src/bot/store/delivery.ts';
import { openSqliteEngine } from '../../../src/node/sqlite-engine.ts';
import { jiraSecrets } from '../vendors.ts';
import { startFaultyJira } from './faulty-jira.ts';
import { startFaultyVendor } from './faulty-vendor.ts';

export interface KillPlan {
  kills: number;
  seed: number;
  /** Waits for the last look for duplicates too, a quarter of an hour by the process's clock. */
  isLong: boolean;
}

export interface KillReport {
  kills: number;
  taken: number;
  /** Parts of taken events that are not at the vendor, and events that have no comment in Jira. */
  lost: string[];
  /** Parts that are there more than once. */
  duplicates: string[];
  /** Deliveries and jobs that ended otherwise than well. */
  notSent: unknown[];
  faults: Record<string, number>;
}

/** How much faster than the world's the clock of the killed process runs. */
const speed = 40;
/** The share of calls to a vendor that fail. */
const faultRate = 0.13;

/**
 * Sends events to a process that is killed with SIGKILL again and again at any moment, and started again, while the vendor
 * it posts to and Jira fail in all ways; then lets it finish in peace and counts. An event whose answer of the process was lost
 * is sent again, as a vendor's webhook would be.
 */
export async function runKills({ kills, seed, isLong }: KillPlan): Promise<KillReport> {
  const random = seededRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'logtriage-kills-'));
  const database = join(folder, 'bot.db');
  const vendor = await startFaultyVendor(faultRate, random);
  const clock = { now: () => Math.floor(Date.now() * speed) };
  const jira = await startFaultyJira({ faultRate, random, clock });
  const { email, apiToken } = jiraSecrets;
  const program = await bundleProcess();
  const taken = new Map<string, number>();
  let current: { child: ChildProcess; port: number } | undefined;
  let isOver = false;
  const abandoned = new AbortController();
  onTestFinished(() => abandoned.abort(new Error('the test has ended')));

  async function start(): Promise<void> {
    const child = spawn(
      process.execPath,
      [program, database, resolve('drizzle/bot'), vendor.url, String(speed), jira.url, email, apiToken],
      {
        // Its end of the input is how the process hears that this one is gone.
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stderr.pipe(process.stderr, { end: false });
    const [line] = await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]);
    if (child.exitCode !== null) throw new Error(`the process ended by itself: ${child.exitCode}`);
    current = { child, port: Number(String(line)) };
  }

  async function kill(): Promise<void> {
    const { child } = current!;
    current = undefined;
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (child.kill('SIGKILL') && !hasEnded) await once(child, 'exit');
  }

  async function sendEvents(): Promise<void> {
    for (let number = 0; !isOver; number++) {
      const event = `event-${number}`;
      const parts = 1 + Math.floor(random() * 3);
      const ticket = jira.tickets[number % jira.tickets.length]!;
      const query = new URLSearchParams({ event, parts: String(parts), ...ticket });
      while (!isOver && !(await send(event, parts, query))) await pause(10);
      await pause(15);
    }
  }

  async function send(event: string, parts: number, query: URLSearchParams): Promise<boolean> {
    if (!current) return false;
    try {
      const response = await fetch(`http://127.0.0.1:${current.port}/?${query}`);
      if (response.ok) taken.set(event, parts);
      return response.ok;
    } catch {
      return false;
    }
  }

  try {
    await start();
    const sending = sendEvents();
    for (let count = 0; count < kills; count++) {
      await pause(20 + random() * 300);
      await kill();
      await start();
    }
    isOver = true;
    await sending;
    await finish(database, isLong, abandoned.signal);
    await kill();
    const told = [...vendor.messages.map(({ text }) => text), ...commentedIn(jira.comments())];
    return {
      kills,
      taken: taken.size,
      ...(await judge(database, taken, told)),
      faults: { ...vendor.faults, ...jira.faults },
    };
  } finally {
    isOver = true;
    if (current) await kill();
    await vendor.close();
    await jira.close();
    rmSync(folder, { recursive: true, force: true });
    rmSync(program, { force: true });
  }
}

async function bundleProcess(): Promise<string> {
  const outdir = resolve('node_modules/.cache/logtriage-kills');
  mkdirSync(outdir, { recursive: true });
  const outfile = join(outdir, `process-${process.pid}.mjs`);
  await build({
    entryPoints: [resolve('test/support/kill/delivering-process.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['better-sqlite3'],
    logLevel: 'error',
  });
  return outfile;
}

async function finish(database: string, isLong: boolean, signal: AbortSignal): Promise<void> {
  const engine = openSqliteEngine(database);
  const sql = openSql(engine);
  for (;;) {
    signal.throwIfAborted();
    const open = await sql
      .select({ kind: jobs.kind, runAtMs: jobs.runAtMs })
      .from(jobs)
      .where(inArray(jobs.state, ['waiting', 'running']));
    const isLater = (runAtMs: number) => runAtMs > Date.now() * speed + 5 * 60_000;
    if (open.every(({ kind, runAtMs }) => !isLong && kind.startsWith('remove-duplicates') && isLater(runAtMs))) break;
    await pause(200);
  }
  engine.close();
}

async function judge(database: string, taken: Map<string, number>, told: readonly string[]) {
  const engine = openSqliteEngine(database);
  const sql = openSql(engine);
  const ended = [
    ...(await sql.select({ key: deliveries.key, state: deliveries.state, reason: deliveries.reason }).from(deliveries)),
    ...(await sql.select({ key: jobs.dedupKey, state: jobs.state, reason: jobs.lastError }).from(jobs)),
  ];
  engine.close();
  const counts = new Map<string, number>();
  for (const text of told) counts.set(text, (counts.get(text) ?? 0) + 1);
  const expected = [...taken].flatMap(([event, parts]) => [
    ...Array.from({ length: parts }, (_, index) => `${event} ${index}`),
    commentOf(event),
  ]);
  return {
    lost: expected.filter((text) => !counts.has(text)),
    duplicates: [...counts].filter(([, count]) => count > 1).map(([text]) => text),
    notSent: ended.filter(({ state }) => !['sent', 'done', 'waiting'].includes(state)),
  };
}

const commentOf = (event: string) => `comment on ${event}`;

/** Which events the comments on tickets answer. */
function commentedIn(comments: readonly string[]): string[] {
  return comments.flatMap((body) => /\b(event-\d+)\./.exec(body)?.[1] ?? []).map(commentOf);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
