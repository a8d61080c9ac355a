import { type Context, Hono } from 'hono';
import { problem } from './problem.ts';
import { type JiraUser, mayBrowse } from './site.ts';
import type { ApiOptions } from './versions.ts';
import { viewUser } from './views.ts';

/** People and who of them may browse an issue. Mounted at `/rest/api/:version`. */
export function userRoutes({ site, caller }: ApiOptions): Hono {
  const app = new Hono();

  app.get('/user', (c) => {
    const id = c.req.query(site.deployment === 'cloud' ? 'accountId' : 'username');
    const user = id === undefined ? undefined : site.users.get(id);
    return user ? c.json(viewUser(site, user)) : problem(c, 404, 'Specified user does not exist.');
  });

  app.get('/user/search', (c) => {
    const found = find(c);
    return found
      ? c.json(found.map((user) => viewUser(site, user)))
      : problem(c, 400, 'The query or accountId must be given.');
  });

  app.get('/user/assignable/search', (c) => {
    const { issueKey, project: key } = c.req.query();
    const issue = issueKey ? site.findVisible(issueKey, caller()) : undefined;
    const project =
      issue?.project ?? [...site.projects.values()].find((other) => other.key === key || other.id === key);
    if (!issueKey && !key) return problem(c, 400, 'Either the issueKey or the project must be given.');
    if (!project) return problem(c, 404, 'The project or issue does not exist.');
    const found = find(c) ?? [...site.users.values()].filter(({ isInactive }) => !isInactive).slice(0, 50);
    return c.json(found.filter((user) => mayBrowse({ project }, user)).map((user) => viewUser(site, user)));
  });

  for (const path of ['/user/viewissue/search', '/user/permission/search']) {
    app.get(path, (c) => {
      const found = find(c);
      const { issueKey, projectKey, permissions } = c.req.query();
      const isOfProject = /^(?:CREATE_ISSUES?|ADMINISTER_PROJECTS|PROJECT_ADMIN)$/.test(permissions ?? '');
      if (found && path.includes('permission') && projectKey && isOfProject) {
        const project = [...site.projects.values()].find(({ key }) => key === projectKey);
        if (!project) return problem(c, 404, `No project could be found with key '${projectKey}'.`);
        const isAllowed = (user: JiraUser) =>
          permissions?.includes('ADMIN')
            ? project.admins?.includes(user.accountId) === true
            : mayBrowse({ project }, user);
        return c.json(found.filter(isAllowed).map((user) => viewUser(site, user)));
      }
      if (!found || !issueKey) return problem(c, 400, 'A user and an issueKey must be given.');
      if (path.includes('permission') && permissions !== 'BROWSE_PROJECTS') {
        return problem(c, 400, 'No such permission.');
      }
      const issue = site.findVisible(issueKey, caller());
      if (!issue) return problem(c, 404, `No issue could be found with key '${issueKey}'.`);
      return c.json(found.filter((user) => mayBrowse(issue, user)).map((user) => viewUser(site, user)));
    });
  }
  return app;

  /** By account id exactly, else by the beginning of a name or address. */
  function find(c: Context): JiraUser[] | undefined {
    const { accountId, username, query = username } = c.req.query();
    const active = [...site.users.values()].filter(({ isInactive }) => !isInactive);
    if (accountId && site.deployment === 'cloud') return active.filter((user) => user.accountId === accountId);
    if (!query) return undefined;
    const begins = (text: string) => text.toLowerCase().startsWith(query.toLowerCase());
    const isCloud = site.deployment === 'cloud';
    return active
      .filter(
        ({ displayName, emailAddress, accountId: name }) =>
          begins(displayName) || begins(emailAddress) || (!isCloud && begins(name)),
      )
      .slice(0, 50);
  }
}
