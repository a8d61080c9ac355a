import { describe, expect, it } from 'vitest';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import type { SlackMessage } from '../../src/sandbox/slack/workspace.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { envelope } from '../support/hosted-service.ts';
import { settle } from '../support/settle.ts';

const log = '09:00:01 start\n09:00:02 ERROR disk is full\n';
const file = { name: 'app.log', bytes: log };
const finding = { verdict: 'LIKELY', root_cause: 'The disk ran full', answer: 'It was full.' };

/** Files are read until `release`; then the answer comes. */
async function startSlow(progress = 0.4) {
  const run = await startBot();
  let isReady = false;
  run.service.intercept = (request) =>
    !isReady && request.method === 'GET' && /\/files\/[^/]+$/.test(request.url)
      ? envelope(200, { id: request.url.split('/').at(-1), status: 'ANALYZING', progress })
      : undefined;
  run.service.looks = () => [{ status: 'COMPLETED' }];
  run.service.deep = () => envelope(200, finding);
  return {
    run,
    release: () => {
      isReady = true;
    },
  };
}

const bots = (run: BotUnderTest): SlackMessage[] =>
  run.slack.workspace.channels.get(channel)!.messages.filter(({ user }) => user === run.slack.bot.userId);
const texts = (run: BotUnderTest) => bots(run).map((message) => message.text ?? '');
const calls = (run: BotUnderTest, method: string) => run.slack.calls.filter((call) => call.method === method);
const share = (run: BotUnderTest) => run.slack.people.say({ channel, user: 'U0ADA', files: [file] });

async function stop(run: BotUnderTest, user: string) {
  const line = bots(run).find(({ text }) => text?.includes('Reading'))!;
  expect((await run.slack.people.press({ channel, ts: line.ts, user, actionId: 'answer:stop' })).status).toBe(200);
  await settle();
  await run.pass(3_000);
}

const shownTo = (run: BotUnderTest, user: string) =>
  run.slack.workspace.channels
    .get(channel)!
    .ephemerals.filter((shown) => shown.user === user)
    .map((shown) => readMessage(shown).text);

describe('progress by reaction and one edited status', () => {
  it('is a reaction alone where the work is short', async () => {
    using run = await startBot();
    await share(run);
    await run.pass(60_000);
    expect(calls(run, 'chat.postMessage')).toHaveLength(1);
    expect(calls(run, 'chat.delete')).toEqual([]);
  });

  it('is one line where it takes long, edited in place, and gone with the answer', async () => {
    const { run } = await startSlow();
    using _ = run;
    const { message } = await share(run);
    await run.pass(14_000);
    expect(texts(run)).toEqual([]);
    await run.pass(20_000);
    expect(texts(run)).toEqual(['Reading the file, 40 %.']);
    expect(bots(run)[0]).toMatchObject({ thread_ts: message.ts });
    const { ts } = bots(run)[0]!;
    let state = 'RUNNING';
    run.service.deep = () => envelope(202, { id: 's-1', status: 'RUNNING' }, { 'retry-after': '5' });
    run.service.intercept = (request) =>
      request.url.endsWith('/searches/s-1')
        ? envelope(200, { id: 's-1', status: state, progress: 0.62, ...(state === 'COMPLETED' ? finding : {}) })
        : undefined;
    await run.pass(30_000);
    expect(bots(run).map((shown) => [shown.ts, shown.text])).toEqual([[ts, 'Searching for the answer, 60 %.']]);
    state = 'COMPLETED';
    await run.pass(60_000);
    expect(texts(run)).toEqual([expect.stringContaining('The disk ran full')]);
    expect(calls(run, 'chat.postMessage')).toHaveLength(2);
    expect(run.slack.unexpected).toEqual([]);
  });

  it('edits no more often than every five seconds, however often the share changes', async () => {
    const { run } = await startSlow();
    using _ = run;
    let share100 = 0;
    run.service.intercept = (request) => {
      if (request.method !== 'GET' || !/\/files\/[^/]+$/.test(request.url)) return undefined;
      share100 += 7;
      const data = { id: request.url.split('/').at(-1), status: 'ANALYZING', progress: (share100 % 100) / 100 };
      return envelope(200, data, { 'retry-after': '1' });
    };
    await share(run);
    await run.pass(75_000);
    const edits = calls(run, 'chat.update').length;
    expect(edits).toBeGreaterThan(3);
    expect(edits).toBeLessThanOrEqual(12);
  });

  it('stays below what Slack takes of edits, however many threads wait', async () => {
    const { run } = await startSlow();
    using _ = run;
    let looks = 0;
    run.service.intercept = (request) => {
      if (request.method !== 'GET' || !/\/files\/[^/]+$/.test(request.url)) return undefined;
      looks += 1;
      const data = { id: request.url.split('/').at(-1), status: 'ANALYZING', progress: (looks % 17) / 17 };
      return envelope(200, data, { 'retry-after': '1' });
    };
    for (let thread = 0; thread < 20; thread += 1) {
      await run.slack.people.say({
        channel,
        user: 'U0ADA',
        files: [{ name: `${thread}.log`, bytes: `${log}${thread}` }],
      });
    }
    await run.pass(60_000);
    const before = calls(run, 'chat.update').length;
    await run.pass(120_000);
    const each2Minutes = calls(run, 'chat.update').length - before;
    expect(each2Minutes).toBeGreaterThan(20);
    expect(each2Minutes).toBeLessThanOrEqual(66);
    expect(texts(run)).toHaveLength(20);
  });

  it('is one line for all files and questions of a thread', async () => {
    const { run, release } = await startSlow();
    using _ = run;
    const files = [file, { name: 'b.log', bytes: `${log}b` }, { name: 'c.log', bytes: `${log}c` }];
    const { message } = await run.slack.people.say({ channel, user: 'U0ADA', files });
    await run.pass(30_000);
    expect(texts(run)).toEqual(['3 files: 3 being read, 40 %.']);
    await run.slack.people.say({
      channel,
      user: 'U0BOB',
      text: '<@U0LOGTRIAGE> since when?',
      threadTs: message.ts,
    });
    await run.pass(40_000);
    expect(texts(run)).toHaveLength(1);
    expect(texts(run)[0]).toContain('questions: ');
    release();
    await run.pass(60_000);
    expect(texts(run).filter((text) => !text.includes('The disk ran full'))).toEqual([]);
  });

  it('survives restarts, and a lost answer to its own post, without a second line', async () => {
    const { run, release } = await startSlow();
    using _ = run;
    run.slack.faults.add('chat.postMessage', { kind: 'reset', after: true }, 1);
    await share(run);
    for (let time = 0; time < 6; time += 1) {
      await run.pass(10_000);
      await run.restart();
    }
    expect(texts(run)).toEqual(['Reading the file, 40 %.']);
    release();
    await run.pass(30_000);
    await run.restart();
    await run.pass(20 * 60_000, 5_000);
    expect(texts(run)).toEqual([expect.stringContaining('The disk ran full')]);
  });

  it('is not posted any more where Slack was down until the answer was there', async () => {
    const { run, release } = await startSlow();
    using _ = run;
    run.slack.faults.add('chat.postMessage', { kind: 'error', error: 'ratelimited' }, 4);
    await share(run);
    await run.pass(18_000);
    release();
    await run.pass(20 * 60_000, 5_000);
    expect(texts(run)).toEqual([expect.stringContaining('The disk ran full')]);
  });

  it('vanishes where the work fails, and the verdict stands alone', async () => {
    const { run } = await startSlow();
    using _ = run;
    await share(run);
    await run.pass(30_000);
    expect(texts(run)).toEqual(['Reading the file, 40 %.']);
    run.service.intercept = (request) =>
      /\/files\/[^/]+$/.test(request.url)
        ? envelope(200, { id: request.url.split('/').at(-1), status: 'FAILED', can_retry: false })
        : undefined;
    await run.pass(60_000);
    expect(texts(run)).toEqual([expect.stringContaining('could not be analysed')]);
  });

  it('goes with the message that the work is for', async () => {
    const { run, release } = await startSlow();
    using _ = run;
    const { message } = await share(run);
    await run.pass(30_000);
    await run.slack.people.removeMessage(channel, message.ts);
    await run.pass(10_000);
    release();
    await run.pass(120_000);
    expect(texts(run)).toEqual([]);
  });

  it('stands beside no other word that work waits', async () => {
    const { run } = await startSlow();
    using _ = run;
    run.service.key = 'another';
    await share(run);
    await run.pass(120_000);
    expect(texts(run)).toEqual([expect.stringContaining('does not accept our key')]);
  });

  it('is not shown where answers are for a review channel', async () => {
    const { run } = await startSlow();
    using _ = run;
    run.slack.workspace.addChannel({ id: 'C0REVIEW', name: 'review', members: ['U0ADA', run.slack.bot.userId] });
    await run.slack.people.command({ channel, user: 'U0ADA', text: 'settings' });
    const shown = run.slack.workspace.channels.get(channel)!.ephemerals.at(-1)!;
    await run.slack.people.press({ channel, ts: shown.ts, user: 'U0ADA', actionId: 'settings:open' });
    await settle();
    await run.slack.people.submit({ user: 'U0ADA', values: { reviewChannel: 'C0REVIEW' } });
    await run.pass(5_000);
    await share(run);
    await run.pass(120_000);
    expect(texts(run)).toEqual([]);
  });

  it('draws no comment on a ticket', async () => {
    const { run } = await startSlow();
    using _ = run;
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops' });
    await run.jira.people.attach({ issue: 'PROJ-1', user: 'ada', files: [file] });
    await run.pass(120_000);
    expect(run.comments('PROJ-1')).toEqual([]);
  });
});

describe('Cancel in the line', () => {
  it('stops the work at once, and no answer comes', async () => {
    const { run, release } = await startSlow();
    using _ = run;
    const { message } = await share(run);
    await run.pass(30_000);
    await stop(run, 'U0BOB');
    expect(texts(run)).toEqual([]);
    expect(shownTo(run, 'U0BOB')).toEqual([expect.stringContaining('Stopped')]);
    release();
    await run.restart();
    await run.pass(120_000);
    expect(texts(run)).toEqual([]);
    const said = run.slack.workspace.channels.get(channel)!.messages.find(({ ts }) => ts === message.ts);
    expect(said?.reactions ?? []).toEqual([]);
  });

  it('is for those who may ask here', async () => {
    const { run } = await startSlow();
    using _ = run;
    run.slack.workspace.addUser({ id: 'U0GUEST', name: 'guest', isGuest: true });
    run.slack.workspace.channels.get(channel)!.members.add('U0GUEST');
    await share(run);
    await run.pass(30_000);
    await stop(run, 'U0GUEST');
    expect(texts(run)).toEqual(['Reading the file, 40 %.']);
    expect(shownTo(run, 'U0GUEST')).toEqual([expect.stringContaining('guests')]);
    await stop(run, 'U0BOB');
    expect(texts(run)).toEqual([]);
  });
});

describe('a typed command whose work takes long', () => {
  async function ask(where: string) {
    const slow = await startSlow();
    const { run } = slow;
    run.slack.workspace.addChannel({ id: 'C0ALONE', name: 'alone', members: ['U0ADA'] });
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops', files: [file] });
    await run.slack.people.command({ channel: where, user: 'U0ADA', text: 'PROJ-1 why?' });
    const alone = () =>
      (run.slack.workspace.channels.get(where)?.ephemerals ?? []).map((shown) => readMessage(shown).text);
    return { ...slow, alone, [Symbol.dispose]: () => run[Symbol.dispose]() };
  }

  it.each([
    ['where the answer is a message of the channel', channel],
    ['where the bot is no member', 'C0ALONE'],
  ])('is told of once, to the asker alone, %s', async (_, where) => {
    using asked = await ask(where);
    const { run, release, alone } = asked;
    const lines = () => alone().filter((words) => words.includes('Reading the file'));
    await run.pass(25_000);
    expect(lines()).toEqual([]);
    await run.pass(15_000);
    expect(lines()).toEqual(['Reading the file, 40 %. I will answer here.']);
    await run.pass(10 * 60_000, 30_000);
    expect(lines()).toHaveLength(1);
    release();
    await run.pass(60_000);
    const isMember = where === channel;
    expect([...texts(run), ...alone()].filter((words) => words.includes('The disk ran full'))).toHaveLength(1);
    expect(alone().some((words) => words.includes('The disk ran full'))).toBe(!isMember);
    expect(run.slack.unexpected).toEqual([]);
  });

  it('has no line where it is short', async () => {
    using asked = await ask(channel);
    asked.release();
    await asked.run.pass(3 * 60_000, 10_000);
    expect(texts(asked.run).some((words) => words.includes('The disk ran full'))).toBe(true);
    expect(asked.alone().filter((words) => words.includes('answer here') && words.includes('%'))).toEqual([]);
  });
});
