import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry } from './entry.ts';
import { missingWorkerd, runWrangler, startWorker } from './wrangler.ts';

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
        const { origin, kill } = await startWorker([
          'test/fixtures/later/worker.ts',
          ...['--persist-to', folder, '--env-file', variables],
        ]);
        return {
          origin,
          async tick() {
            await fetch(`${origin}${scheduler}?cron=*+*+*+*+*`);
          },
          kill,
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
