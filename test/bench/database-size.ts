import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql as expression } from 'drizzle-orm';
import { prune } from '../../src/bot/store/prune.ts';
import { atomic, openSql } from '../../src/core/sql.ts';
import { migrate } from '../../src/node/migrate.ts';
import { openSqliteEngine } from '../../src/node/sqlite-engine.ts';

const dayMs = 86_400_000;
const days = 90;
const keptMs = 30 * dayMs;

/** The bot's database after so many events in 90 days, each with its request and its job: pruned daily, and never. */
export async function databaseSizes(events = 1_000_000): Promise<{ prunedBytes: number; unprunedBytes: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'logtriage-size-'));
  try {
    return {
      prunedBytes: await grow(join(folder, 'pruned.db'), events, true),
      unprunedBytes: await grow(join(folder, 'unpruned.db'), events, false),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function grow(path: string, events: number, isPruned: boolean): Promise<number> {
  const engine = openSqliteEngine(path);
  migrate(engine.connection, 'drizzle/bot');
  const sql = openSql(engine);
  const perDay = Math.ceil(events / days);
  for (let day = 0; day < days; day += 1) {
    const atMs = 1_790_000_000_000 + day * dayMs;
    const numbers = expression`
      with recursive event(n) as (select ${day * perDay} union all select n + 1 from event where n < ${(day + 1) * perDay - 1})`;
    await atomic(sql, [
      sql.run(expression`insert into inbox (key, source, payload, received_at_ms) ${numbers}
        select 'slack:T0BENCH:Ev' || n, 'slack', '{"do":"read-message","ref":{"team":"T0BENCH","channel":"C0BENCH","ts":"' || n || '.1"}}', ${atMs} from event`),
      sql.run(expression`insert into jobs
          (id, kind, payload, dedup_key, fair_key, state, run_at_ms, fence, attempt, enqueued_at_ms, ended_at_ms) ${numbers}
        select 'id' || n, 'read-message', '{"ref":{"team":"T0BENCH","channel":"C0BENCH","ts":"' || n || '.1"}}',
          'read-message:T0BENCH:C0BENCH:' || n || '.1', 'slack:T0BENCH:C0BENCH', 'done', ${atMs}, 1, 1, ${atMs}, ${atMs}
        from event`),
    ]);
    while (isPruned && (await prune(sql, atMs - keptMs)).isMore) {}
  }
  engine.close();
  return statSync(path).size;
}

if (import.meta.main) console.log(await databaseSizes(Number(process.argv[2] ?? 1_000_000)));
