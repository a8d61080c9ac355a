import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { missingWorkerd, runWrangler } from '../support/entries/wrangler.ts';

const mostBytes = 300 * 1024;

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'logtriage-worker-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

test('the Worker can be deployed, and its bundle is small', async () => {
  const outdir = await folder();
  const { code, stdout, stderr } = await runWrangler(['deploy', '--dry-run', '--outdir', outdir]);
  expect(code, stderr).toBe(0);
  for (const binding of ['env.DB', 'env.FILES', 'env.WAKE']) expect(stdout).toContain(binding);
  expect(gzipSync(await readFile(join(outdir, 'worker.js'))).byteLength).toBeLessThan(mostBytes);
});

test.skipIf(missingWorkerd())('the migrations apply to a local D1, and a second time change nothing', async () => {
  const apply = ['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', await folder()];
  const first = await runWrangler(apply);
  expect(first.code, first.stderr).toBe(0);
  expect(first.stdout).toContain('0000_initial.sql');
  const second = await runWrangler(apply);
  expect(second.code, second.stderr).toBe(0);
  expect(second.stdout).toContain('No migrations to apply');
});
