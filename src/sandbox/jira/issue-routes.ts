import { type Context, Hono } from 'hono';
import { bulkRoutes, type CreateIssue } from './bulk-routes.ts';
import { changeIssue, entriesOf, type IssueRequest } from './change-issue.ts';
import { type Change, describeFields, issueTypes, linkTypes, statuses, transitions } from './issue-fields.ts';
import { JiraProblem, noIssue, pageOf, problem, readJson, requireIssue, requireJson } from './problem.ts';
import { completeIssue, type JiraIssue, type JiraProject, mayBrowse, nextKey, type Site } from './site.ts';
import type { ApiOptions } from './versions.ts';
import { viewChange, viewIssue, viewStatus } from './views.ts';

/** Issues: reading, creating, editing, moving through the workflow, linking. Mounted at `/rest/api/:version`. */
export function issueRoutes(options: ApiOptions): Hono {
  const { site, version, caller, events } = options;
  const app = new Hono();
  const find = (c: Context) => requireIssue(c, site, caller());
  const change = (issue: JiraIssue, request: IssueRequest): Change[] => {
    const result = changeIssue(site, issue, request, version);
    if ('errors' in result) throw new JiraProblem(400, '', result.errors);
    return result.changes;
  };

  app.get('/issue/:idOrKey', (c) => {
    const issue = find(c);
    const { fields, properties, expand } = c.req.query();
    const known = properties === undefined ? {} : { properties: properties.split(',') };
    return c.json(
      viewIssue(site, issue, version, { fields: listOf(fields) ?? ['*all'], expand: listOf(expand) ?? [], ...known }),
    );
  });

  const create: CreateIssue = async (request) => {
    const { project: wanted, ...fields } = Object.fromEntries(entriesOf(request.fields));
    const project = findProject(wanted);
    const errors: Record<string, string> = {};
    if (!project) errors.project = 'Specify a valid project ID or key';
    if (fields.summary === undefined) errors.summary = 'You must specify a summary of the issue.';
    if (fields.issuetype === undefined) errors.issuetype = 'Specify a valid issue type';
    if (!project || Object.keys(errors).length > 0) return { errors };
    const draft = completeIssue({ id: '', key: '', project, summary: '', reporter: caller() }, site.clock.now());
    const result = changeIssue(site, draft, { fields, update: request.update }, version);
    if ('errors' in result) return { errors: result.errors };
    const issue = site.addIssue({ ...draft, id: site.nextId(), key: nextKey(site.issues, project) });
    if (Array.isArray(request.properties)) {
      issue.properties = request.properties.filter((property) => typeof property?.key === 'string');
    }
    await events.issueCreated(issue, caller());
    return { made: { id: issue.id, key: issue.key, self: `${site.origin()}/rest/api/${version}/issue/${issue.id}` } };
  };
  app.post('/issue', async (c) => {
    const request = await requireJson(c);
    const result = await create(request);
    return 'made' in result ? c.json(result.made, 201) : problem(c, 400, '', result.errors);
  });
  app.route('/', bulkRoutes(options, create));

  app.put('/issue/:idOrKey', async (c) => {
    const issue = find(c);
    const request = await requireJson(c);
    await events.issueUpdated(issue, caller(), change(issue, request));
    return c.req.query('returnIssue') === 'true' ? c.json(viewIssue(site, issue, version)) : c.body(null, 204);
  });

  app.put('/issue/:idOrKey/assignee', async (c) => {
    const issue = find(c);
    const request = await requireJson(c);
    // Whom the project gives its issues to: nobody here.
    const isDefault = request.accountId === '-1' || request.name === '-1';
    const fields = { assignee: isDefault ? null : request };
    await events.issueUpdated(issue, caller(), change(issue, { fields }));
    return c.body(null, 204);
  });

  app.delete('/issue/:idOrKey', async (c) => {
    const issue = find(c);
    site.issues.delete(issue.key);
    await events.issueDeleted(issue, caller());
    return c.body(null, 204);
  });

  app.get('/issue/:idOrKey/changelog', (c) => {
    const issue = find(c);
    const { page, ...rest } = pageOf(c, issue.changelog, 100);
    return c.json({ ...rest, values: page.map((change) => viewChange(site, change)) });
  });

  app.get('/issue/:idOrKey/editmeta', (c) => {
    find(c);
    const fields = describeFields(site).map((field) => [field.key, { ...field, required: field.key === 'summary' }]);
    return c.json({ fields: Object.fromEntries(fields) });
  });

  app.get('/issue/:idOrKey/transitions', (c) => {
    const issue = find(c);
    const open = transitions.filter(({ to }) => to !== issue.status);
    const shown = open.map(({ id, name, to }) => ({
      id,
      name,
      to: viewStatus(site, to),
      hasScreen: false,
      isGlobal: true,
      isAvailable: true,
    }));
    return c.json({ expand: 'transitions', transitions: shown });
  });

  app.post('/issue/:idOrKey/transitions', async (c) => {
    const issue = find(c);
    const request = readJson(await c.req.text());
    const { id } = (request?.transition ?? {}) as { id?: unknown };
    const transition = transitions.find((candidate) => candidate.id === String(id) && candidate.to !== issue.status);
    if (!transition) return problem(c, 400, `Transition id '${String(id)}' is not valid for this issue.`);
    const changes = change(issue, request ?? {});
    await events.issueUpdated(issue, caller(), [...moveTo(site, issue, transition.to), ...changes]);
    return c.body(null, 204);
  });

  app.get('/issueLinkType', (c) => c.json({ issueLinkTypes: linkTypes }));

  app.post('/issueLink', async (c) => {
    const request = readJson(await c.req.text());
    const { type, inwardIssue, outwardIssue } = (request ?? {}) as Record<string, Record<string, unknown> | undefined>;
    const known = linkTypes.find(({ id, name }) => name === type?.name || id === type?.id);
    const [inward, outward] = [inwardIssue, outwardIssue].map((end) =>
      site.findVisible(String(end?.key ?? end?.id), caller()),
    );
    if (!inward || !outward) return problem(c, 404, noIssue);
    if (!known) return problem(c, 404, `No issue link type with name '${String(type?.name)}' found.`);
    // As the interface names them: the inward issue stands on the side that does it.
    const link = { id: site.nextId(), type: known.name, outward: inward.key, inward: outward.key };
    if (!inward.links.some((other) => other.type === link.type && other.inward === link.inward)) {
      inward.links.push(link);
      outward.links.push(link);
    }
    return c.body(null, 201);
  });
  return app;

  function findProject(wanted: unknown): JiraProject | undefined {
    const { key, id } = (wanted ?? {}) as { key?: unknown; id?: unknown };
    const project = [...site.projects.values()].find((other) => other.key === key || other.id === String(id));
    return project && mayBrowse({ project }, caller()) ? project : undefined;
  }
}

/** Puts the issue into a status; a done one is resolved. */
export function moveTo(site: Site, issue: JiraIssue, statusId: string): Change[] {
  const nameOf = (id: string) => statuses.find((status) => status.id === id)?.name ?? '';
  const from = issue.status;
  if (from === statusId) return [];
  issue.status = statusId;
  const isDone = statuses.find(({ id }) => id === statusId)?.category === 'done';
  issue.resolvedMs = isDone ? site.clock.now() : null;
  const base = { fieldtype: 'jira' as const, field: 'status', fieldId: 'status' };
  return [{ ...base, from, fromString: nameOf(from), to: statusId, toString: nameOf(statusId) }];
}

export function listOf(value: unknown): string[] | undefined {
  return typeof value === 'string' && value !== '' ? value.split(',') : undefined;
}

export const issueTypeViews = (origin: string) =>
  issueTypes.map((type) => ({ self: `${origin}/rest/api/3/issuetype/${type.id}`, description: '', ...type }));
