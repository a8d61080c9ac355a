import { type Context, Hono } from 'hono';
import { editableNames, statuses } from './issue-fields.ts';
import { issueTypeViews, listOf } from './issue-routes.ts';
import { pageOf, problem } from './problem.ts';
import { type JiraProject, type JiraUser, mayBrowse, type Site } from './site.ts';
import { apiOf, viewProject, viewStatus } from './views.ts';

/** What issues of a project can be made of, and how one is found while it is typed. Mounted at `/rest/api/:version`. */
export function projectRoutes(site: Site, caller: () => JiraUser): Hono {
  const app = new Hono();
  const isCloud = site.deployment === 'cloud';
  const visible = () => [...site.projects.values()].filter((project) => mayBrowse({ project }, caller()));
  const find = (c: Context) => {
    const wanted = c.req.param('idOrKey') ?? '';
    return visible().find(({ id, key }) => id === wanted || key === wanted.toUpperCase());
  };
  const missing = (c: Context) => problem(c, 404, `No project could be found with key '${c.req.param('idOrKey')}'.`);
  const versions = (project: JiraProject) =>
    (project.versions ?? []).map((name) => ({
      self: `${apiOf(site)}/version/${encodeURIComponent(name)}`,
      id: name,
      name,
      archived: false,
      released: false,
      projectId: Number(project.id),
    }));
  const components = (project: JiraProject) =>
    (project.components ?? []).map((name) => ({
      self: `${apiOf(site)}/component/${encodeURIComponent(name)}`,
      id: name,
      name,
      assigneeType: 'PROJECT_DEFAULT',
      isAssigneeTypeValid: true,
      project: project.key,
      projectId: Number(project.id),
    }));

  for (const [whole, paged, list] of [
    ['versions', 'version', versions],
    ['components', 'component', components],
  ] as const) {
    app.get(`/project/:idOrKey/${whole}`, (c) => {
      const project = find(c);
      return project ? c.json(list(project)) : missing(c);
    });
    if (!isCloud) continue;
    app.get(`/project/:idOrKey/${paged}`, (c) => {
      const project = find(c);
      if (!project) return missing(c);
      const query = c.req.query('query')?.toLowerCase() ?? '';
      const { page, ...rest } = pageOf(
        c,
        list(project).filter(({ name }) => name.toLowerCase().includes(query)),
        50,
      );
      return c.json({ ...rest, values: page });
    });
  }

  app.get('/project/:idOrKey/statuses', (c) => {
    const all = statuses.map(({ id }) => viewStatus(site, id));
    return find(c)
      ? c.json(issueTypeViews(site.origin()).map(({ description: _, ...type }) => ({ ...type, statuses: all })))
      : missing(c);
  });

  // Data Center took its own away with version 9.
  if (isCloud) {
    app.get('/issue/createmeta', (c) => {
      const { projectKeys, projectIds, issuetypeNames, issuetypeIds, expand = '' } = c.req.query();
      const [keys, ids, names, types] = [projectKeys, projectIds, issuetypeNames, issuetypeIds].map(listOf);
      const projects = visible().filter(({ key, id }) => (!keys || keys.includes(key)) && (!ids || ids.includes(id)));
      const hasFields = expand.includes('projects.issuetypes.fields');
      const issuetypes = issueTypeViews(site.origin())
        .filter(({ id, name }) => (!names || names.includes(name)) && (!types || types.includes(id)))
        .map((type) => ({
          ...type,
          ...(hasFields
            ? { fields: Object.fromEntries(fields().map(({ fieldId, ...field }) => [fieldId, field])) }
            : {}),
        }));
      const shown = projects.map((project) => {
        const { self, id, key, name } = viewProject(site, project);
        return { self, id, key, name, issuetypes };
      });
      return c.json({ expand: 'projects', projects: shown });
    });
  }

  app.get('/issue/createmeta/:idOrKey/issuetypes/:type', (c) => {
    const isKnown = issueTypeViews(site.origin()).some(({ id }) => id === c.req.param('type'));
    if (!find(c) || !isKnown) return problem(c, 400, 'The project or the issue type does not exist.');
    const { page, isLast, ...rest } = pageOf(c, fields(), 50);
    return c.json(isCloud ? { ...rest, fields: page } : { ...rest, isLast, values: page });
  });

  app.get('/issue/picker', (c) => {
    const query = c.req.query('query')?.trim().toLowerCase() ?? '';
    const found = [...site.issues.values()]
      .filter((issue) => mayBrowse(issue, caller()) && query !== '')
      .filter(({ key, summary }) => key.toLowerCase() === query || summary.toLowerCase().includes(query))
      .slice(0, 20);
    const issues = found.map(({ id, key, summary }) => ({
      id: Number(id),
      key,
      keyHtml: asHtml(key),
      img: '/images/icons/issuetypes/bug.png',
      summary: asHtml(summary),
      summaryText: summary,
    }));
    const sub = `Showing ${issues.length} of ${issues.length} matching issues`;
    const current = issues.length > 0 ? { sub, issues } : { msg: 'No issues were found.', issues };
    return c.json({ sections: [{ label: 'Current Search', id: 'cs', ...current }] });
  });
  return app;

  function fields() {
    return [...editableNames, ...site.customFields.keys()].map((key) => {
      const isList = ['labels', 'versions', 'fixVersions', 'components'].includes(key);
      return {
        fieldId: key,
        key,
        name: site.customFields.get(key) ?? key,
        required: key === 'summary' || key === 'issuetype',
        hasDefaultValue: false,
        operations: isList ? ['add', 'set', 'remove'] : ['set'],
        schema: { type: isList ? 'array' : 'string', ...(isList ? { items: 'string' } : {}), system: key },
      };
    });
  }
}

function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
