import { expect, test } from 'vitest';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';

const log = '09:00:01 start\n09:00:02 ERROR disk-marker is full\n';
const found = {
  verdict: 'LIKELY',
  root_cause: 'The disk-marker ran full',
  answer: 'The disk-marker ran full.',
  citations: [{ file: 'app.log', line_start: 2, line_end: 2, excerpt: '09:00:02 ERROR disk-marker is full' }],
};

async function answered(config: Parameters<typeof startBot>[0] = {}) {
  const run = await startBot(config);
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data: found });
  const said = await share(run);
  await run.pass(30_000);
  return { run, ts: said.message.ts };
}

function share(run: BotUnderTest, to = channel) {
  const files = [{ name: 'app.log', bytes: log }];
  return run.slack.people.say({ channel: to, user: 'U0ADA', text: '<@U0LOGTRIAGE> what of disk-marker?', files });
}

/** Everything the database says, as one text. */
function rowsOf({ database }: BotUnderTest): string {
  const tables = ['cases', 'questions', 'files', 'deliveries', 'delivery_parts'];
  return tables
    .map((table) => JSON.stringify(database.engine.connection.prepare(`select * from ${table}`).all()))
    .join('\n');
}

test('a deleted message takes its file along everywhere, and its answer is offered for removal', async () => {
  const { run, ts } = await answered({ config: { publicUrl: 'https://triage.example' } });
  using _ = run;
  expect(rowsOf(run)).toContain('disk-marker');
  await run.slack.people.removeMessage(channel, ts);
  await run.pass(10_000);
  expect(run.service.files).toEqual([]);
  expect(rowsOf(run)).not.toContain('disk-marker');
  const offer = run.posts().at(-1)!;
  expect(offer.text).toContain('app.log was deleted');
  const address = /https:\/\/triage\.example(\/answers\/[\w/-]+)/.exec(offer.blocks)?.[1] ?? 'none';

  const page = await run.request(address, { method: 'GET' });
  expect(await page.text()).toContain('Remove the answer');
  await run.pass(2_000);
  expect(JSON.stringify(run.posts())).toContain('disk-marker');
  expect((await run.request(`${address.slice(0, -1)}x`, { method: 'POST' })).status).toBe(404);
  expect((await run.request(address, { method: 'POST' })).status).toBe(200);
  await run.pass(2_000);
  expect(JSON.stringify(run.posts())).not.toContain('disk-marker');
});

test('by policy answers about deleted files go at once', async () => {
  const { run, ts } = await answered({ config: { answersOfDeleted: 'remove' } });
  using _ = run;
  await run.slack.people.removeMessage(channel, ts);
  await run.pass(10_000);
  expect(run.posts()).toEqual([]);
});

test('what another place still holds stays, and the same bytes may come again after all are gone', async () => {
  const { run, ts } = await answered({ config: { answersOfDeleted: 'keep' } });
  using _ = run;
  run.jira.site.addProject({ key: 'OPS' });
  const issue = await run.jira.people.createIssue({ project: 'OPS', user: 'ada', summary: 'It stops' });
  await run.jira.people.attach({ issue: issue.key, user: 'ada', files: [{ name: 'app.log', bytes: log }] });
  await run.pass(30_000);
  await run.slack.people.removeMessage(channel, ts);
  await run.pass(10_000);
  expect(run.service.files).toHaveLength(1);

  const body = { webhookEvent: 'jira:issue_deleted', issue: { id: issue.id, key: issue.key } };
  await run.jira.webhooks.send(body);
  await run.pass(10_000);
  expect(run.service.files).toEqual([]);

  await share(run);
  await run.pass(30_000);
  expect(run.service.files).toHaveLength(1);
  expect(run.posts().filter(({ blocks }) => blocks.includes('ran full'))).toHaveLength(2);
});

test('a message deleted while its file is on its way leaves nothing behind', async () => {
  using run = await startBot();
  const { message } = await share(run);
  await run.slack.people.removeMessage(channel, message.ts);
  await run.pass(60_000);
  expect(run.service.files).toEqual([]);
  expect(run.posts()).toEqual([]);
  expect(rowsOf(run)).not.toContain('disk-marker');
});
