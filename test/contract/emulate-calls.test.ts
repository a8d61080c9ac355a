import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { redirectPath } from '../../src/bot/slack/manifest.ts';
import { createSlackClients } from '../../src/bot/slack/slack-client.ts';
import { createSlackPeople } from '../../src/bot/slack/slack-people.ts';
import { singleWorkspace } from '../../src/bot/slack/workspaces.ts';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import { type BotUnderTest, startBot } from '../support/bot-under-test.ts';
import {
  botToken,
  botUser,
  type ForeignMessage,
  type ForeignSlack,
  startForeignSlack,
} from '../support/foreign-slack.ts';
import { createSender } from '../support/sent-by-slack.ts';
import { slackClient, slackSecrets } from '../support/vendors.ts';

/** Methods the bot calls and emulate does not serve. Once it does, they are to be tried like the others. */
const notServed = ['auth.revoke', 'auth.teams.list', 'chat.unfurl', 'users.conversations'];

/** Each method of the Web API that the bot's sources name. */
function methodsOfTheBot(): string[] {
  const folder = 'src/bot/slack';
  const name = /'((?:apps|auth|bots|chat|conversations|files|oauth|pins|reactions|team|users|views)(?:\.[a-z]\w+)+)'/gi;
  const named = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(name)].map(([, method = '']) => method));
  return [...new Set(named)].sort();
}

/** The bot in that workspace, with the token it was given there when Ada installed it. */
async function installThere(slack: ForeignSlack) {
  const { signingSecret } = slackSecrets;
  const run = await startBot({
    config: {
      slack: { signingSecret, apiUrl: `${slack.origin}/api/`, oauth: { ...slackClient, allowed: [] } },
      publicUrl: 'http://bot.test',
      answersOfDeleted: 'remove',
    },
    elsewhere: { fetch },
  });
  const begun = await run.request('/slack/install', { method: 'GET' });
  const page = new URL(begun.headers.get('location') ?? '');
  expect(await (await fetch(page)).text()).toContain('Authorize <strong>logtriage</strong>');
  const agreed = new URLSearchParams([...page.searchParams, ['user_id', slack.person]]);
  const callback = `${slack.origin}/oauth/v2/authorize/callback`;
  const { headers } = await fetch(callback, { method: 'POST', body: agreed, redirect: 'manual' });
  const { search } = new URL(headers.get('location') ?? '');
  const [cookie = ''] = (begun.headers.get('set-cookie') ?? '').split(';');
  const ended = await run.request(redirectPath + search, { headers: { cookie } });
  expect(await ended.text()).toContain('Installed in Emulate');
  const send = async (request: Request) => await run.bot.routes.fetch(request);
  return { run, ...createSender(slack, { clock: run.clock, origin: 'http://bot.test', send }) };
}

const isAnswer = (message: ForeignMessage) => readMessage(message).text.includes('The disk is full');

/** Calls go over sockets: let them come back, then move the clock on. */
async function until(run: BotUnderTest, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 60 && !(await isSo()); turn += 1) await run.pass(5_000, 1_000);
}

/** A long answer, to be attached as a file; it comes once the thread was told that the file is looked at. */
async function answerAtLength(run: BotUnderTest, slack: ForeignSlack): Promise<void> {
  const citations = [{ file: 'app.log', line_start: 2, line_end: 2, excerpt: '09:00:02 ERROR disk is full' }];
  const paragraphs = Array.from({ length: 400 }, (_, at) => `Paragraph ${at} of a long story about the disk.`);
  const found = { verdict: 'CONFIRMED', root_cause: 'The disk is full', answer: paragraphs.join('\n\n'), citations };
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data: found });
  await until(run, () => slack.called.has('chat.postMessage'));
  for (const file of run.service.files) file.looks = [{ status: 'COMPLETED' }];
  await until(run, () => slack.called.has('files.completeUploadExternal') && slack.called.has('chat.delete'));
}

type There = Awaited<ReturnType<typeof installThere>>;

/** Presses buttons below the answer: votes, a form, lines around, and one that only its presser is told about. */
async function pressButtons(slack: ForeignSlack, { run, interact }: There, shared: ForeignMessage) {
  const answer = (await slack.thread(shared.ts)).find(isAnswer)!;
  const [, value = ''] = /"action_id":"answer:ask".*?"value":"([^"]+)"/.exec(JSON.stringify(answer.blocks)) ?? [];
  const container = { type: 'message', message_ts: answer.ts, thread_ts: shared.ts, channel_id: slack.channel };
  for (const button of ['right', 'around', 'ask', 'file']) {
    const made = await slack.callAsBot('views.generateTriggerId', { user_id: slack.person });
    const { trigger_id } = (await made.json()) as { trigger_id?: string };
    const actions = [{ action_id: `answer:${button}`, action_ts: answer.ts, value }];
    await interact({ type: 'block_actions', user: { id: slack.person }, container, actions, trigger_id });
  }
  await until(run, () => slack.called.has('chat.postEphemeral') && (slack.called.get('views.open') ?? 0) > 1);
}

/** In the thread, and from another channel, whose readers are then compared with those of the file's. */
async function askAgain(slack: ForeignSlack, { run, tellMention, command }: There, shared: ForeignMessage) {
  const text = `<@${botUser}> when did it start?`;
  const question = { channel: slack.channel, thread_ts: shared.ts, text };
  const { ts = '' } = await slack.ada.chat.postMessage(question);
  await tellMention({ ...question, ts, user: slack.person });
  const { channel } = await slack.ada.conversations.create({ name: 'lab' });
  const lab = channel?.id ?? '';
  await slack.ada.conversations.invite({ channel: lab, users: botUser });
  const { permalink } = await slack.ada.chat.getPermalink({ channel: slack.channel, message_ts: shared.ts });
  await command(`${permalink} what failed?`, { channel_id: lab, user_id: slack.person });
  const isThere = async () => {
    const { messages } = await slack.ada.conversations.history({ channel: lab });
    return (messages as ForeignMessage[]).some(isAnswer);
  };
  await until(run, async () => slack.called.has('conversations.replies') && (await isThere()));
}

it('makes no call that other people refuse, and tries each they serve', async () => {
  await using slack = await startForeignSlack();
  const there = await installThere(slack);
  const { run, tell, tellMessage } = there;
  using _ = run;
  run.service.looks = () => [{ status: 'ANALYZING' }];
  const shared = await slack.shareLog();
  await tellMessage(shared);
  await answerAtLength(run, slack);
  await pressButtons(slack, there, shared);
  await askAgain(slack, there, shared);
  await tell({ type: 'app_home_opened', user: slack.person, channel: 'D0HOME', tab: 'home', event_ts: shared.ts });
  await until(run, () => slack.called.has('views.publish'));
  const [file] = shared.files ?? [];
  await slack.ada.files.delete({ file: file?.id ?? '' });
  await tell({ type: 'file_deleted', file_id: file?.id, event_ts: shared.ts });
  await until(run, async () => slack.called.has('files.delete') && !(await slack.thread(shared.ts)).some(isAnswer));
  // Pages that people sign in to ask for them by their address.
  const clientOf = createSlackClients({ workspaces: singleWorkspace(botToken), apiUrl: `${slack.origin}/api/` });
  const { userByEmail } = createSlackPeople(clientOf, run.clock);
  expect(await userByEmail(slack.team, 'ada@emulate.dev')).toBe(slack.person);

  expect(slack.refused).toEqual([]);
  expect([...slack.called.keys(), ...notServed].sort()).toEqual(methodsOfTheBot());
  for (const method of notServed) expect([method, (await slack.callAsBot(method, {})).status]).toEqual([method, 404]);
});
