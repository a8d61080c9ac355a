import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '#core/log.ts';
import { readConfig } from '../../src/config.ts';
import { startProgram } from '../../src/program/start-program.ts';
import { runNode } from '../support/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Below those that systems give to whoever asks for any, as other tests do. */
async function freePort(): Promise<number> {
  for (let port = 20_000 + (process.pid % 10_000); ; port++) if (await isFree(port)) return port;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((tell) => {
    const server = createServer().once('error', () => tell(false));
    server.listen(port, () => server.close(() => tell(true)));
  });

it.each(['service', 'bot'])(
  'a start that fails at the %s database lets go of the port and of the folder',
  async (name) => {
    const { path } = temporaryFolder();
    const port = await freePort();
    const config = readConfig({ DATA_DIR: path, PORT: String(port) });
    const uncaught = process.listenerCount('uncaughtException');
    const database = join(path, `${name}.db`);
    writeFileSync(database, 'no database at all, whoever wrote it'.repeat(200));
    await expect(startProgram(config, silentLog)).rejects.toThrow('file is not a database');
    expect(process.listenerCount('uncaughtException')).toBe(uncaught);

    writeFileSync(database, '');
    const program = await startProgram(config, silentLog);
    expect((await fetch(`${program.origin}/readyz`)).status).toBe(200);
    await program.stop();
  },
);

it.each([
  [['src/main.ts', 'analyze', 'app.log'], 'The command is: npx logtriage analyze app.log\n'],
  [['src/main.ts', '--port', '4000'], 'Settings are variables, in .env.example'],
  [['src/commands/cli.ts', 'start', '--port', '4000'], 'Settings are variables, in .env.example'],
])('%j is refused with a word on what does it, before anything starts', async (args, told) => {
  const { path } = temporaryFolder();
  const { code, stdout, stderr } = await runNode(args, { env: { DATA_DIR: join(path, 'data'), PORT: '0' } });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(told);
  expect(existsSync(join(path, 'data'))).toBe(false);
});
