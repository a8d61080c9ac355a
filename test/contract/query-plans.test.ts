import { expect, it } from 'vitest';
import { channel, startBot } from '../support/bot-under-test.ts';
import { problemsOf, watchStatements } from '../support/query-plans.ts';
import { startService } from '../support/service-under-test.ts';

const log = '09:00:01 start\n09:00:02 ERROR disk is full\n';
const json = { 'content-type': 'application/json' };

it('no statement of the bot grows with its tables', async () => {
  using run = await startBot();
  const { seen } = watchStatements(run.database.engine);
  await run.bot.start();
  const say = (text: string, files: { name: string; bytes: string }[] = [], threadTs?: string) =>
    run.slack.people.say({ channel, user: 'U0ADA', text, files, ...(threadTs ? { threadTs } : {}) });
  const issue = await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops' });
  const first = await say(`<@U0LOGTRIAGE> ${issue.key} why?`, [{ name: 'app.log', bytes: log }]);
  await run.jira.people.attach({ issue: issue.key, user: 'ada', files: [{ name: 'b.log', bytes: log }] });
  await run.pass(30_000);
  await say('<@U0LOGTRIAGE> and then?', [], first.message.ts);
  for (const text of ['status', issue.key, `${issue.key} why?`, 'digest daily 09:00', 'digest now']) {
    await run.slack.people.command({ channel, user: 'U0ADA', text });
  }
  await run.pass(30_000);
  run.service.key = 'another';
  await say('<@U0LOGTRIAGE> why?', [{ name: 'c.log', bytes: `${log}more\n` }]);
  await run.pass(10_000);
  run.service.key = 'hosted-key';
  await run.pass(120_000, 10_000);
  run.service.intercept = (request) => (request.url.endsWith('/deep') ? Response.json({}, { status: 500 }) : undefined);
  await say('<@U0LOGTRIAGE> why again?', [{ name: 'd.log', bytes: `${log}again\n` }]);
  await run.pass(120_000, 10_000);
  run.service.intercept = () => undefined;
  await run.restart();
  await run.slack.people.removeMessage(channel, first.message.ts);
  await run.pass(3_700_000, 300_000);
  expect(seen.size).toBeGreaterThan(80);
  expect([...seen].flatMap(([sql, count]) => problemsOf(run.database.engine.connection, sql, count))).toEqual([]);
});

it('no statement of the service grows with its tables', async () => {
  const under = await startService();
  await using _ = under;
  const { seen } = watchStatements(under.database.engine);
  const { key } = await under.addUserWithKey();
  const { cookie } = await under.addSignedIn();
  const ids = [await under.completed(key, 'a.log', log), await under.completed(key, 'b.log', `${log}more\n`)];
  const post = (path: string, body: unknown) =>
    under.call(key, 'POST', `/api/v1${path}`, { headers: json, body: JSON.stringify(body) });
  await post('/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['search.completed'] });
  const delta = await post('/deltas', { name: 'both', file_ids: ids });
  for (const mode of ['quick', 'deep']) await post(`/files/${ids[0]}/searches/${mode}`, { query: 'why?' });
  await post(`/deltas/${delta.body?.data?.id}/searches/deep`, { query: 'why?' });
  await under.service.drain();
  for (const path of ['/files', '/deltas', '/webhooks', `/files/${ids[0]}`, `/files/${ids[0]}/searches`]) {
    await under.call(key, 'GET', `/api/v1${path}`);
  }
  for (const path of ['/console/api/keys', '/console/api/members', '/console']) {
    await under.callSignedIn(cookie, 'GET', path);
  }
  await under.callSignedIn(cookie, 'POST', '/console/api/keys', {});
  await under.call(key, 'DELETE', `/api/v1/files/${ids[0]}`);
  await under.clock.advance(40 * 86_400_000);
  await under.service.drain();
  expect(seen.size).toBeGreaterThan(50);
  expect([...seen].flatMap(([sql, count]) => problemsOf(under.database.engine.connection, sql, count))).toEqual([]);
});
