import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newApiKey, signIn } from '../bench/sign-in.ts';
import { runNode, startNode } from '../support/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The packed package below node_modules of an empty folder, with the packages it uses beside it. */
function install(): string {
  const { path } = temporaryFolder();
  const packages = join(path, 'node_modules');
  mkdirSync(packages);
  const npm = {
    stdio: 'pipe',
    encoding: 'utf8',
    env: { ...process.env, npm_config_update_notifier: 'false' },
  } as const;
  execFileSync(process.execPath, ['.ci/build.js'], { stdio: 'pipe' });
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', path], npm);
  const tarball = readdirSync(path).find((name) => name.endsWith('.tgz')) ?? '';
  mkdirSync(join(packages, 'logtriage'));
  execFileSync('tar', ['-xzf', join(path, tarball), '-C', join(packages, 'logtriage'), '--strip-components=1']);
  // No links: what reads files may look into the packages and nowhere else.
  const all = [`${realpathSync('node_modules')}/.`, packages];
  try {
    execFileSync('cp', ['-al', ...all], { stdio: 'pipe' });
  } catch {
    execFileSync('cp', ['-a', ...all], { stdio: 'pipe' });
  }
  return join(packages, 'logtriage');
}

test('works with no account: the packed package starts below node_modules, and its sandbox answers', async () => {
  const place = install();
  const command = join(place, 'src/commands/logtriage.js');
  const told = await runNode([command, 'manifest'], { env: { PUBLIC_URL: 'https://logtriage.example.com' } });
  expect(told.stdout).toContain('https://logtriage.example.com/slack/events');
  const { path: dataDir } = temporaryFolder();
  const admin = { email: 'admin@example.org', password: 'a password for the package' };
  const program = startNode([command, 'start'], {
    env: { PORT: '0', DATA_DIR: dataDir, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
  });
  onTestFinished(program.kill);
  const [, origin = ''] = await program.prints(/"origin":"([^"]+)".*"msg":"ready"/);
  for (const page of ['/sandbox', '/console/sign-in', '/openapi.json']) {
    expect([page, (await fetch(`${origin}${page}`)).status]).toEqual([page, 200]);
  }
  await looksAtLines(origin, admin);
});

/** A file is read in a child and its lines are looked at in a thread: programs of their own, which the package has to hold. */
async function looksAtLines(origin: string, admin: { email: string; password: string }): Promise<void> {
  const headers = { authorization: `API_KEY ${await newApiKey(origin, admin)}` };
  const form = new FormData();
  form.set('file', new Blob(['09:00:01 start\n09:00:02 ERROR disk is full\n']), 'app.log');
  const sent = await fetch(`${origin}/api/v1/upload`, { method: 'POST', headers, body: form });
  const { data } = (await sent.json()) as { data: { id: string } };
  const status = async () => {
    const answer = await fetch(`${origin}/api/v1/files/${data.id}`, { headers });
    return ((await answer.json()) as { data: { status: string } }).data.status;
  };
  await expect.poll(status, { timeout: 60_000, interval: 200 }).toBe('COMPLETED');
  const cookie = await signIn(origin, admin);
  const lines = await fetch(`${origin}/console/files/${data.id}/log/lines?from=1&to=2`, { headers: { cookie } });
  expect([lines.status, await lines.text()]).toEqual([200, expect.stringContaining('disk is full')]);
}
