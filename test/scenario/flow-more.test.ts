import { expect, test } from 'vitest';
import { channel, startBot } from '../support/bot-under-test.ts';

const file = { name: 'app.log', bytes: '09:00:01 start\n09:00:02 ERROR disk is full\n' };

test('a direct message needs no mention, neither for its file nor for what is asked next', async () => {
  using run = await startBot();
  run.slack.workspace.addChannel({ id: 'D0ADA', name: 'ada', kind: 'im', members: ['U0ADA', run.slack.bot.userId] });
  const said = await run.slack.people.say({ channel: 'D0ADA', user: 'U0ADA', text: 'why?', files: [file] });
  await run.pass(30_000);
  await run.slack.people.say({ channel: 'D0ADA', user: 'U0ADA', text: 'the second line', threadTs: said.message.ts });
  await run.pass(30_000);
  expect(run.service.posts.map(({ query }) => query)).toEqual(['why?', 'the second line']);
  expect(run.posts('D0ADA')).toHaveLength(2);
});

test('a file in a thread belongs to the ticket that the thread’s first message names', async () => {
  using run = await startBot();
  await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Stops' });
  const root = await run.slack.people.say({ channel, user: 'U0BOB', text: 'PROJ-1 is back' });
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', threadTs: root.message.ts, files: [file] });
  await run.pass(40_000);
  expect(run.posts()[0]?.threadTs).toBe(root.message.ts);
  expect(run.comments('PROJ-1')).toHaveLength(1);
});

test('a ticket’s later answers go to the thread that named it', async () => {
  using run = await startBot();
  await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Stops' });
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'PROJ-1: why?', files: [file] });
  await run.pass(40_000);
  await run.jira.people.attach({
    issue: 'PROJ-1',
    user: 'ada',
    files: [{ name: 'other.log', bytes: 'another log\n' }],
  });
  await run.pass(40_000);
  expect(run.comments('PROJ-1')).toHaveLength(2);
  expect(run.posts()).toHaveLength(2);
  expect(run.service.posts.map(({ query }) => query)).toEqual(['why?', 'Stops']);
});

test('people ask each other in a thread whose file could not be read; the bot answers only when it is addressed', async () => {
  using run = await startBot();
  const files = [{ name: 'empty.log', bytes: '' }];
  const said = await run.slack.people.say({ channel, user: 'U0ADA', text: 'look', files });
  await run.pass(20_000);
  const threadTs = said.message.ts;
  await run.slack.people.say({ channel, user: 'U0BOB', text: 'why is it empty?', threadTs });
  await run.pass(20_000);
  expect(run.posts()).toHaveLength(1);
  await run.slack.people.say({ channel, user: 'U0BOB', text: '<@U0LOGTRIAGE> why?', threadTs });
  await run.pass(20_000);
  expect(run.posts()).toHaveLength(2);
});

test('status tells how far each file of the channel is', async () => {
  using run = await startBot();
  run.service.looks = () => [{ status: 'ANALYZING' }];
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [file] });
  await run.pass(10_000);
  const { text, body } = await run.slack.people.command({ channel, user: 'U0ADA', text: 'status' });
  expect(`${text} ${JSON.stringify(body)}`).toContain('app.log');
});

test('a vendor that is down is waited for, and nothing is lost', async () => {
  using run = await startBot();
  run.jira.faults.add(/^GET .*\/issue\//, { kind: 'error', error: 'down', status: 503 }, 4);
  run.slack.faults.add('conversations.history', { kind: 'status', status: 502 }, 4);
  await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Stops', files: [file] });
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [file] });
  await run.pass(4_000);
  expect(run.service.files).toHaveLength(0);
  await run.pass(120_000);
  expect([run.comments('PROJ-1').length, run.posts().length]).toEqual([1, 1]);
});

test('an internal comment that is refused leaves the ticket alone and tells the operator', async () => {
  using run = await startBot({ config: { opsChannel: 'C0OPS' } });
  run.slack.workspace.addChannel({ id: 'C0OPS', name: 'ops', members: [run.slack.bot.userId] });
  run.jira.faults.add(/servicedeskapi/, { kind: 'error', error: 'no', status: 403 }, 50);
  await run.jira.people.createIssue({ project: 'DESK', user: 'ada', summary: 'Stops', files: [file] });
  await run.pass(60_000);
  expect(run.comments('DESK-1')).toEqual([]);
  expect(
    run
      .posts('C0OPS')
      .map(({ blocks }) => blocks)
      .join(),
  ).toContain('was not posted');
});

test('the bot’s own files and words start nothing', async () => {
  using run = await startBot();
  await run.slack.people.say({ channel, user: run.slack.bot.userId, text: 'PROJ-1?', files: [file] });
  await run.jira.people.createIssue({ project: 'PROJ', user: run.jira.bot.accountId, summary: 'Mine', files: [file] });
  await run.pass(30_000);
  expect(run.service.requests).toEqual([]);
});
