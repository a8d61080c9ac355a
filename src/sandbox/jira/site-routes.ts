import { Hono } from 'hono';
import { editableNames, priorities, statuses } from './issue-fields.ts';
import { issueTypeViews } from './issue-routes.ts';
import { pageOf, problem } from './problem.ts';
import { type JiraUser, mayBrowse, type Site } from './site.ts';
import { isoTime, viewProject, viewStatus, viewUser } from './views.ts';

export const permissionKeys = [
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

/** Who one is and may do, the server, projects and what fields there are. Mounted at `/rest/api/:version`. */
export function siteRoutes(site: Site, caller: () => JiraUser, denied: () => ReadonlySet<string>): Hono {
  const app = new Hono();
  const isCloud = site.deployment === 'cloud';
  const visible = () => [...site.projects.values()].filter((project) => mayBrowse({ project }, caller()));

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

  if (isCloud) {
    app.get('/project/search', (c) => {
      const query = c.req.query('query')?.toLowerCase() ?? '';
      const all = visible().filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(query));
      const { page, ...rest } = pageOf(c, all, 50);
      return c.json({ ...rest, values: page.map((project) => viewProject(site, project)) });
    });
  }
  app.get('/project', (c) => c.json(visible().map((project) => viewProject(site, project))));

  app.get('/project/:idOrKey', (c) => {
    const idOrKey = c.req.param('idOrKey');
    const project = visible().find(({ id, key }) => id === idOrKey || key === idOrKey.toUpperCase());
    return project
      ? c.json({ ...viewProject(site, project), issueTypes: issueTypeViews(site.origin()) })
      : problem(c, 404, `No project could be found with key '${idOrKey}'.`);
  });

  app.get('/issue/createmeta/:idOrKey/issuetypes', (c) => {
    const { page, ...rest } = pageOf(c, issueTypeViews(site.origin()), 50);
    return c.json({ ...rest, issueTypes: page });
  });
  app.get('/issuetype', (c) => c.json(issueTypeViews(site.origin())));
  app.get('/status', (c) => c.json(statuses.map(({ id }) => viewStatus(site, id))));
  app.get('/priority', (c) => c.json(priorities));
  app.get('/field', (c) =>
    c.json([
      ...editableNames.map((id) => ({
        id,
        key: id,
        name: id,
        custom: false,
        clauseNames: [id],
        navigable: true,
        searchable: true,
      })),
      ...[...site.customFields].map(([id, name]) => ({
        id,
        key: id,
        name,
        custom: true,
        clauseNames: [name],
        navigable: true,
        searchable: true,
      })),
    ]),
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
      : projectKey === undefined || visible().some(({ key }) => key === projectKey);
    if (!isSeen)
      return problem(
        c,
        404,
        issue
          ? 'Issue does not exist or you do not have permission to see it.'
          : `No project could be found with key '${projectKey}'.`,
      );
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
