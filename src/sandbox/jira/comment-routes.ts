import { Hono } from 'hono';
import { adfText, checkAdf, textLimit } from './check-adf.ts';
import { JiraProblem, problem, readJson, requireIssue, requireJson } from './problem.ts';
import type { EntityProperty, JiraComment, JiraVisibility } from './site.ts';
import type { ApiOptions } from './versions.ts';
import { viewComment } from './views.ts';

const mostComments = 5000;

/** Comments of issues and their properties. Mounted at `/rest/api/:version`. */
export function commentRoutes({ site, version, caller, events }: ApiOptions): Hono {
  const app = new Hono();

  /** A comment is found below its own issue alone. */
  const findBelow = ({ idOrKey, id }: { idOrKey: string; id: string }) => {
    const issue = site.findVisible(idOrKey, caller());
    const found = issue && site.findComment(id);
    if (!found || found.issue !== issue) throw new JiraProblem(404, 'Can not find a comment for the id.');
    return found;
  };
  const findOwn = (ids: { idOrKey: string; id: string }, verb: 'edit' | 'delete') => {
    const found = findBelow(ids);
    if (found.comment.author.accountId === caller().accountId) return found;
    throw new JiraProblem(400, `You do not have the permission to ${verb} this comment.`);
  };
  const requireBody = ({ body }: Record<string, unknown>): unknown => {
    const refused = version === '3' ? checkAdf(body) : checkText(body);
    if (refused) throw new JiraProblem(400, '', { comment: refused });
    return body;
  };

  app.get('/issue/:idOrKey/comment', (c) => {
    const issue = requireIssue(c, site, caller());
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
    const issue = requireIssue(c, site, caller());
    const request = await requireJson(c);
    const body = requireBody(request);
    const properties = readProperties(request.properties ?? []);
    const visibility = readVisibility(request.visibility);
    if (issue.comments.length >= mostComments) return problem(c, 413, 'The issue has too many comments.');
    const comment: JiraComment = {
      id: site.nextId(),
      author: caller(),
      body,
      createdMs: site.clock.now(),
      properties,
      isPublic: true,
      ...(visibility ? { visibility } : {}),
    };
    issue.comments.push(comment);
    await events.comment('created', issue, comment);
    return c.json(viewComment(site, issue, comment, version), 201);
  });

  app.get('/issue/:idOrKey/comment/:id', (c) => {
    const { issue, comment } = findBelow(c.req.param());
    return c.json(viewComment(site, issue, comment, version));
  });

  app.put('/issue/:idOrKey/comment/:id', async (c) => {
    const { issue, comment } = findOwn(c.req.param(), 'edit');
    const request = await requireJson(c);
    const body = requireBody(request);
    const visibility = readVisibility(request.visibility);
    const change = { body, updatedMs: site.clock.now(), updateAuthor: caller() };
    Object.assign(comment, change, visibility ? { visibility } : {});
    await events.comment('updated', issue, comment);
    return c.json(viewComment(site, issue, comment, version));
  });

  app.delete('/issue/:idOrKey/comment/:id', async (c) => {
    const { issue, comment } = findOwn(c.req.param(), 'delete');
    issue.comments = issue.comments.filter((other) => other !== comment);
    await events.comment('deleted', issue, comment);
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

function readProperties(properties: unknown): EntityProperty[] {
  if (!Array.isArray(properties)) throw new JiraProblem(400, 'properties must be a list');
  for (const property of properties) {
    const { key, value } = property ?? {};
    if (typeof key !== 'string' || key === '' || key.length > 255) throw new JiraProblem(400, 'property key');
    const size = JSON.stringify(value)?.length;
    if (size === undefined || size > 32_768) throw new JiraProblem(400, 'property value');
  }
  return properties;
}

/** Whom a comment is limited to; null and nothing both mean nobody in particular. */
function readVisibility(value: unknown): JiraVisibility | undefined {
  if (value === undefined || value === null) return undefined;
  const { type, value: name, identifier } = value as { type?: unknown; value?: unknown; identifier?: unknown };
  if ((type !== 'group' && type !== 'role') || (typeof name !== 'string' && typeof identifier !== 'string'))
    throw new JiraProblem(400, '', { commentLevel: 'The visibility is not valid.' });
  const named = String(name ?? identifier);
  return { type, value: named, identifier: typeof identifier === 'string' ? identifier : named };
}
