import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { runNode } from '../support/run-node.ts';

it('an error nobody caught is logged with the work it came from, and the process goes on', async () => {
  const { code, stdout } = await runNode(['test/fixtures/programs/stray-errors.ts']);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const stray = lines.filter(({ msg }) => msg === 'an uncaught error');
  expect(stray).toContainEqual(
    expect.objectContaining({
      queue: 'test',
      job: 'stray.job',
      id: expect.any(String),
      error: expect.objectContaining({ message: 'late in a job' }),
    }),
  );
  expect(stray).toContainEqual(
    expect.objectContaining({
      request: 'GET /jira/webhook',
      error: expect.objectContaining({ message: 'late in a request' }),
    }),
  );
  expect(lines.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['asked', 'calm', 'counted']));
  expect(stdout).toContain('uncaught_errors_total 2');
  expect(stdout).not.toContain('a-secret-token');
  expect(code).toBe(0);
});

it('a program whose log nobody reads any more goes on, and counts no error for it', async () => {
  const child = spawn(process.execPath, ['test/fixtures/programs/reader-gone.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text));
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const [code] = await once(child, 'close');
  expect(told).toContain('uncaught_errors_total');
  expect(told).not.toMatch(/^uncaught_errors_total [1-9]/m);
  expect(code).toBe(0);
});
