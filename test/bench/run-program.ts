import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

export interface RunningProgram {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };

/** What `npm start` gives to node, so that what is measured is what people run. */
export const startArguments: readonly string[] = scripts.start.split(' ').slice(1);

/** The whole program as a process of its own, ready. */
export async function runProgram(environment: Record<string, string>): Promise<RunningProgram> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...startArguments], {
    env: { PATH: process.env.PATH, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // Read on to the end: a full pipe would hold the program up.
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const origin = /"origin":"([^"]+)".*"msg":"ready"/.exec(line)?.[1];
    if (origin) resolve(origin);
  });
  lines.on('close', () => reject(new Error('the program ended before it was ready')));
  return {
    origin: await promise,
    pid: child.pid!,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
