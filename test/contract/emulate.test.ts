import { WebClient } from '@slack/web-api';
import { createEmulator } from 'emulate';
import { expect, it } from 'vitest';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import { signSlackRequest } from '../../src/sandbox/slack/signed-delivery.ts';
import { startBot } from '../support/bot-under-test.ts';
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

it('answers a log in the thread of its message, in a workspace played by other people', async () => {
  await using slack = await startForeignSlack();
  using run = await startBot({
    config: { slack: { ...slackSecrets, botToken: tokens.bot, apiUrl: `${slack.url}/api/` } },
    elsewhere: { fetch: (request) => fetch(request) },
  });
  run.service.deep = () =>
    Response.json({
      code: 200,
      message: 'ok',
      data: { verdict: 'CONFIRMED', root_cause: 'The disk is full', answer: 'It is.' },
    });
  const { team_id: team, user_id: botUser } = await slack.bot.auth.test();
  const tell = async (event: Record<string, unknown>) => {
    const authorizations = [{ team_id: team, user_id: botUser, is_bot: true }];
    const body = JSON.stringify({
      type: 'event_callback',
      event_id: crypto.randomUUID(),
      team_id: team,
      authorizations,
      event,
    });
    const request = { url: 'http://bot.test/slack/events', body, contentType: 'application/json' };
    const response = await run.bot.routes.fetch(await signSlackRequest(run.clock, slackSecrets.signingSecret, request));
    expect(response.status).toBe(200);
  };
  const thread = async (ts: string): Promise<Message[]> =>
    ((await slack.ada.conversations.replies({ channel: slack.channel, ts })).messages ?? []) as Message[];

  const file = Buffer.from('09:00:01 start\n09:00:02 ERROR disk is full\n');
  await slack.ada.filesUploadV2({ channel_id: slack.channel, file, filename: 'app.log', initial_comment: 'why?' });
  const { messages } = await slack.ada.conversations.history({ channel: slack.channel });
  const shared = (messages as Message[]).find(({ text }) => text === 'why?')!;
  const event = { ...shared, type: 'message', channel: slack.channel, channel_type: 'channel', event_ts: shared.ts };
  await tell(event);
  await tell(event);
  const answers = async () => (await thread(shared.ts)).filter(({ ts, user }) => ts !== shared.ts && user === botUser);
  // Calls go over sockets: let them come back, then move the clock on.
  for (let turn = 0; turn < 60 && (await answers()).length === 0; turn += 1) await run.pass(5_000, 1_000);
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
  for (let turn = 0; turn < 60 && (await answers()).length === 1; turn += 1) await run.pass(5_000, 1_000);
  await run.pass(30_000);
  expect(await answers()).toHaveLength(2);
});
