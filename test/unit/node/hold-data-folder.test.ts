import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { holdDataFolder } from '../../../src/node/hold-data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'logtriage-hold-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a second process is told that the folder is in use, until the first lets go', () => {
  const letGo = holdDataFolder(folder, 0);
  expect(() => holdDataFolder(folder, 0)).toThrow(`DATA_DIR: ${folder} is in use by another process`);
  letGo();
  holdDataFolder(folder, 0)();
});

test('a process holds the folder until it is killed, though it kept nothing of the hold', async () => {
  const program = `
    import { holdDataFolder } from ${JSON.stringify(resolve('src/node/hold-data-folder.ts'))};
    holdDataFolder(process.argv[1], 0);
    setImmediate(() => {
      globalThis.gc();
      setImmediate(() => console.log('held'));
    });
    process.stdin.resume();`;
  // The child ends with its input, so with this process, whatever becomes of the test.
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program, folder], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  expect(String(said)).toBe('held\n');
  expect(() => holdDataFolder(folder, 0)).toThrow('in use');
  child.kill('SIGKILL');
  await once(child, 'exit');
  holdDataFolder(folder, 0)();
});

test('a folder that is not there is an error of its own', () => {
  expect(() => holdDataFolder(join(folder, 'missing'), 0)).toThrow('directory does not exist');
});
