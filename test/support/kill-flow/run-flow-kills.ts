import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/core/clock.ts';
import { serveHttp } from '../../../src/node/http-server.ts';
import { createJiraStandIn } from '../../../src/sandbox/jira/jira-stand-in.ts';
import { createSlackStandIn } from '../../../src/sandbox/slack/slack-stand-in.ts';

export interface FlowKillReport {
  kills: number;
  acknowledged: number;
  /** File names whose message got no answer, and those that got more than one. */
  unanswered: string[];
  twice: string[];
}

const channel = 'C0BRINGUP';

/**
 * The real program with its own service, Slack and Jira played here: a file is dropped, the program is killed at a
 * random moment on the way and started again; at the end every dropped file has its one answer.
 */
export async function runFlowKills({ kills, seed }: { kills: number; seed: number }): Promise<FlowKillReport> {
  const random = randomOf(seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'logtriage-flow-'));
  const port = await freePort();
  const bot = `http://127.0.0.1:${port}`;
  let vendors = '';
  const secrets = { signingSecret: 'signing-secret', botToken: 'xoxb-flow-kills' };
  const slack = createSlackStandIn({
    clock: systemClock,
    origin: () => vendors,
    ...secrets,
    target: () => `${bot}/slack/events`,
  });
  slack.workspace.addUser({ id: 'U0ADA', name: 'ada' });
  slack.workspace.addChannel({ id: channel, name: 'bringup', members: ['U0ADA', slack.bot.userId] });
  const jira = createJiraStandIn({
    clock: systemClock,
    origin: () => `${vendors}/jira`,
    email: 'bot@example.com',
    apiToken: 'jira-token',
    webhookSecret: 'webhook-secret',
    target: () => `${bot}/jira/webhook`,
  });
  slack.app.route('/jira', jira.app);
  const http = await serveHttp({ fetch: (request) => slack.fetch(request), host: '127.0.0.1', port: 0 });
  vendors = `http://127.0.0.1:${http.port}`;
  const environment = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    SLACK_SIGNING_SECRET: secrets.signingSecret,
    SLACK_BOT_TOKEN: secrets.botToken,
    SLACK_API_URL: `${vendors}/api/`,
    JIRA_BASE_URL: `${vendors}/jira`,
    JIRA_EMAIL: 'bot@example.com',
    JIRA_API_TOKEN: 'jira-token',
    JIRA_WEBHOOK_SECRET: 'webhook-secret',
  };

  const dropped = new Map<string, string>();
  let program = await start(environment, bot);
  try {
    for (let round = 0; round < kills; round += 1) {
      const name = `run-${round}.log`;
      const said = await slack.people.say({
        channel,
        user: 'U0ADA',
        text: 'what failed?',
        files: [{ name, bytes: `09:00:0${round % 10} start ${round}\n09:01:00 ERROR disk ${round} is full\n` }],
      });
      dropped.set(name, said.message.ts);
      await wait(random() * 2_500);
      program.kill('SIGKILL');
      await once(program, 'exit');
      program = await start(environment, bot);
    }
    const answersOf = (ts: string) =>
      (slack.workspace.channels.get(channel)?.messages ?? []).filter(
        ({ user, thread_ts }) => user === slack.bot.userId && thread_ts === ts,
      );
    for (let tries = 0; tries < 300 && [...dropped.values()].some((ts) => answersOf(ts).length === 0); tries += 1) {
      await wait(200);
    }
    // A second answer would follow a look-up, and that comes 20 s after the attempt; nothing is under way by then.
    await wait(1_500);
    const names = [...dropped.keys()];
    return {
      kills,
      acknowledged: names.length,
      unanswered: names.filter((name) => answersOf(dropped.get(name)!).length === 0),
      twice: names.filter((name) => answersOf(dropped.get(name)!).length > 1),
    };
  } finally {
    program.kill('SIGKILL');
    await http.close(0);
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function start(environment: NodeJS.ProcessEnv, origin: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/main.ts'], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  // Piped on, never inherited: whoever reads what the tests print must not wait for a program that outlives them.
  child.stderr.pipe(process.stderr, { end: false });
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`);
    const response = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (response?.status === 200) return child;
    await wait(100);
  }
  child.kill('SIGKILL');
  throw new Error('the program did not get ready');
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
