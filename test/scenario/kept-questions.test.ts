import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { jobs } from '#jobs/schema.ts';
import { questions } from '../../src/bot/store/cases.ts';
import { createVault } from '../../src/core/vault.ts';
import { searches } from '../../src/service/store/searches.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { startService } from '../support/service-under-test.ts';
import { settle } from '../support/settle.ts';
import type { TestDatabase } from '../support/test-database.ts';

const log = { name: 'app.log', bytes: '09:00:00 start\n09:00:01 ERROR disk is full\n' };

const storedIn = ({ engine }: TestDatabase) => engine.connection.serialize().toString('latin1');
const askedOf = (run: BotUnderTest) => run.service.posts.map(({ query }) => query);

/** One for each way a question takes, each with a secret and something personal of its own. */
const secretOf = (way: string) => `hunter2-of-${way}`;
const personOf = (way: string) => `carol.${way}@example.org`;
const question = (way: string) => `why was ${personOf(way)} refused with password=${secretOf(way)}?`;

it('a question in Slack or Jira is asked as it is, and is stored with secrets and what is personal masked', async () => {
  using run = await startBot();
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data: { answer: 'The disk ran full.' } });
  const { message } = await run.slack.people.say({
    channel,
    user: 'U0ADA',
    text: `<@${run.slack.bot.userId}> ${question('message')}`,
    files: [log],
  });
  const summary = 'Nobody gets in';
  const issue = await run.jira.people.createIssue({
    project: 'PROJ',
    user: 'ada',
    summary,
    description: question('ticket'),
    files: [{ name: 'other.log', bytes: '09:00:00 start\n' }],
  });
  await run.pass(30_000);
  await run.slack.people.say({ channel, user: 'U0BOB', text: question('thread'), threadTs: message.ts });
  await run.slack.people.command({ channel, user: 'U0ADA', text: `deep ${question('command')}` });
  await run.jira.people.comment({ issue: issue.key, user: 'ada', text: `@logtriage ${question('comment')}` });
  await run.pass(30_000);
  const [answer] = run.slack.workspace.channels
    .get(channel)!
    .messages.filter(({ user }) => user === run.slack.bot.userId);
  await run.slack.people.press({ channel, ts: answer!.ts, user: 'U0BOB', actionId: 'answer:ask' });
  await settle();
  await run.slack.people.submit({ user: 'U0BOB', values: { question: question('form') } });
  await run.pass(30_000);

  const asked = askedOf(run).join('\n');
  const stored = storedIn(run.database);
  for (const way of ['message', 'ticket', 'thread', 'command', 'comment', 'form']) {
    expect(asked, way).toContain(question(way));
    for (const told of [secretOf(way), personOf(way)]) expect(stored.includes(told), told).toBe(false);
  }
  expect(stored).toContain('why was [masked] refused with password=[masked]');
});

it('a question that waits is asked as it was by the next process too, and when it is asked again', async () => {
  using run = await startBot({ config: { publicUrl: 'https://triage.test', hasConsole: true } });
  run.service.looks = () => [...Array.from({ length: 8 }, () => ({ status: 'ANALYZING' })), { status: 'COMPLETED' }];
  const { bot } = run.slack;
  await run.slack.people.say({ channel, user: 'U0ADA', text: `<@${bot.userId}> ${question('first')}`, files: [log] });
  await run.pass(5_000);
  expect(askedOf(run)).toEqual([]);
  await run.restart();
  await run.pass(120_000);
  expect(askedOf(run)).toEqual([question('first')]);

  const [asked] = await run.database.sql.select().from(questions);
  const url = await run.bot.links.caseUrl(asked!.id, asked!.placeKey);
  const page = { questionId: asked!.id, token: url!.split('/').at(-1)! };
  const viewer = { id: 'console:1', slack: undefined, emailAddress: undefined, opened: [page] };
  expect(await run.bot.caseBook.replay({ ...page, viewer })).toBe(true);
  await run.pass(40_000);
  expect(askedOf(run)).toEqual([question('first'), question('first')]);
});

it('a search of the service is carried out as asked, and is stored with secrets and what is personal masked', async () => {
  const vault = await createVault([new Uint8Array(32)]);
  await using under = await startService({}, { vault });
  const { key } = await under.addUserWithKey();
  const id = await under.completed(key, 'app.log', 'start\nuser dave@example.org came\nend\n');
  const query = 'count the lines with "dave@example.org" where password=hunter2secret';
  const post = (idempotencyKey: string, text: string) =>
    under.call(key, 'POST', `/api/v1/files/${id}/searches/deep`, {
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify({ query: text }),
    });
  const asked: string[] = [];
  under.room.beforeAnswer = (text) => void asked.push(text);
  const first = await post('one', query);
  expect(first.status).toBe(200);
  expect(first.body.data.query).toBe('count the lines with "[masked]" where password=[masked]');
  expect(asked).toEqual([query]);
  const again = await post('one', query);
  expect(again.body.data.id).toBe(first.body.data.id);
  expect((await post('one', query.replace('dave', 'erin'))).status).toBe(422);
  const rows = await under.database.sql.select({ query: searches.query, whole: searches.whole }).from(searches);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/hunter2|dave@/);
});

it('what an earlier version stored as it was written is masked by the next start, and known when it is asked again', async () => {
  const vault = await createVault([new Uint8Array(32)]);
  const query = 'count the lines with "dave@example.org" where password=hunter2secret';
  await using under = await startService({}, { vault });
  const { key } = await under.addUserWithKey();
  const id = await under.completed(key, 'app.log', 'start\nend\n');
  const post = async () => {
    const { body } = await under.call(key, 'POST', `/api/v1/files/${id}/searches/deep`, {
      headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
      body: JSON.stringify({ query }),
    });
    return body.data?.id;
  };
  const first = await post();
  const { sql } = under.database;
  await sql.update(searches).set({ query, whole: null });
  await sql.delete(jobs).where(eq(jobs.kind, 'searches.mask'));
  expect(await post()).toBe(first);
  await under.service.start();
  // What is masked is sealed by a key first, which takes as long as it takes.
  await expect
    .poll(() => sql.select({ query: searches.query }).from(searches), { timeout: 10_000 })
    .toEqual([{ query: 'count the lines with "[masked]" where password=[masked]' }]);
  expect(await post()).toBe(first);
});

it('the bot masks at its start what an earlier version stored as it was written', async () => {
  using run = await startBot();
  await run.slack.people.say({ channel, user: 'U0ADA', text: question('old'), files: [log] });
  await run.pass(30_000);
  await run.database.sql.update(questions).set({ text: question('old'), whole: null });
  await run.bot.start();
  await run.pass(5_000);
  const rows = await run.database.sql.select({ text: questions.text }).from(questions);
  expect(rows).toEqual([{ text: expect.stringMatching(/^why was \[masked\] refused with password=\[masked\]/) }]);
});

it('the bot seals at its start what people commanded while an earlier version ran', async () => {
  using run = await startBot();
  await run.slack.people.say({ channel, user: 'U0ADA', text: 'why?', files: [log] });
  await run.pass(30_000);
  await run.slack.people.command({ channel, user: 'U0ADA', text: `deep ${question('old')}` });
  await run.pass(30_000);
  const { sql } = run.database;
  const ofCommand = eq(jobs.kind, 'run-command');
  const [done] = await sql.select().from(jobs).where(ofCommand);
  const { command } = done!.payload as { command: object };
  const ask = { kind: 'work', work: { kind: 'deep', question: question('old') } };
  await sql
    .update(jobs)
    .set({ payload: { command: { ...command, ask } } })
    .where(ofCommand);
  await run.bot.start();
  await run.pass(5_000);
  const rows = await sql.select({ payload: jobs.payload, state: jobs.state }).from(jobs).where(ofCommand);
  expect(rows).toEqual([{ payload: { command: { ...command, ask: expect.any(String) } }, state: 'done' }]);
  expect(storedIn(run.database)).not.toContain(secretOf('old'));
});
