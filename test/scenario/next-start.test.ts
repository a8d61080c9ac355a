import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startNode } from '../support/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Starts the program, waits until its readers are compiled too, and asks it to end. */
async function startAndStop(dataDir: string): Promise<void> {
  const program = startNode(['src/main.ts'], { env: { PORT: '0', RUN: 'service', DATA_DIR: dataDir } });
  await program.prints(/"msg":"ready"/);
  const isCompiled = () => existsSync(join(dataDir, 'compiled', 'made-by'));
  await expect.poll(isCompiled, { timeout: 60_000, interval: 100 }).toBe(true);
  expect(await program.stop()).toMatchObject({ code: 0 });
}

test('what the program compiled is there for its next start, also where readers are compiled anew meanwhile', async () => {
  const { path: dataDir } = temporaryFolder();
  const compiled = () => readdirSync(join(dataDir, 'compiled-program'), { recursive: true }).length;
  await startAndStop(dataDir);
  const first = compiled();
  expect(first).toBeGreaterThan(100);
  rmSync(join(dataDir, 'compiled', 'made-by'), { force: true });
  await startAndStop(dataDir);
  expect(compiled()).toBeGreaterThanOrEqual(first);
});
