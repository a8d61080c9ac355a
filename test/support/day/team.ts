import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { slackManifest } from '../../../src/bot/slack/manifest.ts';
import { readAdf } from '../../../src/sandbox/jira/check-adf.ts';
import { readMessage } from '../../../src/sandbox/slack/message-reading.ts';
import { startNode } from '../run-node.ts';

interface Message {
  ts: string;
  user: string;
  text: string;
  thread_ts?: string;
  blocks?: unknown[];
  attachments?: { blocks?: unknown[] }[];
}

interface SlackState {
  bot: { userId: string };
  channels: { id: string; messages: Message[]; ephemerals: Message[] }[];
  screens: { user: string; home?: unknown; modals: unknown[] }[];
  unexpected: string[];
}

interface JiraState {
  bot: { accountId: string };
  issues: { key: string; comments: { id: string; author: string; body: unknown }[] }[];
  unexpected: string[];
}

/** One thing the bot said, where, and to whom. */
export interface Word {
  id: string;
  place: string;
  ts: string;
  threadTs: string | undefined;
  text: string;
}

export interface Team {
  /** What a person does: `slack` or `jira`, and the act's name in the controls of the sandbox. */
  act<Result = { ts: string }>(path: string, body: Record<string, unknown>): Promise<Result>;
  words(): Promise<Word[]>;
  screens(): Promise<SlackState['screens']>;
  unexpected(): Promise<string[]>;
  botUserId: string;
}

/** The product and its vendors as people run them: two programs that know each other by sockets alone. */
export async function startTeam(): Promise<Team> {
  const folder = mkdtempSync(join(tmpdir(), 'logtriage-team-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bot = `http://127.0.0.1:${await freePort()}`;
  const manifest = join(folder, 'manifest.json');
  writeFileSync(manifest, JSON.stringify(slackManifest(bot)));
  const secrets = {
    SLACK_SIGNING_SECRET: 'signing-secret',
    SLACK_BOT_TOKEN: 'xoxb-team',
    JIRA_API_TOKEN: 'jira-token',
    JIRA_WEBHOOK_SECRET: 'webhook-secret',
  };
  const sandbox = startNode(
    [
      'src/commands/logtriage.js',
      'sandbox',
      ...['--port', '0', '--manifest', manifest],
      ...['--slack-events', `${bot}/slack/events`, '--jira-webhooks', `${bot}/jira/webhook`],
    ],
    { env: secrets, hasChildren: true },
  );
  const [, vendors = ''] = await sandbox.prints(/open at (http:\S+)\/sandbox,/);
  const program = startNode(['src/main.ts'], {
    env: {
      ...secrets,
      PORT: new URL(bot).port,
      PUBLIC_URL: bot,
      DATA_DIR: join(folder, 'data'),
      OPERATOR_PASSWORD: 'operator-password',
      SLACK_API_URL: `${vendors}/sandbox/slack/api/`,
      SLACK_OPS_CHANNEL: 'C0OPS',
      JIRA_BASE_URL: `${vendors}/sandbox/jira`,
      JIRA_EMAIL: 'logtriage@example.com',
    },
  });
  await program.prints(/"msg":"ready"/);
  const controls = `${vendors}/sandbox/control`;
  const read = async <State>(vendor: string) => (await (await fetch(`${controls}/${vendor}`)).json()) as State;

  return {
    async act(path, body) {
      const response = await fetch(`${controls}/${path.replace('/', '/people/')}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = (await response.json()) as { error?: string };
      if (!response.ok) throw new Error(`${path}: ${answer.error}`);
      return answer as never;
    },
    async words() {
      const [slack, jira] = await Promise.all([read<SlackState>('slack'), read<JiraState>('jira')]);
      return [...wordsIn(slack), ...commentsIn(jira)];
    },
    screens: async () => (await read<SlackState>('slack')).screens,
    async unexpected() {
      const [slack, jira] = await Promise.all([read<SlackState>('slack'), read<JiraState>('jira')]);
      return [...slack.unexpected, ...jira.unexpected];
    },
    botUserId: (await read<SlackState>('slack')).bot.userId,
  };
}

function wordsIn({ channels, bot }: SlackState): Word[] {
  return channels.flatMap(({ id: place, messages, ephemerals }) =>
    [...messages.filter(({ user }) => user === bot.userId), ...ephemerals].map((message) => ({
      id: `${place}:${message.ts}`,
      place,
      ts: message.ts,
      threadTs: message.thread_ts,
      text: textOf(message),
    })),
  );
}

function commentsIn({ issues, bot }: JiraState): Word[] {
  return issues.flatMap(({ key: place, comments }) =>
    comments
      .filter(({ author }) => author === bot.accountId)
      .map(({ id, body }) => ({ id: `${place}:${id}`, place, ts: '', threadTs: undefined, text: readAdf(body).text })),
  );
}

function textOf(message: Message): string {
  const blocks = (message.attachments ?? []).flatMap((attachment) => attachment.blocks ?? []);
  return `${readMessage(message).text}\n${readMessage({ text: '', blocks }).text}`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  const closed = Promise.withResolvers<void>();
  server.close(() => closed.resolve());
  await closed.promise;
  return typeof address === 'object' && address ? address.port : 0;
}
