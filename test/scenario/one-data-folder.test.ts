import { expect, it } from 'vitest';
import { runNode, startNode } from '../support/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('a second program on the same folder says which one is in use and what to do, and ends with 1; the first goes on', async () => {
  const { path } = temporaryFolder();
  const start = () => startNode(['src/main.ts'], { env: { DATA_DIR: path, PORT: '0', RUN: 'service' } });
  const first = start();
  const [, origin] = await first.prints(/"origin":"([^"]+)".*"msg":"ready"/);

  const second = await start().ended;
  expect(second.code).toBe(1);
  expect(second.stderr).toBe(
    `DATA_DIR: ${path} is in use by another process of this program. Stop that one, or give this one its own folder.\n`,
  );
  expect(second.stdout).toBe('');
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);

  await first.kill();
  const third = start();
  await third.prints(/"msg":"ready"/);
  await third.kill();
});

it('an account can be added while the program runs', async () => {
  const { path } = temporaryFolder();
  const env = { DATA_DIR: path, PORT: '0', RUN: 'service' };
  await startNode(['src/main.ts'], { env }).prints(/"msg":"ready"/);
  const args = ['src/commands/cli.ts', 'user', 'add', '--email', 'ada@example.org', '--password-stdin'];
  expect(await runNode(args, { env, input: 'a long enough password\n' })).toMatchObject({ code: 0, stderr: '' });
});
