import { expect, test } from 'vitest';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { everythingKept } from '../support/everything-kept.ts';
import { openBoard } from '../support/open-board.ts';

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

test('a deleted message takes its file along everywhere, and its answer is offered for removal', async () => {
  const { run, ts } = await answered({ config: { publicUrl: 'https://triage.example' } });
  using _ = run;
  expect(everythingKept(run.database)).toContain('disk-marker');
  await run.slack.people.removeMessage(channel, ts);
  await run.pass(10_000);
  expect(run.service.files).toEqual([]);
  expect(everythingKept(run.database)).not.toContain('disk-marker');
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
  expect(everythingKept(run.database)).not.toContain('disk-marker');
});

test('nothing that was said about a deleted file keeps its name: not in notices, digests or what could not be posted', async () => {
  const { run, ts } = await answered({ config: { publicUrl: 'https://triage.example' } });
  using _ = run;
  const { people } = run.slack;
  await people.command({ channel, user: 'U0ADA', text: 'digest daily 09:00 Europe/Berlin' });
  await people.command({ channel, user: 'U0ADA', text: 'digest now' });
  await people.command({ channel, user: 'U0ADA', text: 'retry app.log' });
  await people.command({ channel, user: 'U0ADA', text: 'why app.log' });
  await people.say({ channel, user: 'U0BOB', text: 'lunch?', files: [{ name: 'app.log.png', bytes: 'no log' }] });
  await run.pass(30_000);
  expect(JSON.stringify(run.posts())).toContain('disk-marker');
  // A question whose answer never comes, and one whose words cannot be shown any more.
  run.service.deep = () =>
    Response.json({ code: 202, message: 'ok', data: { id: 's', status: 'RUNNING' } }, { status: 202 });
  await people.command({ channel, user: 'U0ADA', text: 'app.log since when?' });
  await run.pass(40_000);
  run.slack.faults.add('chat.postEphemeral', { kind: 'error', error: 'user_not_in_channel' }, 9);
  await people.command({ channel, user: 'U0ADA', text: 'why app.log' });
  run.clock.advance(31 * 60_000);
  await run.pass(10_000);
  run.slack.faults.clear();
  expect((await openBoard(run)).text).toContain('user_not_in_channel');
  expect(everythingKept(run.database)).toContain('app.log arrived');

  await people.removeMessage(channel, ts);
  await run.pass(60_000);
  expect(run.posts().at(-1)?.text).toContain('app.log was deleted');
  expect((await openBoard(run)).text).not.toContain('user_not_in_channel');
  const kept = everythingKept(run.database);
  expect(kept.match(/.{0,200}app\.log.{0,100}/g) ?? []).toEqual([]);
  expect(kept.match(/.{0,200}disk-marker.{0,100}/g) ?? []).toEqual([]);
  expect(
    run
      .posts()
      .filter(({ text }) => text.includes('new cause'))
      .at(-1)?.blocks,
  ).not.toContain('disk-marker');
});
