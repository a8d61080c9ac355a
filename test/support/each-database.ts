import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { openSql, type Sql, type SqlEngine } from '#core/sql.ts';
import { startLocalD1 } from './d1-database.ts';
import { missingWorkerd } from './entries/wrangler.ts';
import { openTestDatabase } from './test-database.ts';

export interface DatabaseUnderTest {
  engine: SqlEngine;
  sql: Sql;
}

const databases: {
  name: string;
  open(): Promise<{ engine: SqlEngine; close(): unknown }>;
  /** Why it cannot be opened here. */
  missing(): string | undefined;
}[] = [
  { name: 'better-sqlite3', open: openSqlite, missing: () => undefined },
  { name: 'D1', open: startLocalD1, missing: missingWorkerd },
];

/** Runs the same tests on better-sqlite3 and on D1, each test with the bot's tables empty. */
export function onEachDatabase(title: string, body: (database: DatabaseUnderTest) => void): void {
  describe.each(databases)(`${title} on $name`, ({ open, missing }) => {
    const why = missing();
    if (why) return test.skip(why, () => {});
    const database = {} as DatabaseUnderTest;
    let close: () => unknown;
    beforeAll(async () => {
      const opened = await open();
      Object.assign(database, { engine: opened.engine, sql: openSql(opened.engine) });
      close = opened.close;
    });
    beforeEach(() => clear(database.engine));
    afterAll(() => close());
    body(database);
  });
}

async function openSqlite() {
  return openTestDatabase('bot');
}

async function clear(engine: SqlEngine): Promise<void> {
  const { rows } = await engine.run({
    sql: "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not like '\\_%' escape '\\'",
    params: [],
    method: 'all',
  });
  await engine.atomic(
    (rows as [string][]).map(([table]) => ({ sql: `delete from "${table}"`, params: [], method: 'run' as const })),
  );
}
