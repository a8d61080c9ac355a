import { Hono } from 'hono';
import { editableNames, priorities, statuses } from './issue-fields.ts';
import { issueTypeViews } from './issue-routes.ts';
import { noIssue, pageOf, problem } from './problem.ts';
import type { ApiOptions } from './versions.ts';
import { isoTime, viewStatus, viewUser } from './views.ts';

const permissionKeys = [
  'BROWSE_PROJECTS',
  'CREATE_ISSUES',
  'EDIT_ISSUES',
  'TRANSITION_ISSUES',
  'LINK_ISSUES',
  'ADD_COMMENTS',
  'EDIT_OWN_COMMENTS',
  'DELETE_OWN_COMMENTS',
  'CREATE_ATTACHMENTS',
  'DELETE_OWN_ATTACHMENTS',
  'ADMINISTER_PROJECTS',
  'ADMINISTER',
];

/** Who one is and may do, the server, and what fields there are. Mounted at `/rest/api/:version`. */
export function siteRoutes({ site, caller }: ApiOptions, denied: () => ReadonlySet<string>): Hono {
  const app = new Hono();
  const isCloud = site.deployment === 'cloud';

  app.get('/myself', (c) => c.json(viewUser(site, caller())));
  app.get('/serverInfo', (c) =>
    c.json({
      baseUrl: site.origin(),
      ...(isCloud
        ? { version: '1001.0.0-SNAPSHOT', versionNumbers: [1001, 0, 0], deploymentType: 'Cloud', buildNumber: 100_290 }
        : { version: '10.3.2', versionNumbers: [10, 3, 2], deploymentType: 'Server', buildNumber: 10_030_002 }),
      serverTime: isoTime(site.clock.now()),
      serverTitle: 'Sandbox',
    }),
  );

  app.get('/issue/createmeta/:idOrKey/issuetypes', (c) => {
    const { page, ...rest } = pageOf(c, issueTypeViews(site.origin()), 50);
    return c.json({ ...rest, issueTypes: page });
  });
  app.get('/issuetype', (c) => c.json(issueTypeViews(site.origin())));
  app.get('/status', (c) => c.json(statuses.map(({ id }) => viewStatus(site, id))));
  app.get('/priority', (c) => c.json(priorities));
  app.get('/field', (c) =>
    c.json(
      [...editableNames.map((id) => [id, id] as const), ...site.customFields].map(([id, name]) => ({
        id,
        key: id,
        name,
        custom: site.customFields.has(id),
        clauseNames: [name],
        navigable: true,
        searchable: true,
      })),
    ),
  );

  app.get('/mypermissions', (c) => {
    const { permissions, issueKey, issueId, projectKey } = c.req.query();
    if (isCloud && permissions === undefined) return problem(c, 400, 'The permissions query parameter is required.');
    const wanted = permissions?.split(',') ?? permissionKeys;
    const unknown = wanted.find((key) => !permissionKeys.includes(key));
    if (unknown !== undefined) return problem(c, 400, `Unrecognized permission: ${unknown}`);
    const issue = issueKey ?? issueId;
    const isSeen = issue
      ? site.findVisible(issue, caller()) !== undefined
      : projectKey === undefined || site.visibleProjects(caller()).some(({ key }) => key === projectKey);
    if (!isSeen) return problem(c, 404, issue ? noIssue : `No project could be found with key '${projectKey}'.`);
    const view = (key: string) => ({
      id: String(permissionKeys.indexOf(key) + 1),
      key,
      name: key.toLowerCase().replaceAll('_', ' '),
      type: key === 'ADMINISTER' ? 'GLOBAL' : 'PROJECT',
      description: '',
      havePermission: !denied().has(key),
    });
    return c.json({ permissions: Object.fromEntries(wanted.map((key) => [key, view(key)])) });
  });
  return app;
}

/** Which permission a call needs beside seeing the issue. */
export function permissionFor(method: string, path: string): string | undefined {
  if (method === 'GET') return undefined;
  if (/\/webhooks?(?:\/|$)/.test(path) && !path.includes('/rest/api/')) return 'ADMINISTER';
  if (/\/attachments$/.test(path)) return 'CREATE_ATTACHMENTS';
  if (/\/comment$/.test(path)) return 'ADD_COMMENTS';
  if (/\/transitions$/.test(path)) return 'TRANSITION_ISSUES';
  if (/\/issueLink$/.test(path)) return 'LINK_ISSUES';
  if (/\/issue$/.test(path)) return 'CREATE_ISSUES';
  return method === 'PUT' && /\/issue\/[^/]+(?:\/properties\/[^/]+)?$/.test(path) ? 'EDIT_ISSUES' : undefined;
}
