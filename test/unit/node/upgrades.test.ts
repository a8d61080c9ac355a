import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { migrate } from '../../../src/node/migrate.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Journal {
  entries: { idx: number; tag: string }[];
}

function journalOf(name: string): Journal {
  return JSON.parse(readFileSync(`drizzle/${name}/meta/_journal.json`, 'utf8')) as Journal;
}

/** The migrations up to a step, as they were released. */
function releaseOf(name: string, step: number): string {
  const folder = join(temporaryFolder().path, name);
  cpSync(`drizzle/${name}`, folder, { recursive: true });
  const journal = journalOf(name);
  const released = { ...journal, entries: journal.entries.slice(0, step + 1) };
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(released));
  return folder;
}

const plain =
  "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not like '\\_\\_%' escape '\\'";

/** A row in every table, with a value in every column. */
function fill(connection: Database.Database): void {
  for (const table of connection.prepare<[], string>(plain).pluck().all()) {
    const columns = connection.pragma(`table_info("${table}")`) as { name: string; type: string }[];
    const values = columns.map(({ name, type }) =>
      type.toLowerCase() === 'text'
        ? name === 'file_ids'
          ? '["f1","f2"]'
          : /place|payload|message|content/.test(name)
            ? '{}'
            : `${name} 1`
        : 1,
    );
    connection.prepare(`insert or ignore into "${table}" values (${columns.map(() => '?').join(', ')})`).run(values);
  }
}

describe.each(['bot', 'service'])('a %s database', (name) => {
  test.each(journalOf(name).entries)('filled at $tag opens with all its rows', ({ idx }) => {
    const connection = new Database(':memory:');
    migrate(connection, releaseOf(name, idx));
    fill(connection);
    const before = connection.prepare<[], string>(plain).pluck().all();
    const rowsOf = (table: string) => connection.prepare(`select * from "${table}"`).all() as object[];
    const kept = new Map(before.map((table) => [table, rowsOf(table)]));
    migrate(connection, `drizzle/${name}`);
    for (const [table, rows] of kept) {
      const now = rowsOf(table);
      expect(now, table).toHaveLength(Math.max(1, rows.length));
      expect(now[0], table).toMatchObject(rows[0] ?? {});
    }
    connection.close();
  });
});

test('a question of before askers were kept is its message’s author’s, or of whom its answer was shown to alone', () => {
  const connection = new Database(':memory:');
  migrate(connection, releaseOf('bot', 12));
  fill(connection);
  connection.exec(`
    update cases set id = 'c', vendor = 'slack', team = 'T0', author = 'U0ADA';
    update places set key = 'reply:T0:C0:U0BOB', place = '{"team":"T0","user":"U0BOB"}';
    update questions set case_id = 'c', kind = 'file', place_key = 'thread:T0:C0:1';
  `);
  const copy = connection.pragma('table_info(questions)') as { name: string }[];
  const asked = (id: string, kind: string, place: string) => {
    const changed: Record<string, string> = {
      id: `'${id}'`,
      ask_key: `'${id}'`,
      kind: `'${kind}'`,
      place_key: `'${place}'`,
    };
    const columns = copy.map(({ name }) => changed[name] ?? `"${name}"`);
    connection.exec(`insert into questions select ${columns.join(', ')} from questions where id = 'id 1'`);
  };
  asked('below', 'follow_up', 'thread:T0:C0:1');
  asked('alone', 'command', 'reply:T0:C0:U0BOB');
  migrate(connection, 'drizzle/bot');
  expect(connection.prepare('select id, asker from questions order by id').raw().all()).toEqual([
    ['alone', 'slack:T0:U0BOB'],
    ['below', null],
    ['id 1', 'slack:T0:U0ADA'],
  ]);
  connection.close();
});
