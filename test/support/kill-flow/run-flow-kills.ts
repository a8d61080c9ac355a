import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { serveHttp } from '../../../src/node/http-server.ts';
import { createJiraStandIn } from '../../../src/sandbox/jira/jira-stand-in.ts';
import { createSlackStandIn } from '../../../src/sandbox/slack/slack-stand-in.ts';
import { type RunningNode, startNode } from '../run-node.ts';

export interface FlowKillReport {
  kills: number;
  acknowledged: number;
  /** What was said below each message that got more than one answer, by the name of its file. */
  twice: Record<string, string[]>;
}

const channel = 'C0BRINGUP';
/** Not the line that says how far slow work is, which goes once it is done. */
const isAnswer = /\b(?:CONFIRMED|LIKELY|INCONCLUSIVE)\b/;

/**
 * The real program with its own service, Slack and Jira played here: a file is dropped, the program is killed at a
 * random moment on the way and started again; at the end every dropped file has an answer, else this fails.
 */
export async function runFlowKills({ kills, seed }: { kills: number; seed: number }): Promise<FlowKillReport> {
  const random = randomOf(seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'logtriage-flow-'));
  let bot = '';
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
    PORT: '0',
    DATA_DIR: dataDir,
    SLACK_SIGNING_SECRET: secrets.signingSecret,
    SLACK_BOT_TOKEN: secrets.botToken,
    SLACK_API_URL: `${vendors}/api/`,
    JIRA_BASE_URL: `${vendors}/jira`,
    JIRA_EMAIL: 'bot@example.com',
    JIRA_API_TOKEN: 'jira-token',
    JIRA_WEBHOOK_SECRET: 'webhook-secret',
  };

  async function start(): Promise<RunningNode> {
    const started = startNode(['src/main.ts'], { env: environment });
    const [, origin] = await started.prints(/"origin":"([^"]+)".*"msg":"ready"/);
    bot = origin!;
    return started;
  }

  const dropped = new Map<string, string>();
  let program: RunningNode | undefined;
  try {
    program = await start();
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
      await program.kill();
      program = await start();
    }
    const answersOf = (ts: string) =>
      (slack.workspace.channels.get(channel)?.messages ?? []).filter(
        ({ user, thread_ts, text }) => user === slack.bot.userId && thread_ts === ts && isAnswer.test(text),
      );
    const names = [...dropped.keys()];
    const unanswered = () => names.filter((name) => answersOf(dropped.get(name)!).length === 0);
    await expect.poll(unanswered, { timeout: 600_000 }).toEqual([]);
    // A second answer would follow a look-up, and that comes 20 s after the attempt; nothing is under way by then.
    await wait(1_500);
    return {
      kills,
      acknowledged: names.length,
      twice: Object.fromEntries(
        names
          .map((name) => [name, answersOf(dropped.get(name)!).map(({ ts, text }) => `${ts} ${text}`)] as const)
          .filter(([, said]) => said.length > 1),
      ),
    };
  } finally {
    await program?.kill();
    await http.close(0);
    await rm(dataDir, { recursive: true, force: true });
  }
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
