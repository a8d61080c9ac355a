import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newJob } from '#bot/cases/case-jobs.ts';
import { backfillFairKey, countBackfill } from '#bot/cases/sweeps/backfill.ts';
import { createCaseStore } from '#bot/store/case-store.ts';
import { systemClock } from '#core/clock.ts';
import { RemoteError, UsageError } from '#core/errors.ts';
import { printable } from '#core/printable.ts';
import { openSql } from '#core/sql.ts';
import { createQueue } from '#jobs/queue.ts';
import { migrate } from '#node/migrate.ts';
import { openSqliteEngine } from '#node/sqlite-engine.ts';
import { openDataVault } from '#node/vault-keys.ts';
import { readConfig } from '../config.ts';
import { openJira } from './open-jira.ts';

export const usage = 'logtriage backfill JQL [--dry-run]';
export const about =
  'Has the running program (or its next start) analyse the files of all tickets that match a query; --dry-run only counts them.';

export async function run(args: readonly string[]): Promise<number> {
  const queries = args.filter((word) => word !== '--dry-run');
  const [query] = queries;
  if (queries.length !== 1 || !query || query.startsWith('--')) throw new UsageError(`usage: ${usage}`);
  const config = readConfig(process.env);
  const path = join(resolve(config.DATA_DIR), 'bot.db');
  if (!existsSync(path)) throw new UsageError(`There is no ${path}: set DATA_DIR to the folder of the bot.`);
  const engine = openSqliteEngine(path);
  try {
    migrate(engine.connection, fileURLToPath(new URL('../../drizzle/bot', import.meta.url)));
    const sql = openSql(engine);
    const clock = systemClock;
    const vault = await openDataVault(config.DATA_DIR, config.DATA_KEY);
    const { tracker: jira } = openJira(config, { sql, clock, vault });
    const store = createCaseStore({ sql, clock });
    const { tickets, files, known } = await countBackfill({ jira, store, settings: config }, query);
    const found = `${tickets} tickets with ${files} files match; ${known} of the files are already known`;
    if (args.includes('--dry-run')) return say(`${found}, ${files - known} would be analysed.`);
    if (files === known) return say(`${found}, so there is nothing to do.`);
    const round = crypto.randomUUID();
    await createQueue({ sql, clock }).enqueue([{ ...newJob('backfill', { query, round }), fairKey: backfillFairKey }]);
    return say(`${found}, ${files - known} are analysed now, or as soon as the program runs.`);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    const why =
      error.code === 'rejected' ? 'Jira rejects that query' : `Jira cannot be reached (${error.reason ?? error.code})`;
    process.stderr.write(`${printable(`${why}: ${query}`)}\n`);
    return 1;
  } finally {
    engine.close();
  }
}

function say(words: string): number {
  process.stdout.write(`${printable(words)}\n`);
  return 0;
}
