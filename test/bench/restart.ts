import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startArguments } from './run-program.ts';
import { signedEvent } from './slack-event.ts';

/**
 * From the start of the program to its first acknowledgement of a signed event, with a data folder that is in use:
 * `node test/bench/restart.ts [starts] [program]`. Without a program it is what `npm start` starts.
 */
const starts = Number(process.argv[2] ?? 10);
const program =
  process.argv.length > 3 ? process.argv.slice(3) : ['--disable-warning=ExperimentalWarning', ...startArguments];
const secret = 'bench-signing-secret';
const ticksPerSecond = 100;

const folder = mkdtempSync(join(tmpdir(), 'logtriage-restart-'));
const port = await freePort();
const seconds: { wall: number; processor: number }[] = [];
try {
  // The first compiles, and makes the databases.
  const first = await restart(0);
  for (let number = 1; number <= starts; number += 1) seconds.push(await restart(number));
  const of = (which: 'wall' | 'processor') => {
    const sorted = seconds.map((one) => one[which]).sort((a, b) => a - b);
    const at = (share: number) => `${(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(2)} s`;
    return { least: at(0), median: at(0.5), most: at(1), first: `${first[which].toFixed(2)} s` };
  };
  console.table({ 'until the first acknowledgement': of('wall'), 'processor time': of('processor') });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function restart(number: number): Promise<{ wall: number; processor: number }> {
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, program, {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: folder,
      SLACK_SIGNING_SECRET: secret,
      SLACK_BOT_TOKEN: 'xoxb-bench',
      // Nobody listens there: what is kept waits.
      SLACK_API_URL: 'http://127.0.0.1:9/api/',
      JIRA_BASE_URL: 'http://127.0.0.1:9',
      JIRA_EMAIL: 'bench@example.org',
      JIRA_API_TOKEN: 'bench',
      JIRA_WEBHOOK_SECRET: secret,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    while (!(await isAcknowledged(number))) {
      if (child.exitCode !== null) throw new Error('the program ended before it acknowledged anything');
      await pause(5);
    }
    const wall = (performance.now() - startedAtMs) / 1000;
    return { wall, processor: processorSeconds(child.pid) };
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

async function isAcknowledged(number: number): Promise<boolean> {
  const { body, headers } = signedEvent(secret, `R${number}x`, number);
  const sent = { method: 'POST', body, headers, signal: AbortSignal.timeout(5_000) };
  return await fetch(`http://127.0.0.1:${port}/slack/events`, sent).then(
    ({ status }) => status === 200,
    () => false,
  );
}

function processorSeconds(pid: number | undefined): number {
  const [user = Number.NaN, system = Number.NaN] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / ticksPerSecond;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as { port: number };
  server.close();
  return free;
}
