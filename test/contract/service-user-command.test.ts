import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '#service/store/accounts.ts';
import { openTestDatabase } from '../support/test-database.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'logtriage-user-'));
  openTestDatabase('service', join(dataDir, 'service.db')).close();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function command(args: readonly string[], input: string): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, ['src/commands/cli.ts', ...args], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir },
  });
  child.stdin.end(input);
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve) => child.once('exit', (exit) => resolve(exit ?? -1))),
  ]);
  return { code, out, err };
}

it('adds an account of its own with a plan and api_access, and no second one with its address', async () => {
  const args = [
    'user',
    'add',
    '--email',
    'Ada@Example.org',
    '--password-stdin',
    '--solo',
    '--plan',
    'open_source',
    '--api-access',
  ];
  const added = await command(args, 'a long enough password\n');
  expect([added.code, added.err]).toEqual([0, '']);
  const database = openTestDatabase('service', join(dataDir, 'service.db'));
  const [user] = await database.sql.select().from(users);
  database.close();
  expect(user).toMatchObject({
    id: added.out.trim(),
    email: 'ada@example.org',
    teamId: null,
    plan: 'open_source',
    hasApiAccess: true,
    isSiteAdmin: false,
  });
  expect((await command(args, 'a long enough password\n')).code).toBe(1);
});

it('refuses a password on the command line and other wrong usage', async () => {
  for (const args of [['user'], ['user', 'add', '--email', 'x@example.org'], ['user', 'add', '--password', 'x']]) {
    expect((await command(args, '')).code).toBe(2);
  }
});
