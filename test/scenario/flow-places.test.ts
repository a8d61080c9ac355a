import { expect, test } from 'vitest';
import { channel, startBot } from '../support/bot-under-test.ts';

const file = { name: 'app.log', bytes: '09:00:01 start\n09:00:02 ERROR disk is full\n' };

test('the same bytes in a channel and on a ticket are one upload, two questions, and places that name each other', async () => {
  using run = await startBot();
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [file] });
  await run.jira.people.createIssue({
    project: 'PROJ',
    user: 'ada',
    summary: 'Stops by itself',
    description: 'Every night.',
    files: [file],
  });
  await run.pass(40_000);
  expect(run.service.files).toHaveLength(1);
  expect(run.service.posts.map(({ query }) => query).sort()).toEqual(['Stops by itself\n\nEvery night.', 'why?']);
  expect(run.posts()).toHaveLength(1);
  expect(run.posts()[0]!.blocks).toContain('PROJ-1');
  expect(run.comments('PROJ-1')).toHaveLength(1);
  expect(run.comments('PROJ-1')[0]).toContain('#bringup');
});

test('a place that was answered before hears once of the other, without the cause again', async () => {
  using run = await startBot();
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data: { answer: 'The disk ran full.' } });
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [file] });
  await run.pass(30_000);
  expect(run.posts()).toHaveLength(1);
  await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Stops', files: [file] });
  await run.pass(30_000);
  expect(run.posts()).toHaveLength(2);
  expect(run.posts()[1]!.blocks).toContain('PROJ-1');
  expect(run.posts()[1]!.blocks).not.toContain('disk ran full');
  expect(run.comments('PROJ-1')).toHaveLength(1);
  expect(run.service.files).toHaveLength(1);
});

test('a thread that names a ticket has its answers on the ticket too', async () => {
  using run = await startBot();
  await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Stops' });
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'for PROJ-1: why? UTF-8', files: [file] });
  await run.pass(40_000);
  expect(run.posts()).toHaveLength(1);
  expect(run.comments('PROJ-1')).toHaveLength(1);
  expect(run.service.posts).toHaveLength(1);
});

test('a private channel is answered and named nowhere', async () => {
  using run = await startBot();
  run.slack.workspace.addChannel({
    id: 'G0SECRET',
    name: 'secret',
    kind: 'private',
    members: ['U0ADA', run.slack.bot.userId],
  });
  await run.slack.people.say({ channel: 'G0SECRET', user: 'U0ADA', text: 'why?', files: [file] });
  await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Stops', files: [file] });
  await run.pass(40_000);
  expect(run.posts('G0SECRET')).toHaveLength(1);
  expect(run.posts('G0SECRET')[0]!.blocks).not.toContain('PROJ-1');
  expect(run.comments('PROJ-1')).toHaveLength(1);
  expect(run.comments('PROJ-1')[0]).not.toContain('secret');
});

test('a service desk ticket is answered inside and named nowhere', async () => {
  using run = await startBot();
  await run.jira.people.createIssue({ project: 'DESK', user: 'ada', summary: 'Stops', files: [file] });
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [file] });
  await run.pass(40_000);
  const comments = run.jira.site.findIssue('DESK-1')?.comments ?? [];
  expect(comments).toHaveLength(1);
  expect(run.posts()).toHaveLength(1);
  expect(run.posts()[0]!.blocks).not.toContain('DESK-1');
});

test('a follow-up in the thread is asked of its file without naming the bot', async () => {
  using run = await startBot();
  const said = await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [file] });
  await run.pass(30_000);
  await run.slack.people.say({ channel, user: 'U0BOB', text: 'When did it begin?', threadTs: said.message.ts });
  await run.slack.people.say({ channel, user: 'U0BOB', text: 'thanks, I will look', threadTs: said.message.ts });
  await run.slack.people.say({ channel, user: 'U0BOB', text: 'lunch?' });
  await run.pass(30_000);
  expect(run.service.posts.map(({ query }) => query)).toEqual(['why?', 'When did it begin?']);
  expect(run.posts()).toHaveLength(2);
  expect(run.posts()[1]!.threadTs).toBe(said.message.ts);
});

test('a command on a ticket is answered in the channel, and its thread asks on', async () => {
  using run = await startBot();
  await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Stops', files: [file] });
  await run.pass(30_000);
  const reply = await run.slack.people.command({ channel, user: 'U0ADA', text: 'PROJ-1 which disk is it?' });
  expect(reply.status).toBe(200);
  await run.pass(30_000);
  const [answer] = run.posts();
  expect(answer?.threadTs).toBeUndefined();
  expect(run.service.posts.map(({ query }) => query)).toEqual(['Stops', 'which disk is it?']);
  const root = run.slack.workspace.channels.get(channel)!.messages.find(({ user }) => user === run.slack.bot.userId)!;
  await run.slack.people.say({ channel, user: 'U0BOB', text: 'since when?', threadTs: root.ts });
  await run.pass(30_000);
  expect(run.service.posts.map(({ query }) => query)).toEqual(['Stops', 'which disk is it?', 'since when?']);
  expect(run.posts()[1]?.threadTs).toBe(root.ts);
  expect(run.comments('PROJ-1')).toHaveLength(2);
});

test('a command on a message link asks the files of that message', async () => {
  using run = await startBot();
  const said = await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [file] });
  await run.pass(30_000);
  await run.slack.people.command({ channel, user: 'U0ADA', text: `${said.permalink} how many errors?` });
  await run.pass(30_000);
  expect(run.service.posts.map(({ query }) => query)).toEqual(['why?', 'how many errors?']);
  expect(run.service.files).toHaveLength(1);
  expect(run.posts()).toHaveLength(2);
});
