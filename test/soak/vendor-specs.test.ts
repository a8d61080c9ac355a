import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { slackManifest } from '../../src/bot/slack/manifest.ts';
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
  const isValid = validate(slackManifest('https://triage.example.com'));
  expect(validate.errors).toBeNull();
  expect(isValid).toBe(true);
});

interface Spec {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

it.skipIf(!jiraSpec || !existsSync(jiraSpec))(
  'plays only routes that Jira has, with answers that Jira gives',
  async () => {
    const { paths } = JSON.parse(readFileSync(jiraSpec!, 'utf8')) as Spec;
    const jira = startJira(createTestClock());
    const issue = await jira.people.createIssue({
      project: 'PROJ',
      user: 'ada',
      summary: 's',
      files: [{ name: 'a.log', bytes: 'a' }],
    });
    const attachment = issue.attachments[0]!.id;
    const comment = await jira.people.comment({ issue: issue.key, user: 'ada', text: 'x' });
    const doc = { type: 'doc', version: 1, content: [{ type: 'paragraph', content: [{ type: 'text', text: 'hi' }] }] };
    const calls: [string, string, string, unknown?][] = [
      ['GET', '/rest/api/3/myself', '/rest/api/3/myself'],
      ['GET', '/rest/api/3/serverInfo', '/rest/api/3/serverInfo'],
      ['GET', '/rest/api/3/project/search', '/rest/api/3/project/search'],
      ['GET', '/rest/api/3/project/PROJ', '/rest/api/3/project/{projectIdOrKey}'],
      ['GET', `/rest/api/3/issue/${issue.key}`, '/rest/api/3/issue/{issueIdOrKey}'],
      ['GET', `/rest/api/3/issue/${issue.key}/comment`, '/rest/api/3/issue/{issueIdOrKey}/comment'],
      ['POST', `/rest/api/3/issue/${issue.key}/comment`, '/rest/api/3/issue/{issueIdOrKey}/comment', { body: doc }],
      ['POST', `/rest/api/3/issue/${issue.key}/comment`, '/rest/api/3/issue/{issueIdOrKey}/comment', { body: 'text' }],
      ['POST', '/rest/api/3/comment/list', '/rest/api/3/comment/list', { ids: [Number(comment.id)] }],
      ['GET', `/rest/api/3/comment/${comment.id}/properties`, '/rest/api/3/comment/{commentId}/properties'],
      ['GET', '/rest/api/3/attachment/meta', '/rest/api/3/attachment/meta'],
      ['GET', `/rest/api/3/attachment/${attachment}`, '/rest/api/3/attachment/{id}'],
      ['GET', `/rest/api/3/attachment/content/${attachment}`, '/rest/api/3/attachment/content/{id}'],
      ['POST', '/rest/api/3/search/jql', '/rest/api/3/search/jql', { jql: 'project = PROJ' }],
      ['GET', '/rest/api/3/issue/NONE-1', '/rest/api/3/issue/{issueIdOrKey}'],
    ];
    const authorization = `Basic ${btoa(`${jiraSecrets.email}:${jiraSecrets.apiToken}`)}`;
    for (const [method, path, template, body] of calls) {
      const operation = paths[template]?.[method.toLowerCase()];
      expect(operation, `${method} ${template}`).toBeDefined();
      const response = await jira.fetch(
        new Request(`${jiraOrigin}${path}`, {
          method,
          redirect: 'manual',
          headers: { authorization, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
      expect(Object.keys(operation?.responses ?? {}), `${method} ${path}`).toContain(String(response.status));
    }
    expect(jira.unexpected).toEqual([]);
  },
);
