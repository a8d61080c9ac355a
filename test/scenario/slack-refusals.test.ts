import { describe, expect, it } from 'vitest';
import type { BotConfig } from '../../src/app/bot-config.ts';
import type { Log } from '../../src/core/log.ts';
import { silentLog } from '../../src/core/log.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';

const file = { name: 'app.log', bytes: '09:00:01 start\n09:00:02 ERROR disk is full\n' };
const share = { channel, user: 'U0ADA', text: 'why?', files: [file] };
const ops = 'C0OPS';
const hourMs = 3_600_000;

/** The bot with a channel for its operators, and what its error log tells them. */
async function start(config: Partial<BotConfig> = { opsChannel: ops }) {
  const told: string[] = [];
  const log: Log = {
    ...silentLog,
    error: (message, fields) => {
      if (message === 'the operator should look at this') told.push(String(fields?.message));
    },
    with: () => log,
  };
  const run = await startBot({ config, log });
  run.slack.workspace.addChannel({ id: ops, name: 'ops', members: [run.slack.bot.userId] });
  return { run, told };
}

const posts = ({ slack }: BotUnderTest) => slack.calls.filter(({ method }) => method === 'chat.postMessage');

type Refusal = [name: string, words: RegExp, refuse: (run: BotUnderTest) => void, mend: (run: BotUnderTest) => void];

const members = (run: BotUnderTest) => run.slack.workspace.channels.get(channel)!.members;
const fault = (error: string): Pick<Refusal, 2 | 3> => ({
  2: (run) => run.slack.faults.add('chat.postMessage', { kind: 'error', error }, 10_000),
  3: (run) => run.slack.faults.clear(),
});
const refused = (error: string, words: RegExp): Refusal => [error, words, fault(error)[2], fault(error)[3]];
const missing = (scope: string): Refusal => [
  `missing_scope for ${scope}`,
  new RegExp(`lacks the permission ${scope}`),
  (run) => run.slack.bot.scopes.delete(scope),
  (run) => run.slack.bot.scopes.add(scope),
];

describe('an answer that Slack does not take', () => {
  it.each<Refusal>([
    [
      'not_in_channel',
      /Invite it/,
      (run) => members(run).delete(run.slack.bot.userId),
      (run) => members(run).add(run.slack.bot.userId),
    ],
    refused('channel_not_found', /If the channel is private, invite the bot/),
    refused('restricted_action', /workspace administrator/),
    [
      'HTTP 403',
      /HTTP 403/,
      (run) => run.slack.faults.add('chat.postMessage', { kind: 'status', status: 403 }, 10_000),
      (run) => run.slack.faults.clear(),
    ],
    missing('chat:write'),
    refused('account_inactive', /SLACK_BOT_TOKEN/),
    refused('token_revoked', /SLACK_BOT_TOKEN/),
  ])(
    'for %s is told once with the way out, kept, and posted once when that is mended',
    async (_, words, refuse, mend) => {
      const { run, told } = await start();
      using _run = run;
      run.service.looks = () => {
        refuse(run);
        return [{ status: 'COMPLETED' }];
      };
      await run.slack.people.say(share);
      await run.pass(20 * hourMs, 60_000);
      expect(run.posts()).toEqual([]);
      expect(told.filter((text) => words.test(text) && !text.includes(ops))).toHaveLength(1);
      // Each five minutes at most, so that nobody is kept waiting long either.
      expect(posts(run).length).toBeLessThan(2 * 20 * 12 + 40);
      mend(run);
      await run.pass(hourMs, 60_000);
      expect(run.posts()).toHaveLength(1);
      const inOps = run.posts(ops).map(({ blocks }) => blocks);
      expect(inOps.filter((text) => !words.test(text))).toEqual([]);
      expect(inOps.length).toBeLessThanOrEqual(1);
      expect(posts(run).length).toBeGreaterThan(1);
    },
  );

  it('is told in the channel of the operators where that takes messages', async () => {
    const { run } = await start();
    using _run = run;
    run.service.looks = () => {
      members(run).delete(run.slack.bot.userId);
      return [{ status: 'COMPLETED' }];
    };
    await run.slack.people.say(share);
    await run.pass(hourMs, 60_000);
    expect(run.posts(ops)).toMatchObject([{ blocks: expect.stringContaining('Invite it') }]);
  });

  it('because the channel is archived is given up at once, and told as that', async () => {
    const { run } = await start();
    using _run = run;
    run.slack.faults.add('chat.postMessage', { kind: 'error', error: 'is_archived' });
    await run.slack.people.say(share);
    await run.pass(30_000);
    await run.pass(hourMs, 60_000);
    expect(run.posts()).toEqual([]);
    expect(run.posts(ops)).toMatchObject([{ blocks: expect.stringContaining('the channel is archived') }]);
  });

  it('is not tried for ever: after a week it is given up', async () => {
    const { run, told } = await start({});
    using _run = run;
    run.service.looks = () => {
      members(run).delete(run.slack.bot.userId);
      return [{ status: 'COMPLETED' }];
    };
    await run.slack.people.say(share);
    await run.pass(8 * 24 * hourMs, 300_000);
    const before = posts(run).length;
    await run.pass(24 * hourMs, 300_000);
    expect(posts(run)).toHaveLength(before);
    // Once a day, as long as it lasts.
    expect(told).toHaveLength(8);
  });
});

it('a file that a missing permission keeps from us waits with its thread told, and is answered when it is given', async () => {
  const { run, told } = await start();
  using _run = run;
  run.slack.bot.scopes.delete('files:read');
  await run.slack.people.say(share);
  await run.pass(5 * hourMs, 60_000);
  expect(run.posts()).toMatchObject([
    { blocks: expect.stringMatching(/is waiting.*files:read.*nothing needs to be sent again/) },
  ]);
  expect(run.posts(ops)).toMatchObject([{ blocks: expect.stringContaining('files:read') }]);
  expect(told).toHaveLength(1);
  run.slack.bot.scopes.add('files:read');
  await run.pass(hourMs, 60_000);
  expect(run.posts()).toHaveLength(2);
  expect(run.posts()[1]!.blocks).toContain('Asked: why?');
  expect(run.service.files).toHaveLength(1);
});

it('what the operator was told is told once over restarts, in the log and in the channel', async () => {
  const { run, told } = await start();
  using _run = run;
  run.refuseJira(true);
  await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Stops', files: [file] });
  for (let time = 0; time < 3; time += 1) {
    await run.pass(10 * 60_000);
    await run.restart();
  }
  expect(told).toHaveLength(1);
  expect(run.posts(ops)).toHaveLength(1);
});

describe('a file whose record Slack does not give', () => {
  it('is taken from the message that brought it', async () => {
    const { run } = await start();
    using _run = run;
    run.slack.faults.add('files.info', { kind: 'error', error: 'not_visible' }, 100);
    await run.slack.people.say(share);
    await run.pass(60_000);
    expect(run.posts()).toMatchObject([{ blocks: expect.stringContaining('Asked: why?') }]);
    expect(run.service.files).toMatchObject([{ name: 'app.log', bytes: file.bytes }]);
  });

  it('is told in the thread where the message has no address of it either', async () => {
    const { run } = await start();
    using _run = run;
    run.slack.faults.add('files.info', { kind: 'error', error: 'team_access_not_granted' }, 100);
    const said = await run.slack.people.say(share);
    const listed = run.slack.workspace.findMessage(channel, said.message.ts)!.files![0]! as Record<string, unknown>;
    delete listed.url_private_download;
    await run.pass(60_000);
    expect(run.posts()).toMatchObject([{ blocks: expect.stringContaining('team_access_not_granted') }]);
    expect(run.service.files).toEqual([]);
  });
});
