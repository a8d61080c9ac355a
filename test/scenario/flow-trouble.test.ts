import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { channel, serviceSecret, startBot } from '../support/bot-under-test.ts';
import { createHostedService, envelope } from '../support/hosted-service.ts';

const file = { name: 'app.log', bytes: '09:00:01 start\n09:00:02 ERROR disk is full\n' };
const share = { channel, user: 'U0ADA', text: 'why?', files: [file] };

test('each file of a message gets a verdict', async () => {
  using run = await startBot();
  await run.slack.people.say({
    ...share,
    files: [file, { name: 'drive.gdoc', bytes: 'x', mode: 'external' }, { name: 'empty.log', bytes: '' }],
  });
  await run.pass(30_000);
  const all = run.posts().map(({ blocks }) => blocks);
  expect(all).toHaveLength(3);
  expect(all.some((blocks) => blocks.includes('drive.gdoc') && blocks.includes('another system'))).toBe(true);
  expect(all.some((blocks) => blocks.includes('empty.log') && blocks.includes('no bytes'))).toBe(true);
});

test('download returned a login page and the bot analysed the HTML: a sign-in page instead of the file names the missing scope and is never uploaded', async () => {
  using run = await startBot();
  run.slack.bot.scopes.delete('files:read');
  await run.slack.people.say(share);
  await run.pass(30_000);
  expect(run.posts()).toHaveLength(1);
  expect(run.posts()[0]!.blocks).toContain('files:read');
  expect(run.service.files).toHaveLength(0);
});

test('a download that no repeat would change is told to the thread and not asked for again', async () => {
  using run = await startBot();
  run.slack.faults.add('download', { kind: 'status', status: 206 }, 2);
  await run.slack.people.say(share);
  await run.pass(60_000);
  expect(run.posts().map(({ blocks }) => blocks.includes('HTTP status 206'))).toEqual([true]);
  expect(run.slack.faults.take('download')).toBeDefined();
  expect(run.service.files).toEqual([]);
});

test('a refused key parks the work, is told once, and the work goes on by itself', async () => {
  const service = createHostedService();
  using run = await startBot({ service, config: { opsChannel: 'C0OPS' } });
  run.slack.workspace.addChannel({ id: 'C0OPS', name: 'ops', members: [run.slack.bot.userId] });
  service.key = 'another-key';
  await run.slack.people.say(share);
  await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Stops', files: [file] });
  await run.pass(300_000);
  expect(run.posts('C0OPS')).toHaveLength(1);
  expect(run.posts('C0OPS')[0]!.blocks).toContain('API key');
  expect(run.posts()).toHaveLength(1);
  expect(run.posts()[0]!.blocks).toContain('Your file is safe and waiting');
  expect(run.posts()[0]!.blocks).not.toMatch(/401|API key/);
  // One try by the work, then one probe a minute.
  expect(service.requests.length).toBeLessThan(10);
  service.key = 'hosted-key';
  await run.pass(90_000);
  expect(run.posts()).toHaveLength(2);
  expect(run.comments('PROJ-1')).toHaveLength(2);
  expect(run.posts('C0OPS')).toHaveLength(1);
  expect(service.files).toHaveLength(1);
});

test('a second key that is refused too is told to the operator, not to the thread again', async () => {
  const service = createHostedService();
  let key = 'old-key';
  using run = await startBot({ service, config: { opsChannel: 'C0OPS' }, key: { read: async () => key } });
  run.slack.workspace.addChannel({ id: 'C0OPS', name: 'ops', members: [run.slack.bot.userId] });
  await run.slack.people.say(share);
  await run.pass(30_000);
  key = 'mistyped-key';
  await run.bot.lookAgain();
  await run.pass(120_000);
  expect([run.posts().length, run.posts('C0OPS').length]).toEqual([1, 2]);
  key = service.key;
  await run.bot.lookAgain();
  await run.pass(20_000);
  expect([run.posts().length, service.posts.length]).toEqual([2, 1]);
});

test('an account without api_access is told as that', async () => {
  const service = createHostedService();
  using run = await startBot({ service, config: { opsChannel: 'C0OPS' } });
  run.slack.workspace.addChannel({ id: 'C0OPS', name: 'ops', members: [run.slack.bot.userId] });
  service.intercept = () => envelope(403, {});
  await run.slack.people.say(share);
  await run.pass(30_000);
  expect(run.posts('C0OPS')[0]!.blocks).toContain('api_access');
});

test('a file that failed for good is told, and the same bytes elsewhere too, without another upload', async () => {
  const service = createHostedService();
  service.looks = () => [{ status: 'FAILED', can_retry: false, error: { message: 'it is encrypted' } }];
  using run = await startBot({ service });
  await run.slack.people.say(share);
  await run.pass(20_000);
  expect(
    run
      .posts()
      .map(({ blocks }) => blocks)
      .join(),
  ).toContain('it is encrypted');
  await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Stops', files: [file] });
  await run.pass(20_000);
  expect(run.comments('PROJ-1').join()).toContain('it is encrypted');
  expect(service.files).toHaveLength(1);
  expect(service.posts).toHaveLength(0);
});

test('a file that failed and recovers is said to wait, once, and answered', async () => {
  const service = createHostedService();
  service.looks = () => [
    { status: 'FAILED', can_retry: true },
    { status: 'FAILED', can_retry: true },
    { status: 'SOMETHING_NEW' },
    { status: 'COMPLETED' },
  ];
  using run = await startBot({ service });
  await run.slack.people.say(share);
  await run.pass(240_000);
  expect(run.posts()).toHaveLength(2);
  expect(run.posts()[0]!.blocks).toContain('may still recover');
  expect(service.posts).toHaveLength(1);
});

test('a file that never gets ready is given up at the deadline', async () => {
  const service = createHostedService();
  service.looks = () => [{ status: 'ANALYZING' }];
  using run = await startBot({ service, config: { fileDeadlineMs: 300_000 } });
  await run.slack.people.say(share);
  await run.pass(400_000);
  expect(run.posts()).toHaveLength(1);
  expect(run.posts()[0]!.blocks).toContain('5 minutes');
});

test('a deep search that runs on is followed where the service says, and never on another origin', async () => {
  const service = createHostedService();
  let looks = 0;
  service.deep = ({ fileId }) =>
    envelope(
      202,
      { id: 's-1', status: 'RUNNING' },
      { location: `/api/v1/files/${fileId}/searches/s-1`, 'retry-after': '5' },
    );
  service.app.get('/api/v1/files/:id/searches/s-1', () => {
    looks += 1;
    return envelope(
      200,
      looks < 3 ? { id: 's-1', status: 'RUNNING' } : { id: 's-1', status: 'COMPLETED', answer: 'Done.' },
    );
  });
  using run = await startBot({ service });
  await run.slack.people.say(share);
  await run.pass(120_000);
  expect(run.posts()).toHaveLength(1);
  expect(run.posts()[0]!.blocks).toContain('Done.');
  expect(service.posts).toHaveLength(1);
});

test('a hook only makes the bot look: its own words are not believed', async () => {
  const service = createHostedService();
  let state = 'RUNNING';
  let looks = 0;
  service.deep = () => envelope(202, { id: 'search-0001', status: 'RUNNING' }, { 'retry-after': '600' });
  service.app.get('/api/v1/files/:id/searches/search-0001', () => {
    looks += 1;
    return envelope(200, { id: 'search-0001', status: state, ...(state === 'COMPLETED' ? { answer: 'Done.' } : {}) });
  });
  using run = await startBot({ service });
  await run.slack.people.say(share);
  await run.pass(30_000);
  const hook = async (id: string) => {
    const body = JSON.stringify({ type: 'search.completed', data: { search_id: 'search-0001', status: 'COMPLETED' } });
    const sentAt = new Date(run.clock.now());
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': new Webhook(serviceSecret).sign(id, sentAt, body),
    };
    const response = await run.request('/hooks/log-service', { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    await run.pass(2_000);
  };
  expect(looks).toBe(0);
  await hook('msg-1');
  expect(looks).toBe(1);
  expect(run.posts().map(({ text }) => text)).toEqual(['Searching for the answer.']);
  state = 'COMPLETED';
  await hook('msg-1');
  expect(looks).toBe(1);
  await hook('msg-2');
  expect(run.posts()).toHaveLength(1);
});

test('an answer lost on the way is asked for once more with the same key where searches cannot be listed', async () => {
  const service = createHostedService();
  service.loseAnswerTo = (request) => request.url.endsWith('/searches/deep');
  using run = await startBot({ service });
  await run.slack.people.say(share);
  await run.pass(60_000);
  expect(service.posts).toHaveLength(2);
  expect(service.posts[0]!.idempotencyKey).toBeTruthy();
  expect(service.posts[1]!.idempotencyKey).toBe(service.posts[0]!.idempotencyKey);
  expect(run.posts()).toHaveLength(1);
});

test('an answer lost on the way is found in the list of searches, where there is one', async () => {
  const service = createHostedService();
  service.loseAnswerTo = (request) => request.url.endsWith('/searches/deep');
  service.app.get('/api/v1/files/:id/searches', () => envelope(200, [{ id: 's-9', mode: 'deep', query: 'why?' }]));
  service.app.get('/api/v1/files/:id/searches/s-9', () => envelope(200, { id: 's-9', answer: 'Found again.' }));
  using run = await startBot({ service });
  await run.slack.people.say(share);
  await run.pass(60_000);
  expect(service.posts).toHaveLength(1);
  expect(run.posts()[0]!.blocks).toContain('Found again.');
});

test('a busy or broken service is waited for', async () => {
  const service = createHostedService();
  let trouble = 0;
  service.intercept = () => {
    trouble += 1;
    if (trouble === 1) return envelope(429, {}, { 'retry-after': '20' });
    return trouble <= 4 ? new Response('<html>bad gateway', { status: 502 }) : undefined;
  };
  using run = await startBot({ service });
  await run.slack.people.say(share);
  await run.pass(15_000);
  expect(service.requests).toHaveLength(1);
  await run.pass(200_000);
  expect(run.posts()).toHaveLength(1);
});

test('a deleted message ends the work without a word', async () => {
  const service = createHostedService();
  service.looks = () => [{ status: 'ANALYZING' }];
  using run = await startBot({ service });
  const said = await run.slack.people.say(share);
  await run.pass(10_000);
  await run.slack.people.removeMessage(channel, said.message.ts);
  service.files[0]!.looks = [{ status: 'COMPLETED' }];
  await run.pass(60_000);
  expect(run.posts()).toHaveLength(0);
  expect(service.posts).toHaveLength(0);
});

test('an answer in a form nobody knows is posted as that, with what came', async () => {
  const service = createHostedService();
  service.deep = () => envelope(200, { id: 'x', status: 'COMPLETED', numbers: [1, 2] });
  using run = await startBot({ service });
  await run.slack.people.say(share);
  await run.pass(60_000);
  expect(
    run
      .posts()
      .map(({ blocks }) => blocks)
      .join(),
  ).toContain('format I do not know');
});

test('a file too large for the service is told with the limit', async () => {
  const service = createHostedService();
  service.intercept = (request) =>
    request.url.endsWith('/upload') ? envelope(413, { error_code: 'too_large', max_bytes: 5_000_000 }) : undefined;
  using run = await startBot({ service });
  await run.slack.people.say(share);
  await run.pass(20_000);
  expect(run.posts()).toHaveLength(1);
  expect(run.posts()[0]!.blocks).toContain('5 MB');
});

test('a token that Jira refuses is told once with its mending, and the ticket is answered after it', async () => {
  using run = await startBot({ config: { opsChannel: 'C0OPS' } });
  run.slack.workspace.addChannel({ id: 'C0OPS', name: 'ops', members: [run.slack.bot.userId] });
  run.refuseJira(true);
  await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Stops', files: [file] });
  await run.pass(600_000);
  expect(run.posts('C0OPS')).toHaveLength(1);
  expect(run.posts('C0OPS')[0]!.blocks).toContain('JIRA_API_TOKEN');
  expect(run.comments('PROJ-1')).toHaveLength(0);
  run.refuseJira(false);
  await run.pass(90_000);
  expect(run.comments('PROJ-1')).toHaveLength(1);
  expect(run.posts('C0OPS')).toHaveLength(1);
});

test('a token that Jira refuses while the answer is posted is told at once, and days later the answer still arrives', async () => {
  const service = createHostedService();
  using run = await startBot({ service, config: { opsChannel: 'C0OPS' } });
  run.slack.workspace.addChannel({ id: 'C0OPS', name: 'ops', members: [run.slack.bot.userId] });
  service.intercept = (request) => {
    if (request.url.endsWith('/upload')) run.refuseJira(true);
    return undefined;
  };
  await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Stops', files: [file] });
  await run.pass(60_000);
  expect(service.files).toHaveLength(1);
  expect(run.posts('C0OPS')).toHaveLength(1);
  expect(run.posts('C0OPS')[0]!.blocks).toContain('JIRA_API_TOKEN');
  await run.pass(3 * 86_400_000, 60_000);
  expect(run.comments('PROJ-1')).toHaveLength(0);
  run.refuseJira(false);
  await run.pass(400_000);
  expect(run.comments('PROJ-1')).toHaveLength(1);
});
