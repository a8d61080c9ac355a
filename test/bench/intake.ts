import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { startArguments } from './run-program.ts';

export interface IntakeFigures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  refused: number;
}

const secret = 'bench-signing-secret';
const here = import.meta.dirname;

/**
 * Signed Slack events that the whole program acknowledges, each durable before its answer, while it cannot reach Slack;
 * and, in the same run, a plain server that commits each event by itself.
 */
export async function intakeFigures(seconds = 5): Promise<{ ours: IntakeFigures; peer: IntakeFigures }> {
  const folder = mkdtempSync(join(tmpdir(), 'logtriage-intake-'));
  const environment = {
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'info',
    SLACK_SIGNING_SECRET: secret,
    SLACK_BOT_TOKEN: 'xoxb-bench',
    // Nobody listens there: what is kept waits.
    SLACK_API_URL: 'http://127.0.0.1:9/api/',
  };
  try {
    const ours = await underLoad(startArguments, environment, seconds);
    const peer = await underLoad([join(here, 'intake-peer.ts'), join(folder, 'peer.db')], {}, seconds);
    return { ours, peer };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function underLoad(program: readonly string[], environment: Record<string, string>, seconds: number) {
  const child = spawn(process.execPath, program, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const origin = await originOf(child);
    const sender = [join(here, 'send-webhooks.ts'), `${origin}/slack/events`, secret, String(seconds)];
    const { stdout } = await promisify(execFile)(process.execPath, sender);
    return JSON.parse(stdout) as IntakeFigures;
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

/** Waits until the program says that it is ready, and goes on reading what it prints. */
async function originOf(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  child.once('exit', () => reject(new Error('the program ended before it was ready')));
  child.stdout.on('data', (chunk: Buffer) => {
    if (text.length < 100_000) text += chunk.toString();
    const origin = /"origin":"([^"]+)"/.exec(text)?.[1];
    if (origin && (!text.includes('"level"') || text.includes('"msg":"ready"'))) resolve(origin);
  });
  return await promise;
}

if (import.meta.main) console.log(await intakeFigures());
