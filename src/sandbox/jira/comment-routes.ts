import { Hono } from 'hono';
import { adfText, checkAdf, textLimit } from './check-adf.ts';
import type { JiraEvents } from './events.ts';
import { invalidPayload, noIssue, problem, readJson } from './problem.ts';
import type { JiraComment, JiraUser, JiraVisibility, Site } from './site.ts';
import type { ApiVersion } from './versions.ts';
import { viewComment } from './views.ts';

const mostComments = 5000;

/** Comments of issues and their properties. Mounted at `/rest/api/:version`. */
export function commentRoutes(options: {
  site: Site;
  version: ApiVersion;
  caller: () => JiraUser;
  events: JiraEvents;
}): Hono {
  const { site, version } = options;
  const app = new Hono();

  /** A comment is found below its own issue alone. */
  function findBelow({ idOrKey, id }: { idOrKey: string; id: string }) {
    const issue = site.findVisible(idOrKey, options.caller());
    const found = issue && site.findComment(id);
    return found?.issue === issue ? found : undefined;
  }

  app.get('/issue/:idOrKey/comment', (c) => {
    const issue = site.findVisible(c.req.param('idOrKey'), options.caller());
    if (!issue) return problem(c, 404, noIssue);
    const startAt = Number(c.req.query('startAt') ?? 0);
    const maxResults = Math.min(Number(c.req.query('maxResults') ?? 100), 100);
    const isNewestFirst = c.req.query('orderBy') === '-created';
    const ordered = isNewestFirst ? issue.comments.toReversed() : issue.comments;
    const comments = ordered.slice(startAt, startAt + maxResults);
    return c.json({
      startAt,
      maxResults,
      total: issue.comments.length,
      comments: comments.map((comment) => viewComment(site, issue, comment, version)),
    });
  });

  app.post('/issue/:idOrKey/comment', async (c) => {
    const issue = site.findVisible(c.req.param('idOrKey'), options.caller());
    if (!issue) return problem(c, 404, noIssue);
    const request = readJson(await c.req.text());
    if (!request) return problem(c, 400, invalidPayload);
    const refused = version === '3' ? checkAdf(request.body) : checkText(request.body);
    if (refused) return problem(c, 400, '', { comment: refused });
    const properties = request.properties ?? [];
    const badProperty = checkProperties(properties);
    if (badProperty) return problem(c, 400, badProperty);
    const visibility = readVisibility(request.visibility);
    if (visibility === 'wrong') return problem(c, 400, '', { commentLevel: 'The visibility is not valid.' });
    if (issue.comments.length >= mostComments) return problem(c, 413, 'The issue has too many comments.');
    const comment: JiraComment = {
      id: site.nextId(),
      author: options.caller(),
      body: request.body,
      createdMs: site.clock.now(),
      properties: properties as JiraComment['properties'],
      isPublic: true,
      ...(visibility ? { visibility } : {}),
    };
    issue.comments.push(comment);
    await options.events.comment('created', issue, comment);
    return c.json(viewComment(site, issue, comment, version), 201);
  });

  app.get('/issue/:idOrKey/comment/:id', (c) => {
    const found = findBelow(c.req.param());
    if (!found) return problem(c, 404, 'Can not find a comment for the id.');
    return c.json(viewComment(site, found.issue, found.comment, version));
  });

  app.put('/issue/:idOrKey/comment/:id', async (c) => {
    const found = findBelow(c.req.param());
    if (!found) return problem(c, 404, 'Can not find a comment for the id.');
    const { issue, comment } = found;
    if (comment.author.accountId !== options.caller().accountId)
      return problem(c, 400, 'You do not have the permission to edit this comment.');
    const request = readJson(await c.req.text());
    if (!request) return problem(c, 400, invalidPayload);
    const refused = version === '3' ? checkAdf(request.body) : checkText(request.body);
    if (refused) return problem(c, 400, '', { comment: refused });
    const visibility = readVisibility(request.visibility);
    if (visibility === 'wrong') return problem(c, 400, '', { commentLevel: 'The visibility is not valid.' });
    const change = { body: request.body, updatedMs: site.clock.now(), updateAuthor: options.caller() };
    Object.assign(comment, change, visibility ? { visibility } : {});
    await options.events.comment('updated', issue, comment);
    return c.json(viewComment(site, issue, comment, version));
  });

  app.delete('/issue/:idOrKey/comment/:id', async (c) => {
    const found = findBelow(c.req.param());
    if (!found) return problem(c, 404, 'Can not find a comment for the id.');
    if (found.comment.author.accountId !== options.caller().accountId)
      return problem(c, 400, 'You do not have the permission to delete this comment.');
    found.issue.comments = found.issue.comments.filter((comment) => comment !== found.comment);
    await options.events.comment('deleted', found.issue, found.comment);
    return c.body(null, 204);
  });

  if (site.deployment === 'datacenter') return app;
  app.post('/comment/list', async (c) => {
    const ids = readJson(await c.req.text())?.ids;
    if (!Array.isArray(ids) || ids.length > 1000) return problem(c, 400, 'ids: 1 to 1000 comment ids');
    const withProperties = (c.req.query('expand') ?? '').split(',').includes('properties');
    const values = ids.flatMap((id) => {
      const found = site.findComment(String(id));
      return found ? [viewComment(site, found.issue, found.comment, version, withProperties)] : [];
    });
    return c.json({ startAt: 0, maxResults: 1048576, total: values.length, isLast: true, values });
  });
  return app;
}

export function checkText(body: unknown): string | undefined {
  if (typeof body !== 'string' || body.trim() === '') return 'Comment body can not be empty!';
  if (adfText(body).length <= textLimit) return undefined;
  return 'The entered text is too long. It exceeds the allowed limit of 32,767 characters.';
}

function checkProperties(properties: unknown): string | undefined {
  if (!Array.isArray(properties)) return 'properties must be a list';
  for (const property of properties as { key?: unknown; value?: unknown }[]) {
    if (typeof property?.key !== 'string' || property.key === '' || property.key.length > 255) return 'property key';
    const size = JSON.stringify(property.value)?.length;
    if (size === undefined || size > 32_768) return 'property value';
  }
  return undefined;
}

/** Whom a comment is limited to; null and nothing both mean nobody in particular. */
function readVisibility(value: unknown): JiraVisibility | undefined | 'wrong' {
  if (value === undefined || value === null) return undefined;
  const { type, value: name, identifier } = value as { type?: unknown; value?: unknown; identifier?: unknown };
  if ((type !== 'group' && type !== 'role') || (typeof name !== 'string' && typeof identifier !== 'string'))
    return 'wrong';
  const named = String(name ?? identifier);
  return { type, value: named, identifier: typeof identifier === 'string' ? identifier : named };
}
