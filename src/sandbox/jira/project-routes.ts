import { type Context, Hono } from 'hono';
import { describeFields, statuses } from './issue-fields.ts';
import { issueTypeViews, listOf } from './issue-routes.ts';
import { JiraProblem, pageOf, problem } from './problem.ts';
import type { JiraProject } from './site.ts';
import type { ApiOptions } from './versions.ts';
import { apiOf, viewProject, viewStatus } from './views.ts';

/** Projects, what their issues can be made of, and how one is found while it is typed. Mounted at `/rest/api/:version`. */
export function projectRoutes({ site, caller }: ApiOptions): Hono {
  const app = new Hono();
  const isCloud = site.deployment === 'cloud';
  const visible = () => site.visibleProjects(caller());
  const findKnown = (wanted = '') => visible().find(({ id, key }) => id === wanted || key === wanted.toUpperCase());
  const find = (c: Context): JiraProject => {
    const wanted = c.req.param('idOrKey');
    const project = findKnown(wanted);
    if (!project) throw new JiraProblem(404, `No project could be found with key '${wanted}'.`);
    return project;
  };
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

  if (isCloud) {
    app.get('/project/search', (c) => {
      const query = c.req.query('query')?.toLowerCase() ?? '';
      const all = visible().filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(query));
      const { page, ...rest } = pageOf(c, all, 50);
      return c.json({ ...rest, values: page.map((project) => viewProject(site, project)) });
    });
  }
  app.get('/project', (c) => c.json(visible().map((project) => viewProject(site, project))));
  app.get('/project/:idOrKey', (c) =>
    c.json({ ...viewProject(site, find(c)), issueTypes: issueTypeViews(site.origin()) }),
  );

  for (const [whole, paged, list] of [
    ['versions', 'version', versions],
    ['components', 'component', components],
  ] as const) {
    app.get(`/project/:idOrKey/${whole}`, (c) => c.json(list(find(c))));
    if (!isCloud) continue;
    app.get(`/project/:idOrKey/${paged}`, (c) => {
      const query = c.req.query('query')?.toLowerCase() ?? '';
      const matching = list(find(c)).filter(({ name }) => name.toLowerCase().includes(query));
      const { page, ...rest } = pageOf(c, matching, 50);
      return c.json({ ...rest, values: page });
    });
  }

  app.get('/project/:idOrKey/statuses', (c) => {
    find(c);
    const all = statuses.map(({ id }) => viewStatus(site, id));
    return c.json(issueTypeViews(site.origin()).map(({ description: _, ...type }) => ({ ...type, statuses: all })));
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
    if (!findKnown(c.req.param('idOrKey')) || !isKnown)
      return problem(c, 400, 'The project or the issue type does not exist.');
    const { page, isLast, ...rest } = pageOf(c, fields(), 50);
    return c.json(isCloud ? { ...rest, fields: page } : { ...rest, isLast, values: page });
  });

  app.get('/issue/picker', (c) => {
    const query = c.req.query('query')?.trim().toLowerCase() ?? '';
    const found = (query === '' ? [] : site.visibleIssues(caller()))
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
    return describeFields(site).map(({ schema, ...field }) => ({
      fieldId: field.key,
      ...field,
      required: field.key === 'summary' || field.key === 'issuetype',
      hasDefaultValue: false,
      schema: { ...schema, ...(schema.type === 'array' ? { items: 'string' } : {}) },
    }));
  }
}

function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
