import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { slackManifest } from '../../src/bot/slack/manifest.ts';
import { channel, startBot } from '../support/bot-under-test.ts';
import { envelope } from '../support/hosted-service.ts';
import { settle } from '../support/settle.ts';
import { createTestClock } from '../support/test-clock.ts';
import { jiraOrigin, jiraSecrets, startJira } from '../support/vendors.ts';

// The vendors' machine-readable specifications lie beside the folder of real inputs.
const specs = process.env.LOGTRIAGE_DATA ? join(process.env.LOGTRIAGE_DATA, '..', 'specs') : undefined;
const manifestSchema = specs && join(specs, 'slack-manifest.schema.2.0.0.json');
const jiraSpec = specs && join(specs, 'jira-platform-v3.json');

if (!manifestSchema || !existsSync(manifestSchema)) console.warn('vendor specifications: SKIPPED, set LOGTRIAGE_DATA');

it.skipIf(!manifestSchema || !existsSync(manifestSchema))("keeps to Slack's schema of manifests", () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const validate = ajv.compile(JSON.parse(readFileSync(manifestSchema!, 'utf8')));
  for (const publicUrl of ['https://triage.example.com', 'http://[::1]:3000']) {
    for (const isInstallable of [false, true]) {
      const isValid = validate(slackManifest(publicUrl, { isInstallable }));
      expect(validate.errors).toBeNull();
      expect(isValid).toBe(true);
    }
  }
});

interface Spec {
  paths: Record<string, Record<string, Operation> & { parameters?: Parameter[] }>;
  components: Record<string, unknown>;
}
interface Operation {
  responses: Record<string, Answer>;
  parameters?: Parameter[];
  requestBody?: Answer;
}
interface Parameter {
  name: string;
  in: string;
}
interface Answer {
  content?: { 'application/json'?: { schema?: Record<string, unknown> } };
}

const doc = { type: 'doc', version: 1, content: [{ type: 'paragraph', content: [{ type: 'text', text: 'hi' }] }] };
const fields = { project: { key: 'PROJ' }, issuetype: { name: 'Bug' }, summary: 'made' };

/** Method, path, path in the document, body: what the stand-in plays of the document, and some of what it refuses. */
function callsOn(issue: string, attachment: string, comment: string): [string, string, string, unknown?][] {
  const one = '/issue/{issueIdOrKey}';
  return [
    ['GET', '/myself', '/myself'],
    ['GET', '/serverInfo', '/serverInfo'],
    ['GET', '/project/search', '/project/search'],
    ['GET', '/project/PROJ', '/project/{projectIdOrKey}'],
    ['GET', '/project/NONE', '/project/{projectIdOrKey}'],
    ['GET', '/issuetype', '/issuetype'],
    ['GET', '/status', '/status'],
    ['GET', '/priority', '/priority'],
    ['GET', '/field', '/field'],
    ['GET', '/issueLinkType', '/issueLinkType'],
    ['GET', '/issue/createmeta/PROJ/issuetypes', '/issue/createmeta/{projectIdOrKey}/issuetypes'],
    ['GET', '/mypermissions?permissions=ADD_COMMENTS', '/mypermissions'],
    ['GET', '/mypermissions', '/mypermissions'],
    ['GET', '/user?accountId=ada', '/user'],
    ['GET', '/user/search?query=ada', '/user/search'],
    ['POST', '/issue', '/issue', { fields }],
    ['POST', '/issue', '/issue', { fields: {} }],
    ['GET', `/issue/${issue}?expand=changelog`, one],
    ['GET', '/issue/NONE-1', one],
    ['PUT', `/issue/${issue}`, one, { update: { labels: [{ add: 'x' }] } }],
    ['PUT', `/issue/${issue}`, one, { fields: { nonsense: 1 } }],
    ['GET', '/user/assignable/search?project=PROJ', '/user/assignable/search'],
    ['GET', `/issue/${issue}/editmeta`, `${one}/editmeta`],
    ['GET', `/issue/${issue}/changelog`, `${one}/changelog`],
    // Behind the history: in it Jira tells null where nobody was, which its document leaves out.
    ['PUT', `/issue/${issue}/assignee`, `${one}/assignee`, { accountId: 'ada' }],
    ['PUT', `/issue/${issue}/assignee`, `${one}/assignee`, { accountId: 'nobody' }],
    ['GET', `/issue/${issue}/transitions`, `${one}/transitions`],
    ['POST', `/issue/${issue}/transitions`, `${one}/transitions`, { transition: { id: '31' } }],
    ['PUT', `/issue/${issue}/properties/k`, `${one}/properties/{propertyKey}`, { v: 1 }],
    ['GET', `/issue/${issue}/properties/k`, `${one}/properties/{propertyKey}`],
    ['GET', `/issue/${issue}/properties`, `${one}/properties`],
    ['DELETE', `/issue/${issue}/properties/k`, `${one}/properties/{propertyKey}`],
    ['POST', `/issue/${issue}/remotelink`, `${one}/remotelink`, { object: { url: 'https://x.example', title: 'x' } }],
    ['GET', `/issue/${issue}/remotelink`, `${one}/remotelink`],
    ['GET', `/issue/${issue}/comment`, `${one}/comment`],
    ['POST', `/issue/${issue}/comment`, `${one}/comment`, { body: doc, visibility: { type: 'role', value: 'R' } }],
    ['POST', `/issue/${issue}/comment`, `${one}/comment`, { body: 'text' }],
    ['GET', `/issue/${issue}/comment/${comment}`, `${one}/comment/{id}`],
    ['POST', '/comment/list', '/comment/list', { ids: [Number(comment)] }],
    ['PUT', `/comment/${comment}/properties/k`, '/comment/{commentId}/properties/{propertyKey}', { v: 1 }],
    ['GET', `/comment/${comment}/properties/k`, '/comment/{commentId}/properties/{propertyKey}'],
    ['GET', `/comment/${comment}/properties`, '/comment/{commentId}/properties'],
    ['GET', '/attachment/meta', '/attachment/meta'],
    ['GET', `/attachment/${attachment}`, '/attachment/{id}'],
    ['GET', `/attachment/content/${attachment}`, '/attachment/content/{id}'],
    ['GET', '/issue/createmeta?projectKeys=PROJ&expand=projects.issuetypes.fields', '/issue/createmeta'],
    ['GET', '/issue/createmeta/PROJ/issuetypes/1', '/issue/createmeta/{projectIdOrKey}/issuetypes/{issueTypeId}'],
    ['GET', '/issue/picker?query=s', '/issue/picker'],
    ['POST', '/issue/bulk', '/issue/bulk', { issueUpdates: [{ fields }, { fields: {} }] }],
    ['POST', '/issue/bulk', '/issue/bulk', { issueUpdates: [{ fields: {} }] }],
    ['POST', '/issue/bulkfetch', '/issue/bulkfetch', { issueIdsOrKeys: [issue, 'NONE-1'] }],
    ['POST', `/issue/${issue}/watchers`, `${one}/watchers`, 'ada'],
    ['POST', `/issue/${issue}/watchers`, `${one}/watchers`, 'nobody'],
    ['GET', `/issue/${issue}/watchers`, `${one}/watchers`],
    ['DELETE', `/issue/${issue}/watchers?accountId=ada`, `${one}/watchers`],
    ['POST', `/issue/${issue}/votes`, `${one}/votes`],
    ['GET', `/issue/${issue}/votes`, `${one}/votes`],
    ['DELETE', `/issue/${issue}/votes`, `${one}/votes`],
    ['POST', `/issue/${issue}/worklog`, `${one}/worklog`, { timeSpent: '3h 20m', comment: doc }],
    ['POST', `/issue/${issue}/worklog`, `${one}/worklog`, {}],
    ['GET', `/issue/${issue}/worklog`, `${one}/worklog`],
    ['GET', `/issue/${issue}/worklog/0`, `${one}/worklog/{id}`],
    ['GET', '/label', '/label'],
    ['GET', '/resolution', '/resolution'],
    ['GET', '/resolution/10000', '/resolution/{id}'],
    ['GET', '/resolution/0', '/resolution/{id}'],
    ['GET', '/priority/1', '/priority/{id}'],
    ['GET', '/priority/0', '/priority/{id}'],
    ['GET', '/status/Done', '/status/{idOrName}'],
    ['GET', '/status/Nowhere', '/status/{idOrName}'],
    ['GET', '/statuscategory', '/statuscategory'],
    ['GET', '/statuscategory/done', '/statuscategory/{idOrKey}'],
    ['GET', '/issuetype/1', '/issuetype/{id}'],
    ['GET', '/project/PROJ/versions', '/project/{projectIdOrKey}/versions'],
    ['GET', '/project/PROJ/version', '/project/{projectIdOrKey}/version'],
    ['GET', '/project/PROJ/components', '/project/{projectIdOrKey}/components'],
    ['GET', '/project/PROJ/component', '/project/{projectIdOrKey}/component'],
    ['GET', '/project/PROJ/statuses', '/project/{projectIdOrKey}/statuses'],
    ['GET', '/project/NONE/statuses', '/project/{projectIdOrKey}/statuses'],
    [
      'POST',
      '/jql/parse?validation=strict',
      '/jql/parse',
      {
        // The document lets no clause be anything at all, so that what is read cannot be held to it.
        queries: ['nonsense = 1', 'project ='],
      },
    ],
    ['POST', '/jql/parse', '/jql/parse', { queries: ['project = PROJ'] }],
    ['POST', '/search/jql', '/search/jql', { jql: 'project = PROJ OR labels = x', fields: ['*all'] }],
    ['POST', '/search/jql', '/search/jql', { jql: 'nonsense = 1' }],
    ['POST', '/search/approximate-count', '/search/approximate-count', { jql: 'project = PROJ' }],
    ['GET', '/webhook', '/webhook'],
    [
      'POST',
      '/webhook',
      '/webhook',
      { url: 'https://x.example/hook', webhooks: [{ events: ['comment_created'], jqlFilter: 'project = PROJ' }] },
    ],
    [
      'POST',
      '/webhook',
      '/webhook',
      { url: 'https://x.example/hook', webhooks: [{ events: ['nonsense'], jqlFilter: 'project = PROJ' }] },
    ],
    ['PUT', '/webhook/refresh', '/webhook/refresh', { webhookIds: [1] }],
    ['DELETE', '/webhook', '/webhook', { webhookIds: [1] }],
    ['PUT', `/issue/${issue}/comment/${comment}`, `${one}/comment/{id}`, { body: doc }],
    ['DELETE', `/comment/${comment}/properties/k`, '/comment/{commentId}/properties/{propertyKey}'],
    ['DELETE', `/issue/${issue}/comment/${comment}`, `${one}/comment/{id}`],
    ['DELETE', `/issue/${issue}/comment/${comment}`, `${one}/comment/{id}`],
    ['DELETE', `/attachment/${attachment}`, '/attachment/{id}'],
    ['DELETE', `/issue/${issue}`, one],
  ];
}

it.skipIf(!jiraSpec || !existsSync(jiraSpec))(
  'plays only routes that Jira has, and answers each as its document says',
  async () => {
    const spec = JSON.parse(readFileSync(jiraSpec!, 'utf8')) as Spec;
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema({ $id: 'jira', components: spec.components });
    const jira = startJira(createTestClock());
    const issue = await jira.people.createIssue({
      project: 'PROJ',
      user: 'ada',
      summary: 's',
      files: [{ name: 'a.log', bytes: 'a' }],
    });
    const attachment = issue.attachments[0]!.id;
    const comment = await jira.people.comment({ issue: issue.key, user: 'ada', text: 'x' });
    const authorization = `Basic ${btoa(`${jiraSecrets.email}:${jiraSecrets.apiToken}`)}`;
    const mistakes: string[] = [];
    for (const [method, path, template, body] of callsOn(issue.key, attachment, comment.id)) {
      const operation = spec.paths[`/rest/api/3${template}`]?.[method.toLowerCase()];
      expect(operation, `${method} ${template}`).toBeDefined();
      const response = await jira.fetch(
        new Request(`${jiraOrigin}/rest/api/3${path}`, {
          method,
          redirect: 'manual',
          headers: { authorization, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
      const answer = operation?.responses[String(response.status)];
      expect(answer, `${method} ${path} answered ${response.status}`).toBeDefined();
      const schema = answer?.content?.['application/json']?.schema;
      const text = await response.text();
      if (!schema || text === '') continue;
      const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"jira#/')));
      if (!validate(JSON.parse(text))) mistakes.push(`${method} ${path}: ${ajv.errorsText(validate.errors)}`);
    }
    expect(mistakes).toEqual([]);
    expect(jira.unexpected).toEqual([]);
  },
);

/** The bot's own calls, while people do with it what they do: tickets, comments, commands, a ticket made from an answer. */
async function callsOfTheBot(): Promise<Request[]> {
  using run = await startBot();
  const calls: Request[] = [];
  const { fetch } = run.jira;
  run.jira.fetch = async (request) => {
    calls.push(request.clone());
    return await fetch(request);
  };
  const excerpt = '09:00:02 ERROR disk is full';
  run.service.deep = () =>
    envelope(200, {
      verdict: 'LIKELY',
      root_cause: 'The disk ran full',
      answer: 'Step 60 wrote it full.',
      signature: 'disk-writer: no space left',
      citations: [{ file: 'app.log', line_start: 2, line_end: 2, excerpt }],
    });
  const user = 'ada';
  const files = [{ name: 'app.log', bytes: `09:00:01 start\n${excerpt}\n` }];
  await run.jira.people.createIssue({ project: 'PROJ', user, summary: 'It stops', files });
  await run.pass(60_000);
  for (const text of ['deep when did it begin?', 'why', 'fixed 4.2', 'rerun']) {
    await run.jira.people.comment({ issue: 'PROJ-1', user, text: `@logtriage ${text}` });
    await run.pass(60_000);
  }
  const asked = { channel, user: 'U0ADA' };
  for (const text of ['PROJ-1 which errors are there?', 'settings PROJ', 'link PROJ-1']) {
    await run.slack.people.command({ ...asked, text });
    await run.pass(30_000);
  }
  await run.slack.people.say({
    ...asked,
    files: [{ name: 'b.log', bytes: '09:00:01 begin\n09:00:02 ERROR no space\n' }],
  });
  await run.pass(60_000);
  const own = run.slack.workspace.channels
    .get(channel)!
    .messages.findLast(({ user: by }) => by === run.slack.bot.userId);
  await run.slack.people.press({ ...asked, ts: own!.ts, actionId: 'answer:file' });
  await settle();
  await run.slack.people.submit({ user: 'U0ADA', values: { project: 'PROJ', summary: 'Disk full' } });
  await run.pass(2 * 3_600_000, 60_000);
  return calls;
}

it.skipIf(!jiraSpec || !existsSync(jiraSpec))('makes no call that the document of Jira does not know', async () => {
  const spec = JSON.parse(readFileSync(jiraSpec!, 'utf8')) as Spec;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: 'jira', components: spec.components });
  const mistakes = new Set<string>();
  const seen = new Set<string>();
  for (const call of await callsOfTheBot()) {
    const { pathname, searchParams } = new URL(call.url);
    // The service desk has a document of its own; version 2 of a call stands beside version 3.
    if (pathname.startsWith('/rest/servicedeskapi/')) continue;
    const path = pathname.replace('/rest/api/2/', '/rest/api/3/');
    const template = templateOf(path, call.method, spec) ?? '';
    const operation = spec.paths[template]?.[call.method.toLowerCase()];
    const name = `${call.method} ${template || path}`;
    seen.add(name);
    if (!operation) mistakes.add(`${name}: not known`);
    const known = [...(operation?.parameters ?? []), ...(spec.paths[template]?.parameters ?? [])];
    const queries = known.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name);
    for (const key of searchParams.keys()) if (!queries.includes(key)) mistakes.add(`${name}: ?${key}`);
    const schema = operation?.requestBody?.content?.['application/json']?.schema;
    const isJson = call.headers.get('content-type')?.startsWith('application/json');
    if (!schema || !isJson) continue;
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"jira#/')));
    if (!validate(JSON.parse(await call.text()))) mistakes.add(`${name}: ${ajv.errorsText(validate.errors)}`);
  }
  expect([...mistakes]).toEqual([]);
  expect([...seen].sort()).toEqual(
    expect.arrayContaining([
      'POST /rest/api/3/issue',
      'POST /rest/api/3/issue/{issueIdOrKey}/comment',
      'POST /rest/api/3/search/jql',
      'PUT /rest/api/3/issue/{issueIdOrKey}',
      'PUT /rest/api/3/issue/{issueIdOrKey}/properties/{propertyKey}',
    ]),
  );
});

/** Of the paths that fit, the one with the fewest blanks. */
function templateOf(path: string, method: string, spec: Spec): string | undefined {
  const parts = path.split('/');
  const fits = (template: string) => {
    const wanted = template.split('/');
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith('{') || part === parts[at]);
  };
  return Object.keys(spec.paths)
    .filter((template) => fits(template) && spec.paths[template]?.[method.toLowerCase()])
    .toSorted((a, b) => a.split('{').length - b.split('{').length)[0];
}
