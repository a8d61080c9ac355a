import { expect, it } from 'vitest';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';

const logOf = (name: string) => ({ name, bytes: `09:00:00 ERROR ${name} ${'x'.repeat(60)}\n` });
const namesIn = (run: BotUnderTest) => run.service.files.map(({ name }) => name);

async function share(run: BotUnderTest, name: string) {
  await run.slack.people.say({ channel, user: 'U0ADA', files: [logOf(name)] });
  await run.pass(10_000);
}

it('files beyond the quota wait, are told so once, and are answered when those before them are', async () => {
  using run = await startBot({ spoolQuotaBytes: 200, config: { opsChannel: 'C0OPS' } });
  run.slack.workspace.addChannel({ id: 'C0OPS', name: 'ops', members: ['U0ADA', run.slack.bot.userId] });
  const look = { status: 'ANALYZING' };
  run.service.looks = () => [look];
  for (const name of ['one.log', 'two.log', 'three.log']) await share(run, name);
  await run.pass(180_000);
  expect(namesIn(run)).toEqual(['one.log', 'two.log']);
  const waiting = run.posts().filter(({ text }) => text.includes('there is no disk space for files at the moment'));
  expect(waiting).toHaveLength(1);
  expect(waiting[0]!.text).toContain('three.log');
  expect(run.posts('C0OPS').filter(({ text }) => text.includes('SPOOL_QUOTA_BYTES'))).toHaveLength(1);

  look.status = 'COMPLETED';
  await run.pass(600_000, 5_000);
  expect(namesIn(run)).toEqual(['one.log', 'two.log', 'three.log']);
  expect(run.posts().filter(({ text }) => text.includes('Asked: What went wrong'))).toHaveLength(3);
});

it('files that were answered give way to new ones without a word', async () => {
  using run = await startBot({ spoolQuotaBytes: 200 });
  for (const name of ['one.log', 'two.log', 'three.log', 'four.log']) {
    await share(run, name);
    await run.pass(20_000);
  }
  expect(namesIn(run)).toEqual(['one.log', 'two.log', 'three.log', 'four.log']);
  expect(run.posts().filter(({ text }) => text.includes('no room'))).toEqual([]);
});
