import { sql as expression, getTableName } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Clock } from '#core/clock.ts';
import { UsageError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { Sql, Statement } from '#core/sql.ts';
import { sealedPrefix, type Vault } from '#core/vault.ts';
import type { JobHandler, NewJob } from './queue.ts';

interface Deps {
  sql: Sql;
  clock: Clock;
  vault: Vault;
  log: Log;
}

/** How far a walk came: by number of the column and `rowid`. */
type Progress = { column: number; after: number; changed: number };

/** A database on D1 takes a thousand statements an invocation. */
const batch = 100;
/** Between two batches, so that a long table leaves room for the work. */
const breathMs = 100;
const dayMs = 86_400_000;
const beginning: Progress = { column: 0, after: 0, changed: 0 };

/** Kind and dedup key: there is one in each database. */
export const resealKey = 'reseal';

/**
 * Seals everything in these columns with the key that seals now, so that an earlier one can be removed. A walk that
 * changed something is followed by another: what was under way may have written a text of before behind it. Runs once
 * a day while there are earlier keys, and says each time when they are no longer needed.
 */
export function createReseal(
  deps: Deps,
  columns: readonly SQLiteColumn[],
): { jobs: (NewJob & { dedupKey: string })[]; handler: JobHandler } {
  const { clock, vault, log } = deps;
  return {
    jobs: vault.hasEarlierKeys ? [{ kind: resealKey, payload: beginning, dedupKey: resealKey }] : [],
    handler: {
      kind: resealKey,
      concurrency: 1,
      isStanding: true,
      async run({ payload }) {
        const { column, after, changed } = payload as Progress;
        if (!vault.hasEarlierKeys) return { status: 'done' };
        const at = columns[column];
        if (at) {
          const { writes, last } = await resealBatch(deps, at, after);
          const next = last === undefined ? { column: column + 1, after: 0 } : { column, after: last };
          return {
            status: 'later',
            runAtMs: clock.now() + breathMs,
            payload: { ...next, changed: changed + writes.length },
            writes,
          };
        }
        if (changed > 0) return { status: 'later', runAtMs: clock.now() + breathMs, payload: beginning };
        log.info('everything stored is sealed with the first DATA_KEY: the others can be removed');
        return { status: 'later', runAtMs: clock.now() + dayMs, payload: beginning };
      },
    },
  };
}

/** The same at once, for a few rows. Throws UsageError where a key is missing. */
export async function resealNow(deps: Pick<Deps, 'sql' | 'vault'>, columns: readonly SQLiteColumn[]): Promise<void> {
  for (const column of columns) {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const { writes, last, missing } = await resealBatch(deps, column, after);
      if (missing) throw missing;
      for (const write of writes) await write;
      after = last;
    }
  }
}

/** Changes rows that are still as they were read. `last` is undefined at the end of the table. */
async function resealBatch({ sql, vault }: Pick<Deps, 'sql' | 'vault'>, column: SQLiteColumn, after: number) {
  const table = expression.identifier(getTableName(column.table));
  const name = expression.identifier(column.name);
  const rows = await sql.values<[rowid: number, sealed: string | null]>(expression`
    select rowid, case when instr(${name}, ${sealedPrefix}) > 0 then ${name} end
    from ${table} where rowid > ${after} order by rowid limit ${batch}`);
  const writes: Statement[] = [];
  let missing: UsageError | undefined;
  for (const [rowid, sealed] of rows) {
    if (sealed === null) continue;
    try {
      const fresh = await vault.reseal(sealed);
      if (fresh === sealed) continue;
      writes.push(
        sql.run(expression`update ${table} set ${name} = ${fresh} where rowid = ${rowid} and ${name} = ${sealed}`),
      );
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      missing = error;
    }
  }
  return { writes, last: rows.length < batch ? undefined : rows.at(-1)?.[0], missing };
}
