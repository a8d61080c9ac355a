import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '#service/store/accounts.ts';
import { runNode } from '../support/run-node.ts';
import { openTestDatabase } from '../support/test-database.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'logtriage-user-'));
  openTestDatabase('service', join(dataDir, 'service.db')).close();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const command = (args: readonly string[], input: string) =>
  runNode(['src/commands/cli.ts', ...args], { env: { DATA_DIR: dataDir }, input });

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
  expect([added.code, added.stderr]).toEqual([0, '']);
  const database = openTestDatabase('service', join(dataDir, 'service.db'));
  const [user] = await database.sql.select().from(users);
  database.close();
  expect(user).toMatchObject({
    id: added.stdout.trim(),
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
