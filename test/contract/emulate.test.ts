import { WebClient } from '@slack/web-api';
import { createEmulator } from 'emulate';
import { expect, it } from 'vitest';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import { signSlackRequest } from '../../src/sandbox/slack/signed-delivery.ts';
import { type BotUnderTest, startBot } from '../support/bot-under-test.ts';
import { listen } from '../support/stand-in-server.ts';
import { slackSecrets } from '../support/vendors.ts';

interface Message {
  ts: string;
  thread_ts?: string;
  user: string;
  text: string;
  blocks?: unknown[];
}

const tokens = { bot: 'xoxb-logtriage', ada: 'xoxp-ada' };

/** The emulator wants to be told its port. */
async function freePort(): Promise<number> {
  await using server = await listen(() => new Response());
  return Number(new URL(server.origin).port);
}

/** A Slack of another maker, over real sockets, with a person who uploads by Slack's own client. */
async function startForeignSlack() {
  const emulator = await createEmulator({
    service: 'slack',
    port: await freePort(),
    seed: {
      slack: {
        users: [{ name: 'ada' }, { name: 'logtriage', is_bot: true }],
        channels: [{ name: 'bringup' }],
        tokens: [
          { token: tokens.ada, user: 'ada' },
          { token: tokens.bot, user: 'logtriage' },
        ],
      },
    },
  });
  const clientOf = (token: string) =>
    new WebClient(token, { slackApiUrl: `${emulator.url}/api/`, retryConfig: { retries: 0 } });
  const [ada, bot] = [clientOf(tokens.ada), clientOf(tokens.bot)];
  const { channels } = await ada.conversations.list();
  const channel = channels?.find(({ name }) => name === 'bringup')?.id ?? '';
  await ada.conversations.join({ channel });
  await bot.conversations.join({ channel });
  return { url: emulator.url, ada, bot, channel, [Symbol.asyncDispose]: () => emulator.close() };
}

type ForeignSlack = Awaited<ReturnType<typeof startForeignSlack>>;

/** The bot in that workspace, what Slack sends it, and what it called: how often each method, and what was refused. */
async function startThere(slack: ForeignSlack) {
  const called = new Map<string, number>();
  const refused: string[] = [];
  const run = await startBot({
    config: { slack: { ...slackSecrets, botToken: tokens.bot, apiUrl: `${slack.url}/api/` } },
    elsewhere: {
      async fetch(request) {
        const method = new URL(request.url).pathname.replace(/^\/api\//, '');
        const response = await fetch(request);
        called.set(method, (called.get(method) ?? 0) + 1);
        const answer = await response
          .clone()
          .json()
          .catch(() => ({}));
        if (answer.ok === false) refused.push(`${method}: ${answer.error}`);
        return response;
      },
    },
  });
  const { team_id: team = '', user_id: botUser = '' } = await slack.bot.auth.test();
  const send = async (body: string, contentType: string) => {
    const request = { url: 'http://bot.test/slack/events', body, contentType };
    const response = await run.bot.routes.fetch(await signSlackRequest(run.clock, slackSecrets.signingSecret, request));
    expect(response.status).toBe(200);
  };
  return {
    run,
    called,
    refused,
    team,
    botUser,
    tell: (event: Record<string, unknown>) => {
      const authorizations = [{ team_id: team, user_id: botUser, is_bot: true }];
      const envelope = { type: 'event_callback', event_id: crypto.randomUUID(), team_id: team, authorizations, event };
      return send(JSON.stringify(envelope), 'application/json');
    },
    interact: (payload: Record<string, unknown>) =>
      send(new URLSearchParams({ payload: JSON.stringify({ team: { id: team }, ...payload }) }).toString(), form),
  };
}

const form = 'application/x-www-form-urlencoded';

/** Calls go over sockets: let them come back, then move the clock on. */
async function until(run: BotUnderTest, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 60 && !(await isSo()); turn += 1) await run.pass(5_000, 1_000);
}

async function shareLog(slack: ForeignSlack) {
  const file = Buffer.from('09:00:01 start\n09:00:02 ERROR disk is full\n');
  await slack.ada.filesUploadV2({ channel_id: slack.channel, file, filename: 'app.log', initial_comment: 'why?' });
  const { messages } = await slack.ada.conversations.history({ channel: slack.channel });
  const shared = (messages as Message[]).find(({ text }) => text === 'why?')!;
  return { ...shared, type: 'message', channel: slack.channel, channel_type: 'channel', event_ts: shared.ts };
}

it('answers a log in the thread of its message, in a workspace played by other people', async () => {
  await using slack = await startForeignSlack();
  const { run, tell, botUser } = await startThere(slack);
  using _ = run;
  run.service.deep = () =>
    Response.json({
      code: 200,
      message: 'ok',
      data: { verdict: 'CONFIRMED', root_cause: 'The disk is full', answer: 'It is.' },
    });
  const thread = async (ts: string): Promise<Message[]> =>
    ((await slack.ada.conversations.replies({ channel: slack.channel, ts })).messages ?? []) as Message[];

  const shared = await shareLog(slack);
  await tell(shared);
  await tell(shared);
  const answers = async () => (await thread(shared.ts)).filter(({ ts, user }) => ts !== shared.ts && user === botUser);
  await until(run, async () => (await answers()).length > 0);
  await run.pass(30_000);
  const [answer, ...more] = await answers();
  expect(more).toEqual([]);
  expect(readMessage(answer!).text).toContain('The disk is full');
  expect(run.service.files.map(({ name }) => name)).toEqual(['app.log']);

  const text = `<@${botUser}> when did it start?`;
  const asked = await slack.ada.chat.postMessage({ channel: slack.channel, thread_ts: shared.ts, text });
  const question = {
    type: 'app_mention',
    channel: slack.channel,
    user: shared.user,
    ts: asked.ts,
    thread_ts: shared.ts,
    text,
  };
  await tell({ ...question, event_ts: asked.ts });
  await until(run, async () => (await answers()).length > 1);
  await run.pass(30_000);
  expect(await answers()).toHaveLength(2);
});

it('has its buttons, forms, App Home, line of status and long answers taken there', async () => {
  await using slack = await startForeignSlack();
  const { run, tell, interact, called, refused } = await startThere(slack);
  using _ = run;
  const answer = Array.from({ length: 400 }, (_, at) => `Paragraph ${at} of a long story about the disk.`).join('\n\n');
  const citations = [{ file: 'app.log', line_start: 2, line_end: 2, excerpt: '09:00:02 ERROR disk is full' }];
  run.service.deep = () =>
    Response.json({
      code: 200,
      message: 'ok',
      data: { verdict: 'CONFIRMED', root_cause: 'The disk is full', answer, citations },
    });
  run.service.looks = () => [{ status: 'ANALYZING' }];
  const shared = await shareLog(slack);
  await tell(shared);
  await until(run, () => called.has('chat.postMessage'));
  for (const file of run.service.files) file.looks = [{ status: 'COMPLETED' }];
  await until(run, () => called.has('files.completeUploadExternal') && called.has('chat.delete'));

  const { messages = [] } = await slack.ada.conversations.replies({ channel: slack.channel, ts: shared.ts });
  const posted = (messages as Message[]).find((message) => readMessage(message).text.includes('The disk is full'))!;
  const [, value = ''] = /"action_id":"answer:ask".*?"value":"([^"]+)"/.exec(JSON.stringify(posted.blocks)) ?? [];
  const user = { id: shared.user };
  const container = {
    type: 'message',
    message_ts: posted.ts,
    thread_ts: shared.ts,
    channel_id: slack.channel,
  };
  const press = async (name: string) => {
    const triggerOf = { user_id: shared.user };
    const { trigger_id } = (await slack.bot.apiCall('views.generateTriggerId', triggerOf)) as { trigger_id?: string };
    const actions = [{ action_id: `answer:${name}`, action_ts: posted.ts, value }];
    await interact({ type: 'block_actions', user, container, actions, trigger_id });
  };
  for (const name of ['right', 'around', 'ask', 'file']) await press(name);
  await tell({ type: 'app_home_opened', user: shared.user, channel: 'D0HOME', tab: 'home', event_ts: shared.ts });
  const wanted = [
    ...['chat.postMessage', 'chat.update', 'chat.delete', 'chat.postEphemeral', 'chat.getPermalink'],
    ...['conversations.history', 'conversations.info', 'users.info', 'files.info', 'reactions.add', 'reactions.remove'],
    ...['files.getUploadURLExternal', 'files.completeUploadExternal', 'views.open', 'views.publish', 'auth.test'],
  ];
  await until(run, () => wanted.every((method) => called.has(method)) && (called.get('views.open') ?? 0) > 1);
  expect(wanted.filter((method) => !called.has(method))).toEqual([]);
  expect(refused).toEqual([]);
});
