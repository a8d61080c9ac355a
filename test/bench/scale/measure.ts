import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { channel, startBot } from '../../support/bot-under-test.ts';
import { startLocalD1 } from '../../support/d1-database.ts';
import type { Costs } from './simulate.ts';

const files = 20;

/** What one file takes of each part, in this run and on this machine. */
export async function measureCosts(): Promise<Costs> {
  const statements = await countStatements();
  const statementMs = await timeStatement();
  return { statements, statementMs, serviceSeconds: timeService(), pollSeconds: 2 };
}

async function countStatements(): Promise<number> {
  using run = await startBot();
  const { engine } = run.database;
  const { run: one, atomic } = engine;
  let count = 0;
  engine.run = (query) => {
    count += 1;
    return one(query);
  };
  engine.atomic = (queries) => {
    count += queries.length;
    return atomic(queries);
  };
  for (let n = 0; n < files; n += 1) {
    await run.slack.people.say({
      channel,
      user: 'U0ADA',
      files: [{ name: `${n}.log`, bytes: `ERROR disk ${n} is full\n` }],
    });
    await run.pass(10_000, 2_000);
  }
  if (run.posts().length !== files) throw new Error(`${run.posts().length} of ${files} files were answered`);
  return Math.round(count / files);
}

/** A statement that writes, ten in a list as the program sends them, in the local D1: the least disturbed of forty lists. */
async function timeStatement(): Promise<number> {
  const { engine, close } = await startLocalD1();
  const put = (n: number) => ({
    sql: 'insert into rate_holds (key, until_ms) values (?, ?)',
    params: [`k${n}`, n],
    method: 'run' as const,
  });
  const times: number[] = [];
  for (let list = 0; list < 40; list += 1) {
    const startedMs = performance.now();
    await engine.atomic(Array.from({ length: 10 }, (_, n) => put(list * 10 + n)));
    times.push((performance.now() - startedMs) / 10);
  }
  await close();
  return Math.min(...times);
}

/** A log of 2,000 lines, read and asked, by one reader: the least disturbed of five. */
function timeService(): number {
  const folder = mkdtempSync(join(tmpdir(), 'logtriage-scale-'));
  const path = join(folder, 'app.log');
  const lines = Array.from(
    { length: 2_000 },
    (_, n) =>
      `${new Date(1_790_000_000_000 + n * 1_000).toISOString()} ${n === 1_500 ? 'ERROR disk is full' : `INFO request ${n} served`}`,
  );
  writeFileSync(path, lines.join('\n'));
  const times = Array.from({ length: 5 }, () => {
    const command = ['src/commands/logtriage.js', 'analyze', path, '--question', 'what went wrong?', '--json'];
    const { duration_ms } = JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8' }));
    return duration_ms as number;
  });
  rmSync(folder, { recursive: true });
  return Math.min(...times) / 1_000;
}
