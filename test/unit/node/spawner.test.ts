import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { spawner } from '#node/spawner.ts';

const options = { env: {}, cwd: process.cwd() };
const run = (code: string) => spawner.start(process.execPath, ['-e', code], options);

it('starts a child in another thread, tells it its task and hears its answer', async () => {
  const child = run("process.stdin.on('data', (text) => process.stdout.write(`heard ${text}`))");
  let said = '';
  child.hear((chunk) => {
    said += Buffer.from(chunk).toString();
  });
  child.tell('this');
  await expect.poll(() => said).toBe('heard this');
  expect(child.pid).toBeGreaterThan(0);
  expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap');
  expect(await child.ended).toEqual({ code: 0, signal: null, complaint: '' });
});

it('loses nothing of what was said before anybody heard, however much it is', async () => {
  const child = run("process.stdout.write('x'.repeat(20_000_000)); console.error('done')");
  const { complaint } = await child.ended;
  let bytes = 0;
  child.hear((chunk) => {
    bytes += chunk.length;
  });
  expect([bytes, complaint]).toEqual([20_000_000, 'done\n']);
});

it('ends a child that says more than anybody hears', async () => {
  const child = run("setInterval(() => process.stdout.write('x'.repeat(1_000_000)), 1)");
  await new Promise<void>((resolve) => child.hear(() => resolve()));
  child.kill();
  expect(await child.ended).toMatchObject({ signal: 'SIGKILL' });
});

it('says why a child could not be started', async () => {
  const child = spawner.start('/nowhere/at-all', [], options);
  await expect(child.ended).rejects.toThrow('ENOENT');
});

it.each(['0', '10'])('starts children that give way to a program of priority %s', (own) => {
  const script = resolve(import.meta.dirname, '../../fixtures/children/priorities.ts');
  const told = execFileSync(process.execPath, ['--no-warnings', script, own]);
  expect(Number(told)).toBeGreaterThan(0);
});
