import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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
  for (const name of readdirSync('node_modules')) {
    if (!name.startsWith('.')) symlinkSync(resolve('node_modules', name), join(packages, name));
  }
  return join(packages, 'logtriage');
}

test('works with no account: the packed package starts below node_modules, and its sandbox answers', async () => {
  const place = install();
  const command = join(place, 'src/commands/logtriage.js');
  const told = await runNode([command, 'manifest'], { env: { PUBLIC_URL: 'https://logtriage.example.com' } });
  expect(told.stdout).toContain('https://logtriage.example.com/slack/events');
  const { path: dataDir } = temporaryFolder();
  const program = startNode([command, 'start'], { env: { PORT: '0', DATA_DIR: dataDir } });
  onTestFinished(program.kill);
  const [, origin = ''] = await program.prints(/"origin":"([^"]+)".*"msg":"ready"/);
  for (const page of ['/sandbox', '/console/sign-in', '/openapi.json']) {
    expect([page, (await fetch(`${origin}${page}`)).status]).toEqual([page, 200]);
  }
});
