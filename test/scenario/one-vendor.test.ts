import { expect, test } from 'vitest';
import { channel, startBot } from '../support/bot-under-test.ts';
import { jiraOrigin, jiraSecrets } from '../support/vendors.ts';

const log = '09:00:01 start\n09:00:02 ERROR disk is full\n';
const found = { verdict: 'LIKELY', root_cause: 'The disk ran full', answer: 'The disk ran full.', citations: [] };

test('without Jira, Slack is answered, and a ticket’s key or command says plainly what is missing', async () => {
  using run = await startBot({ config: { jira: undefined } });
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data: found });
  await run.slack.people.say({
    channel,
    user: 'U0ADA',
    text: '<@U0LOGTRIAGE> PROJ-1 why did it stop?',
    files: [{ name: 'app.log', bytes: log }],
  });
  const { acknowledgement } = await run.slack.people
    .command({ channel, user: 'U0ADA', text: 'PROJ-1' })
    .then((said) => ({ acknowledgement: JSON.stringify(said) }));
  await run.pass(40_000);
  expect(run.posts()).toHaveLength(1);
  expect(run.posts()[0]!.blocks).toContain('The disk ran full');
  expect(acknowledgement).toContain('Jira is not connected here');
  expect((await run.request('/jira/webhook', { method: 'POST', body: '{}' })).status).toBe(401);
});

test('without Slack, a ticket is answered', async () => {
  using run = await startBot({ config: { slack: undefined, opsChannel: 'C0OPS' } });
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data: found });
  const issue = await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops' });
  await run.jira.people.attach({ issue: issue.key, user: 'ada', files: [{ name: 'app.log', bytes: log }] });
  await run.pass(40_000);
  expect(run.comments('PROJ-1')).toHaveLength(1);
  expect((await run.request('/slack/events', { method: 'POST', body: '{}' })).status).toBe(404);
});

test('where one vendor is played beside a real one, nothing of either comes to the other', async () => {
  using run = await startBot({
    config: { jira: { baseUrl: jiraOrigin, ...jiraSecrets }, keepsVendorsApart: true },
  });
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data: found });
  await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops' });
  await run.slack.people.say({
    channel,
    user: 'U0ADA',
    text: '<@U0LOGTRIAGE> about PROJ-1: why?',
    files: [{ name: 'app.log', bytes: log }],
  });
  await run.slack.people.command({ channel, user: 'U0ADA', text: 'PROJ-1 and why here?' });
  await run.pass(40_000);
  expect(run.posts()).toHaveLength(1);
  expect(run.comments('PROJ-1')).toEqual([]);

  await run.jira.people.attach({ issue: 'PROJ-1', user: 'ada', files: [{ name: 'app.log', bytes: log }] });
  await run.pass(40_000);
  expect(run.comments('PROJ-1')).toHaveLength(1);
  expect(run.comments('PROJ-1')[0]).not.toContain('bringup');
  expect(JSON.stringify(run.posts())).not.toContain('PROJ-1');
});

test('a vendor that refuses the credentials is told of before a file needs it, and the other works on', async () => {
  using run = await startBot({ config: { opsChannel: 'C0OPS' } });
  run.slack.workspace.addChannel({ id: 'C0OPS', name: 'ops', members: [run.slack.bot.userId] });
  run.refuseJira(true);
  await run.bot.start();
  await run.pass(5_000);
  const states = () => Object.fromEntries(run.bot.connections().map(({ name, problem }) => [name, problem]));
  expect(states()).toMatchObject({ slack: null, jira: expect.stringContaining('401') });
  expect(run.posts('C0OPS').map(({ text }) => text)).toEqual([expect.stringContaining('JIRA_API_TOKEN')]);
  run.refuseJira(false);
  await run.pass(70_000, 5_000);
  expect(states()).toEqual({ slack: null, jira: null });
});
