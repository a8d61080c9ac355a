import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { SqlQuery } from '#core/sql.ts';
import { openSqliteEngine, type SqliteEngine } from '../../../src/node/sqlite-engine.ts';

let folder: string;
let engine: SqliteEngine;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'logtriage-sqlite-'));
  engine = openSqliteEngine(join(folder, 'test.db'));
  engine.connection.exec('create table numbers (n integer not null)');
});
afterEach(() => {
  engine.close();
  rmSync(folder, { recursive: true });
});

const query = (sql: string, ...params: unknown[]): SqlQuery => ({ sql, params, method: 'all' });
const insert = (n: unknown): SqlQuery => query('insert into numbers (n) values (?)', n);

test('acknowledged writes survive a power cut: each commit is synced', async () => {
  await engine.run(insert(1));
  expect(engine.connection.pragma('synchronous', { simple: true })).toBe(2);
  expect(engine.connection.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(engine.connection.pragma('foreign_keys', { simple: true })).toBe(1);
});

test('a file that cannot take a journal of its own is not opened', () => {
  expect(() => openSqliteEngine(folder)).toThrow();
});

test('writes of one turn share a commit', async () => {
  const other = openSqliteEngine(join(folder, 'test.db'));
  // Changes whenever another connection has committed since it was last asked.
  const version = () => other.connection.pragma('data_version', { simple: true });
  const seen = new Set([version()]);
  await Promise.all(Array.from({ length: 50 }, (_, n) => engine.run(insert(n)).then(() => seen.add(version()))));
  expect(seen.size).toBe(2);
  other.close();
});

test('refuses an integer that a number cannot hold, instead of rounding it', async () => {
  await engine.run(insert(2n ** 53n));
  await expect(engine.run(query('select n from numbers'))).rejects.toThrow('9007199254740992 does not fit a number');
  await engine.run(query('update numbers set n = ?', Number.MAX_SAFE_INTEGER));
  expect(await engine.run(query('select n from numbers'))).toEqual({ rows: [[Number.MAX_SAFE_INTEGER]] });
});

test('a statement that fails midway leaves nothing of its list, and the engine usable', async () => {
  await expect(engine.atomic([insert(1), insert(null)])).rejects.toThrow('NOT NULL');
  await engine.atomic([insert(2)]);
  expect(await engine.run(query('select n from numbers'))).toEqual({ rows: [[2]] });
});

test('a statement that cannot be prepared fails alone', async () => {
  const ends = await Promise.allSettled([engine.atomic([query('no sql')]), engine.atomic([insert(1)])]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('closing commits what is pending', async () => {
  const pending = engine.run(insert(7));
  engine.close();
  await pending;
  engine = openSqliteEngine(join(folder, 'test.db'));
  expect(await engine.run(query('select n from numbers'))).toEqual({ rows: [[7]] });
});

test('a backup made while writes go on is a whole database', async () => {
  await Promise.all([...Array.from({ length: 100 }, (_, n) => engine.run(insert(n)))]);
  await Promise.all([engine.backup(join(folder, 'copy.db')), engine.run(insert(100))]);
  const copy = openSqliteEngine(join(folder, 'copy.db'));
  const { rows } = await copy.run(query('select count(*) from numbers'));
  expect((rows as number[][])[0]?.[0]).toBeGreaterThanOrEqual(100);
  copy.close();
});

test('the files of a database are open to their owner alone, those of an earlier version too', () => {
  const path = join(folder, 'test.db');
  engine.close();
  chmodSync(path, 0o644);
  engine = openSqliteEngine(path);
  engine.connection.exec('insert into numbers values (1)');
  const modes = readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]);
  expect(Object.fromEntries(modes)).toEqual({ 'test.db': '600', 'test.db-shm': '600', 'test.db-wal': '600' });
});

const filesWith = (text: string) =>
  readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));

async function writeAndDelete(text: string): Promise<void> {
  engine.connection.exec('create table texts (text text not null)');
  await engine.run(query('insert into texts (text) values (?)', text));
  await engine.run(query('delete from texts'));
}

test('what was deleted is in none of the files a minute later, while the database stays open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  engine.close();
  engine = openSqliteEngine(join(folder, 'test.db'));
  await writeAndDelete('what nobody may read any more');
  expect(filesWith('what nobody may read any more')).not.toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(filesWith('what nobody may read any more')).toEqual([]);
});

test('what was deleted is in none of the files once a command closes them, while a program has them open', async () => {
  const program = openSqliteEngine(join(folder, 'test.db'));
  onTestFinished(() => program.close());
  await program.run(query('select n from numbers'));
  await writeAndDelete('what nobody may read any more');
  engine.close();
  expect(filesWith('what nobody may read any more')).toEqual([]);
});

test('nobody waits for a reader of long before the journal is emptied', () => {
  const reader = openSqliteEngine(join(folder, 'test.db'));
  onTestFinished(() => reader.close());
  reader.connection.exec('begin; select n from numbers');
  engine.connection.exec('insert into numbers values (1)');
  const startedAt = performance.now();
  engine.close();
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
