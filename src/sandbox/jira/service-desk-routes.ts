import { Hono } from 'hono';
import { adfText } from './check-adf.ts';
import { checkText } from './comment-routes.ts';
import type { JiraEvents } from './events.ts';
import { readJson } from './problem.ts';
import type { JiraComment, JiraIssue, JiraUser, Site } from './site.ts';
import { isoTime, viewUser } from './views.ts';

/** Comments of customer requests, public or internal. Mounted at `/rest/servicedeskapi`. */
export function serviceDeskRoutes(options: { site: Site; caller: () => JiraUser; events: JiraEvents }): Hono {
  const { site } = options;
  const app = new Hono();

  const findRequest = (idOrKey: string): JiraIssue | undefined => {
    const issue = site.findVisible(idOrKey, options.caller());
    return issue?.isRequest && issue.project.projectTypeKey === 'service_desk' ? issue : undefined;
  };
  const view = (issue: JiraIssue, comment: JiraComment) => ({
    id: comment.id,
    body: adfText(comment.body),
    public: comment.isPublic,
    author: viewUser(site, comment.author),
    created: { iso8601: isoTime(comment.createdMs), epochMillis: comment.createdMs },
    _links: { self: `${site.origin()}/rest/servicedeskapi/request/${issue.id}/comment/${comment.id}` },
  });
  const notFound = { errorMessage: 'The request does not exist or you cannot see it.', i18nErrorMessage: {} };

  app.post('/request/:idOrKey/comment', async (c) => {
    const issue = findRequest(c.req.param('idOrKey'));
    if (!issue) return c.json(notFound, 404);
    const request = readJson(await c.req.text());
    const refused = checkText(request?.body);
    if (!request || refused) return c.json({ errorMessage: refused ?? 'Invalid body' }, 400);
    const comment: JiraComment = {
      id: site.nextId(),
      author: options.caller(),
      body: request.body,
      createdMs: site.clock.now(),
      properties: [],
      isPublic: request.public !== false,
    };
    issue.comments.push(comment);
    await options.events.comment('created', issue, comment);
    return c.json(view(issue, comment), 201);
  });

  app.get('/request/:idOrKey/comment', (c) => {
    const issue = findRequest(c.req.param('idOrKey'));
    if (!issue) return c.json(notFound, 404);
    const start = Number(c.req.query('start') ?? 0);
    const limit = Math.min(Number(c.req.query('limit') ?? 50), 100);
    const isShown = (comment: JiraComment) => c.req.query(comment.isPublic ? 'public' : 'internal') !== 'false';
    const all = issue.comments.filter(isShown);
    const values = all.slice(start, start + limit).map((comment) => view(issue, comment));
    return c.json({ start, limit, size: values.length, isLastPage: start + limit >= all.length, values });
  });
  return app;
}
