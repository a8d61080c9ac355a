import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../../src/node/migrate.ts';

let folder: string;
let database: Database.Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'logtriage-migrate-'));
  database = new Database(':memory:');
  database.pragma('foreign_keys = ON');
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

function write(...migrations: [tag: string, when: number, sql: string][]): string {
  mkdirSync(join(folder, 'meta'), { recursive: true });
  const entries = migrations.map(([tag, when], idx) => ({ idx, version: '6', when, tag, breakpoints: true }));
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ version: '7', dialect: 'sqlite', entries }));
  for (const [tag, , sql] of migrations) writeFileSync(join(folder, `${tag}.sql`), sql);
  return folder;
}

const first: [string, number, string] = [
  '0000_first',
  100,
  `create table parent (id integer primary key);--> statement-breakpoint
   create table child (id integer primary key, parent_id integer not null references parent(id) on delete cascade);`,
];
const fill = () => database.exec('insert into parent values (1), (2); insert into child values (10, 1), (20, 2);');
const count = (table: string) => database.prepare(`select count(*) from ${table}`).pluck().get();

test('applies what is new, once, in order', () => {
  expect(migrate(database, write(first))).toBe(1);
  expect(migrate(database, folder)).toBe(0);
  const more: [string, number, string] = ['0001_more', 200, 'alter table child add column note text'];
  expect(migrate(database, write(first, more))).toBe(1);
  expect(migrate(database, folder)).toBe(0);
  expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
});

describe('what would lose rows', () => {
  test('rebuilding a table keeps the rows that refer to it', () => {
    migrate(database, write(first));
    fill();
    const rebuild = `create table new_parent (id integer primary key, note text);--> statement-breakpoint
      insert into new_parent (id) select id from parent;--> statement-breakpoint
      drop table parent;--> statement-breakpoint
      alter table new_parent rename to parent;`;
    expect(migrate(database, write(first, ['0001_rebuild', 200, rebuild]))).toBe(1);
    expect([count('parent'), count('child')]).toEqual([2, 2]);
  });

  test.each([
    ['delete from child where id = 20', 'would lose 1 of 2 rows of child'],
    ['drop table child', 'would remove the table child'],
    ['delete from parent', 'would lose 2 of 2 rows of parent'],
    ['insert into child values (30, 3)', 'leave child pointing to rows that do not exist'],
  ])('%s is refused and leaves everything as it was', (sql, reason) => {
    migrate(database, write(first));
    fill();
    expect(() => migrate(database, write(first, ['0001_loss', 200, sql]))).toThrow(reason);
    expect([count('parent'), count('child'), count('__drizzle_migrations')]).toEqual([2, 2, 1]);
    expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  test('a migration that fails midway leaves everything as it was', () => {
    migrate(database, write(first));
    const broken = 'create table other (id integer);--> statement-breakpoint\nno sql;';
    expect(() => migrate(database, write(first, ['0001_broken', 200, broken]))).toThrow();
    expect(database.prepare("select count(*) from sqlite_schema where name = 'other'").pluck().get()).toBe(0);
  });
});

describe('a folder that does not continue what was applied', () => {
  const second: [string, number, string] = ['0001_second', 200, 'create table second (id integer)'];

  test('a migration dated before the last one applied is refused, not skipped', () => {
    migrate(database, write(first, second));
    const late: [string, number, string] = ['0002_late', 150, 'create table late (id integer)'];
    expect(() => migrate(database, write(first, second, late))).toThrow('dated before one that comes before it');
  });

  test('a migration put in between is refused', () => {
    migrate(database, write(first, second));
    const between: [string, number, string] = ['0000_between', 150, 'create table late (id integer)'];
    expect(() => migrate(database, write(first, between, second))).toThrow('came in between');
  });

  test('a changed migration and an older program are refused', () => {
    migrate(database, write(first, second));
    expect(() => migrate(database, write(first))).toThrow('changed or is missing');
    expect(() => migrate(database, write(first, [second[0], 200, 'create table changed (id integer)']))).toThrow(
      'changed or is missing',
    );
  });
});
