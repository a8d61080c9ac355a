import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { followDockerfile, sizeBelow } from '../support/follow-dockerfile.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const mostBytes = 200_000_000;
/** gcr.io/distroless/cc-debian12, unpacked. */
const baseBytes = 26_000_000;

test('the image, its steps followed by hand, is small and starts without root on files it cannot change', async () => {
  const { path: roots } = temporaryFolder();
  chmodSync(roots, 0o755);
  const image = followDockerfile('Dockerfile', roots);
  expect(baseBytes + sizeBelow(image.root)).toBeLessThan(mostBytes);
  expect(image.user).toBeGreaterThan(0);
  expect(image.volumes).toEqual([image.environment.DATA_DIR]);

  const app = join(image.root, image.folder);
  for (const entry of globSync('**/*', { cwd: app, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, statSync(path).mode & 0o555);
  }
  const dataDir = join(image.root, image.environment.DATA_DIR ?? '');
  mkdirSync(dataDir, { recursive: true });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync('chown', [String(image.user), dataDir]);
  const port = await freePort();
  const options = {
    cwd: app,
    env: { ...image.environment, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port) },
    ...(isRoot ? { uid: image.user } : {}),
    stdio: 'pipe',
  } as const;
  const started = (command: readonly string[]) => spawn(process.execPath, command.slice(1), options);

  const program = started(image.command);
  onTestFinished(() => void program.kill('SIGKILL'));
  let printed = '';
  program.stdout.on('data', (text) => {
    printed += text;
  });
  program.stderr.on('data', (text) => {
    printed += text;
  });
  await expect.poll(() => printed).toContain('"msg":"ready"');
  expect((await fetch(`http://127.0.0.1:${port}/sandbox`)).status).toBe(200);
  expect((await once(started(image.healthCheck), 'exit'))[0]).toBe(0);

  program.kill('SIGTERM');
  expect((await once(program, 'exit'))[0]).toBe(0);
  expect((await once(started(image.healthCheck), 'exit'))[0]).toBe(1);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
