import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { everythingKept } from '../support/everything-kept.ts';
import { runNode } from '../support/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';

const found = (query: string) => ({
  code: 200,
  message: 'ok',
  data: {
    query,
    verdict: 'LIKELY',
    root_cause: 'The disk ran full',
    answer: 'The disk ran full.',
    citations: [{ file: 'app.log', line_start: 1, line_end: 1, excerpt: '09:00:02 ERROR disk is full' }],
  },
});

/** Whose words are still kept in the database. */
const wordsOf = ({ database }: BotUnderTest) =>
  [...new Set(everythingKept(database).match(/(?:ada|bob|eve)-asked-\w+/g) ?? [])].sort();

it('deletes what somebody asked wherever they asked it, and what quotes it; what others asked stays', async () => {
  const { path } = temporaryFolder();
  using run = await startBot({
    database: openTestDatabase('bot', join(path, 'bot.db')),
    config: { tickets: { commanders: new Set(['eve']) } },
  });
  run.service.deep = ({ query }) => Response.json(found(query));
  run.slack.workspace.addUser({ id: 'U0EVE', name: 'eve' });
  const files = [{ name: 'app.log', bytes: '09:00:02 ERROR disk is full\n' }];
  const mention = `<@${run.slack.bot.userId}>`;
  const { message } = await run.slack.people.say({ channel, user: 'U0ADA', text: 'what of ada-asked-with-it?', files });
  await run.pass(30_000);
  const threadTs = message.ts;
  await run.slack.people.say({ channel, user: 'U0ADA', text: `${mention} is it ada-asked-below?`, threadTs });
  await run.slack.people.say({ channel, user: 'U0BOB', text: `${mention} is it bob-asked-below?`, threadTs });
  await run.slack.people.command({ channel, user: 'U0ADA', text: 'deep is it ada-asked-openly?' });
  await run.pass(30_000);
  const answer = run.posts()[0]!;
  const answerTs = run.slack.workspace.channels.get(channel)!.messages.find(({ text }) => text === answer.text)!.ts;
  await run.slack.people.press({ channel, ts: answerTs, user: 'U0ADA', actionId: 'answer:ask' });
  await run.slack.people.submit({ user: 'U0ADA', values: { question: 'is it ada-asked-in-a-form?' } });
  run.jira.site.addProject({ key: 'OPS' });
  const issue = await run.jira.people.createIssue({ project: 'OPS', user: 'eve', summary: 'It stops' });
  await run.jira.people.attach({ issue: issue.key, user: 'eve', files });
  await run.pass(30_000);
  await run.jira.people.comment({ issue: issue.key, user: 'eve', text: '@logtriage is it eve-asked-there?' });
  await run.pass(30_000);
  const asked = ['ada-asked-below', 'ada-asked-in', 'ada-asked-openly', 'ada-asked-with'];
  expect(wordsOf(run)).toEqual([...asked, 'bob-asked-below', 'eve-asked-there']);

  const forget = (what: string) => runNode(['src/commands/cli.ts', 'forget', what], { env: { DATA_DIR: path } });
  expect(await forget('T0OTHER:U0ADA')).toMatchObject({ code: 0, stdout: expect.stringContaining('0 questions') });
  expect(wordsOf(run)).toHaveLength(6);
  expect(await forget(`${run.slack.workspace.teamId}:U0ADA`)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('4 questions, the text of 3 messages'),
  });
  expect(wordsOf(run)).toEqual(['bob-asked-below', 'eve-asked-there']);
  await forget('U0BOB');
  expect(wordsOf(run)).toEqual(['eve-asked-there']);
  expect((await forget('jira:eve')).stdout).toContain('1 questions');
  expect(wordsOf(run)).toEqual([]);
});
