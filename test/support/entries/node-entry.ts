import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNode } from '../run-node.ts';
import type { Entry } from './entry.ts';

export const nodeEntry: Entry = {
  name: 'Node',
  missing: () => undefined,
  async prepare() {
    const dataDir = await mkdtemp(join(tmpdir(), 'logtriage-entry-'));
    return {
      async start(environment) {
        const program = startNode(['--import', './test/fixtures/later/shift-clock.ts', 'src/main.ts'], {
          env: { ...environment, RUN: 'bot', PORT: '0', DATA_DIR: dataDir },
        });
        const [, origin = ''] = await program.prints(/"origin":"([^"]+)".*"msg":"ready"/);
        return { origin, tick: async () => {}, kill: program.kill };
      },
      async [Symbol.asyncDispose]() {
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  },
};
