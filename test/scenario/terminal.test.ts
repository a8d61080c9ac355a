import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { startNode } from '../support/run-node.ts';

const cli = resolve(import.meta.dirname, '../../src/commands/cli.ts');
const run = (args: string[], input = '') => startNode([cli, ...args], { input, hasChildren: true }).ended;

it('tells its version, and the nearest of its commands', async () => {
  const { version } = JSON.parse(await readFile(resolve(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(await run(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
  const wrong = await run(['anlyze', 'x.log']);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('Did you mean analyze?');
});

it('reads standard input, draws by kind, and refuses lines outside a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'logtriage-terminal-'));
  try {
    const log = '2026-11-01T10:00:00Z INFO a: start\n2026-11-01T10:00:01Z ERROR a: disk is full\n';
    const read = await run(['analyze', '-', '--json'], log);
    expect(read.code).toBe(0);
    expect(JSON.parse(read.stdout)).toMatchObject({ name: 'stdin', lines: 2 });
    const path = join(folder, 'app.log');
    await writeFile(path, log);
    const drawn = join(folder, 'out.svg');
    expect((await run(['analyze', path, '--chart', drawn])).code).toBe(0);
    expect(await readFile(drawn, 'utf8')).toContain('<svg');
    expect((await run(['analyze', path, '--chart', 'gif'])).code).toBe(2);
    expect(await run(['lines', path, '2'])).toMatchObject({ code: 0, stdout: `${log.split('\n')[1]}\n` });
    const outside = await run(['lines', path, '2-9']);
    expect(outside.code).toBe(2);
    expect(outside.stderr).toContain('has 2 lines');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
