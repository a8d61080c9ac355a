import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry } from './entry.ts';
import { missingWorkerd, runWrangler, startWrangler } from './wrangler.ts';

const scheduler = '/cdn-cgi/handler/scheduled';
let broughtUp: Promise<string> | undefined;

export const workerEntry: Entry = {
  name: 'Workers',
  missing: missingWorkerd,
  async prepare() {
    const folder = await mkdtemp(join(tmpdir(), 'logtriage-entry-'));
    broughtUp ??= bringUp();
    await cp(await broughtUp, folder, { recursive: true });
    return {
      async start(environment) {
        const variables = join(folder, 'variables');
        const lines = Object.entries(environment).map(([name, value]) => `${name}="${value}"`);
        await writeFile(variables, lines.join('\n'));
        const port = await freePort();
        const wrangler = startWrangler([
          ...['dev', 'test/fixtures/later/worker.ts', '--local', '--ip', '127.0.0.1', '--port', String(port)],
          ...['--inspector-port', '0', '--persist-to', folder, '--env-file', variables],
          '--show-interactive-dev-session=false',
        ]);
        const [, origin = ''] = await wrangler.prints(/Ready on (http:\S+)/);
        return {
          origin,
          async tick() {
            await fetch(`${origin}${scheduler}?cron=*+*+*+*+*`);
          },
          kill: wrangler.kill,
        };
      },
      async [Symbol.asyncDispose]() {
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

/** A folder with the local database, brought up to date as the docs say, to be copied for each test. */
async function bringUp(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'logtriage-d1-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { code, stderr } = await runWrangler(['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', folder]);
  if (code !== 0) throw new Error(`the migrations were not applied: ${stderr}`);
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
