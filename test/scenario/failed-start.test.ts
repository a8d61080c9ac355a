import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '#core/log.ts';
import { readConfig } from '../../src/config.ts';
import { serveHttp } from '../../src/node/http-server.ts';
import { startProgram } from '../../src/program/start-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it.each(['service', 'bot'])(
  'a start that fails at the %s database lets go of the port and of the folder',
  async (name) => {
    const { path } = temporaryFolder();
    const probe = await serveHttp({ fetch: () => new Response(), host: '127.0.0.1', port: 0 });
    await probe.close();
    const config = readConfig({ DATA_DIR: path, PORT: String(probe.port) });
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
