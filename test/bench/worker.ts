import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/**
 * What the bot costs on Workers, in the local runtime: `node test/bench/worker.ts`. Loading it is measured by wrangler;
 * an event by the processor time of the runtime, its stand-ins for D1, R2 and Queues included, so the platform's own
 * count is lower. Each event is kept and its job tried while no vendor can be reached.
 */
export interface WorkerFigures {
  loadMs: number;
  cpuMsPerEvent: number;
  acknowledgedP50Ms: number;
}

const here = import.meta.dirname;
const wrangler = ['--no-warnings', 'node_modules/wrangler/wrangler-dist/cli.js'];
const env = {
  PATH: process.env.PATH,
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  CI: 'true',
};
const secret = 'bench-signing-secret';
const variables = `SLACK_SIGNING_SECRET="${secret}"
SLACK_BOT_TOKEN="xoxb-bench"
SLACK_API_URL="http://127.0.0.1:9/api/"
LOG_SERVICE_URL="http://127.0.0.1:9"
API_KEY="bench"
DATA_KEY="${Buffer.alloc(32, 7).toString('base64')}"
`;
/** Of /proc: how many ticks a second has. */
const ticksPerSecond = 100;

export async function workerFigures(seconds = 5): Promise<WorkerFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'logtriage-worker-'));
  try {
    writeFileSync(join(folder, 'variables'), variables);
    const run = (...args: string[]) => promisify(execFile)(process.execPath, [...wrangler, ...args], { env });
    const startup = await run('check', 'startup', '--outfile', join(folder, 'startup.cpuprofile'));
    const loadMs = Number(/Active: ([\d.]+) ms/.exec(startup.stdout)?.[1]);
    await run('d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', folder);
    return { loadMs, ...(await underLoad(folder, seconds)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function underLoad(folder: string, seconds: number): Promise<Omit<WorkerFigures, 'loadMs'>> {
  const place = ['--local', '--ip', '127.0.0.1', '--port', '0', '--inspector-port', '0', '--persist-to', folder];
  const args = ['dev', ...place, '--env-file', join(folder, 'variables'), '--show-interactive-dev-session=false'];
  const dev = spawn(process.execPath, [...wrangler, ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const group = dev.pid ?? 0;
  try {
    let printed = '';
    for await (const chunk of dev.stdout) {
      printed += String(chunk);
      if (/Ready on http:\S+/.test(printed)) break;
    }
    const origin = /Ready on (http:\S+)/.exec(printed)?.[1];
    if (!origin) throw new Error(`the runtime ended: ${printed}`);
    const before = runtimeSeconds(group);
    const sender = [join(here, 'send-webhooks.ts'), `${origin}/slack/events`, secret, String(seconds), '4'];
    const { stdout } = await promisify(execFile)(process.execPath, sender);
    const { sent, p50Ms, refused } = JSON.parse(stdout) as { sent: number; p50Ms: number; refused: number };
    if (refused > 0) throw new Error(`${refused} of ${sent} events were refused`);
    await atRest(group);
    return { cpuMsPerEvent: ((runtimeSeconds(group) - before) * 1_000) / sent, acknowledgedP50Ms: p50Ms };
  } finally {
    process.kill(-group, 'SIGKILL');
    await once(dev, 'exit');
  }
}

async function atRest(group: number): Promise<void> {
  for (let last = -1; ; ) {
    const now = runtimeSeconds(group);
    if (now - last < 0.05) return;
    last = now;
    await wait(2_000);
  }
}

/** Processor time of the runtime's processes. */
function runtimeSeconds(group: number): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((fields) => fields?.name === 'workerd' && fields.group === group);
  return stats.reduce((sum, fields) => sum + (fields?.ticks ?? 0), 0) / ticksPerSecond;
}

function statOf(pid: string): { name: string; group: number; ticks: number } | undefined {
  try {
    const [, name = '', rest = ''] = /\((.*)\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const fields = rest.split(' ');
    return { name, group: Number(fields[2]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return undefined;
  }
}

if (import.meta.main) console.log(await workerFigures());
