import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { systemClock, systemTimers } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { createMetrics } from '../../src/core/metrics.ts';
import { openSql } from '../../src/core/sql.ts';
import { createQueue } from '../../src/jobs/queue.ts';
import { createWorker } from '../../src/jobs/worker.ts';
import { migrate } from '../../src/node/migrate.ts';
import { openSqliteEngine } from '../../src/node/sqlite-engine.ts';

/**
 * Durable jobs a second from queue to recorded end, each with a write of its own; and, in the same run, how many single
 * rows a second the same disk commits one by one.
 */
export async function jobFigures(count = 10_000): Promise<{ jobsPerSecond: number; commitsPerSecond: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'logtriage-jobs-'));
  try {
    const jobsPerSecond = count / (await secondsFor(join(folder, 'bot.db'), count));
    return { jobsPerSecond, commitsPerSecond: commitsPerSecond(join(folder, 'peer.db'), Math.ceil(count / 10)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function secondsFor(path: string, count: number): Promise<number> {
  const engine = openSqliteEngine(path);
  migrate(engine.connection, 'drizzle/bot');
  const parts = { sql: openSql(engine), clock: systemClock, timers: systemTimers, log: silentLog };
  const queue = createQueue(parts);
  const jobs = Array.from({ length: count }, (_, number) => ({
    kind: 'bench',
    payload: { number },
    dedupKey: `${number}`,
  }));
  for (let at = 0; at < count; at += 500) await queue.enqueue(jobs.slice(at, at + 500));
  const worker = createWorker({
    ...parts,
    metrics: createMetrics(),
    queue,
    handlers: [{ kind: 'bench', concurrency: 16, run: async () => ({ status: 'done' }) }],
    holder: 'bench',
    name: 'bench',
  });
  const startedAtMs = performance.now();
  await worker.drain();
  const seconds = (performance.now() - startedAtMs) / 1_000;
  engine.close();
  return seconds;
}

function commitsPerSecond(path: string, count: number): number {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('create table events (id integer primary key, body text)');
  database.pragma('synchronous = FULL');
  const insert = database.prepare('insert into events (body) values (?)');
  const startedAtMs = performance.now();
  for (let number = 0; number < count; number += 1) insert.run(`event ${number}`);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  database.close();
  return count / seconds;
}

if (import.meta.main) console.log(await jobFigures());
