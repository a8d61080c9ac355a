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

/** A thread with three answers about one file. */
async function answeredThrice(config: Parameters<typeof startBot>[0] = {}) {
  const { run, ts } = await answered(config);
  for (const text of ['since when?', 'what is full?']) {
    await run.slack.people.say({ channel, user: 'U0ADA', text: `<@U0LOGTRIAGE> ${text}`, threadTs: ts });
    await run.pass(30_000);
  }
  expect(answersIn(run)).toBe(3);
  return { run, ts };
}

const answersIn = (run: BotUnderTest) => run.posts().filter(({ blocks }) => blocks.includes('ran full')).length;
const offersIn = (run: BotUnderTest) => run.posts().filter(({ text }) => text.includes('deleted'));
/** The page that a notice leads to. */
function visitOffer(run: BotUnderTest, notice: string) {
  const visit = async (method: 'GET' | 'POST') => await (await run.request(addressIn(notice), { method })).text();
  return { look: () => visit('GET'), press: () => visit('POST') };
}
const addressIn = (blocks: string) => /https:\/\/triage\.example(\/answers\/[\w/-]+)/.exec(blocks)?.[1] ?? 'none';

test('one notice offers all answers of a thread for removal, also after a restart, and pressed twice is once', async () => {
  const { run, ts } = await answeredThrice({ config: { publicUrl: 'https://triage.example' } });
  using _ = run;
  await run.slack.people.removeMessage(channel, ts);
  await run.restart();
  await run.pass(20_000);
  const [offer, ...more] = offersIn(run);
  expect(more).toEqual([]);
  expect(offer?.text).toContain('app.log was deleted');
  expect(offer?.text).toContain('my 3 answers here still quote it.');
  expect(offer?.blocks).toContain('Remove the answers');
  expect(offer?.threadTs).toBe(ts);
  await run.restart();

  const address = addressIn(offer?.blocks ?? '');
  expect(await (await run.request(address, { method: 'GET' })).text()).toContain('3 answers');
  expect((await run.request(address, { method: 'POST' })).status).toBe(200);
  expect((await run.request(address, { method: 'POST' })).status).toBe(200);
  await run.restart();
  await run.pass(5_000);
  expect(answersIn(run)).toBe(0);
  const again = await run.request(address, { method: 'POST' });
  expect(again.status).toBe(200);
  expect(await again.text()).toContain('removed already');
  await run.pass(5_000);
  expect(offersIn(run)).toMatchObject([{ text: 'I removed my 3 answers here about what was deleted.', threadTs: ts }]);
  expect(offersIn(run)[0]?.blocks).not.toContain('/answers/');
  expect(everythingKept(run.database)).not.toContain('disk-marker');
});

test('without an address for links one notice tells of all answers of a thread', async () => {
  const { run, ts } = await answeredThrice();
  using _ = run;
  await run.slack.people.removeMessage(channel, ts);
  await run.pass(20_000);
  expect(offersIn(run).map(({ text }) => text)).toEqual([
    expect.stringContaining('The people who run this bot can remove the answers.'),
  ]);
});

test('a message deleted with several files brings one notice', async () => {
  using run = await startBot({ config: { publicUrl: 'https://triage.example' } });
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data: found });
  const files = [1, 2, 3, 4, 5, 6, 7].map((at) => ({ name: `part-${at}.log`, bytes: `${log}09:00:03 ${at}\n` }));
  const { message } = await run.slack.people.say({ channel, user: 'U0ADA', text: '', files });
  await run.pass(40_000);
  expect(answersIn(run)).toBe(7);
  await run.slack.people.removeMessage(channel, message.ts);
  await run.pass(20_000);
  expect(offersIn(run)).toHaveLength(1);
  const words = offersIn(run)[0]?.text;
  expect(words?.match(/part-\d\.log was deleted\./g)).toHaveLength(5);
  expect(words).toContain('So were 2 more files.');
  expect(words).toContain('my 7 answers here still quote them.');
  await run.request(addressIn(offersIn(run)[0]?.blocks ?? ''), { method: 'POST' });
  await run.pass(5_000);
  expect(answersIn(run)).toBe(0);
});

async function answeredTicket(run: BotUnderTest) {
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data: found });
  const { people } = run.jira;
  const issue = await people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops' });
  const [attachment] = await people.attach({ issue: issue.key, user: 'ada', files: [{ name: 'app.log', bytes: log }] });
  await run.pass(30_000);
  return { issue, attachment };
}

test('a ticket whose attachment is deleted gets one notice for all comments about it', async () => {
  using run = await startBot({ config: { publicUrl: 'https://triage.example' } });
  const { issue, attachment } = await answeredTicket(run);
  await run.jira.people.comment({
    issue: issue.key,
    user: 'ada',
    text: '@logtriage since when does disk-marker fail?',
  });
  await run.pass(30_000);
  const quoting = () => run.comments(issue.key).filter((text) => text.includes('ran full')).length;
  expect(quoting()).toBe(2);
  await run.jira.webhooks.send({ webhookEvent: 'attachment_deleted', attachment: { id: attachment?.id } });
  await run.pass(20_000);
  const offers = run.comments(issue.key).filter((text) => text.includes('was deleted'));
  expect(offers).toHaveLength(1);
  expect(offers[0]).toContain('my 2 answers here still quote it.');
  const address = addressIn(offers[0] ?? '');
  await run.request(address, { method: 'POST' });
  await run.pass(5_000);
  expect(run.comments(issue.key)).toEqual([expect.stringContaining('@logtriage since when')]);
  expect(await (await run.request(address, { method: 'POST' })).text()).toContain('removed already');
});

test('a comment that waited for more files and tells of one is not called one about several', async () => {
  using run = await startBot({ config: { publicUrl: 'https://triage.example' } });
  const { issue, attachment } = await answeredTicket(run);
  await run.jira.people.comment({ issue: issue.key, user: 'ada', text: '@logtriage rerun' });
  await run.pass(30_000);
  await run.jira.webhooks.send({ webhookEvent: 'attachment_deleted', attachment: { id: attachment?.id } });
  await run.pass(20_000);
  const offers = run.comments(issue.key).filter((text) => text.includes('was deleted'));
  expect(offers).toEqual([expect.stringContaining('my 2 answers here still quote it.')]);
  expect(offers[0]).not.toContain('several files');
});

test('says why Jira does not let answers go, keeps the notice beside them, and tries again when asked', async () => {
  using run = await startBot({ config: { publicUrl: 'https://triage.example' } });
  const { issue, attachment } = await answeredTicket(run);
  await run.jira.webhooks.send({ webhookEvent: 'attachment_deleted', attachment: { id: attachment?.id } });
  await run.pass(20_000);
  run.jira.faults.add(/DELETE .*\/comment/, { kind: 'status', status: 400 }, 9);
  const page = visitOffer(run, run.comments(issue.key).at(-1) ?? '');
  await page.press();
  expect(await page.look()).toContain('I am still removing');
  await run.pass(5_000);
  expect(run.comments(issue.key)).toHaveLength(2);
  const refused = await page.look();
  expect(refused).toContain('My answer there about what was deleted could not be removed: Jira does not let me.');
  expect(refused).toContain('Delete Own Comments');
  expect(refused).toContain('Try again');

  await page.press();
  await run.pass(5_000);
  expect(await page.look()).toContain('could not be removed');
  run.jira.faults.clear();
  await page.press();
  await run.pass(5_000);
  expect(run.comments(issue.key)).toEqual([]);
  expect(await page.look()).toContain('removed already');
});

test('a notice in Slack says which answers could not be removed, why, and that they are gone in the end', async () => {
  const { run, ts } = await answeredThrice({ config: { publicUrl: 'https://triage.example' } });
  using _ = run;
  await run.slack.people.removeMessage(channel, ts);
  await run.pass(20_000);
  const page = visitOffer(run, offersIn(run)[0]?.blocks ?? '');
  run.slack.faults.add('chat.delete', { kind: 'error', error: 'cant_delete_message' }, 2);
  await page.press();
  await run.pass(5_000);
  expect(answersIn(run)).toBe(2);
  const words = 'I removed 1 of my 3 answers here about what was deleted. The other 2 could not be removed: Slack';
  expect(offersIn(run)[0]?.text).toContain(words);
  expect(offersIn(run)[0]?.blocks).toContain('Try again');
  expect(await page.look()).toContain(words.replace('here', 'there'));

  await page.press();
  await run.pass(5_000);
  expect(answersIn(run)).toBe(0);
  expect(offersIn(run).map(({ text }) => text)).toEqual(['I removed my 3 answers here about what was deleted.']);
  expect(await page.look()).toContain('removed already');
});

test('answers in a channel that the bot was removed from are not called removed', async () => {
  const { run, ts } = await answered({ config: { publicUrl: 'https://triage.example' } });
  using _ = run;
  await run.slack.people.removeMessage(channel, ts);
  await run.pass(20_000);
  const page = visitOffer(run, offersIn(run)[0]?.blocks ?? '');
  run.slack.faults.add('chat.delete', { kind: 'error', error: 'channel_not_found' });
  await page.press();
  await run.pass(5_000);
  expect(await page.look()).toContain('Invite me');
  await page.press();
  await run.pass(5_000);
  expect(answersIn(run)).toBe(0);
});

test('a link from before notices told of several answers still removes its answer, and no other', async () => {
  const { run } = await answeredThrice({ config: { publicUrl: 'https://triage.example' } });
  using _ = run;
  const token = '00000000-0000-4000-8000-000000000000';
  const { connection } = run.database.engine;
  const { id } = connection.prepare(`select id from deliveries where key like 'answer:%' limit 1`).get() as {
    id: string;
  };
  connection
    .prepare(
      `insert into deliveries (id, destination, key, place, message, state, planned_at_ms)
       values ('old', 'slack', ?, '{}', '{}', 'sent', 1)`,
    )
    .run(`offer:${id}:${token}`);
  expect((await run.request(`/answers/${id}/${token}`, { method: 'POST' })).status).toBe(200);
  await run.pass(5_000);
  expect(answersIn(run)).toBe(2);
});
