import { type Change, FieldProblem, findField, isOperation } from './issue-fields.ts';
import type { JiraIssue, JiraUser, Site } from './site.ts';
import type { ApiVersion } from './versions.ts';

export interface IssueRequest {
  fields?: unknown;
  update?: unknown;
}

/** Applies what a request wants, all of it or nothing. Answers what changed, or what is wrong by field. */
export function changeIssue(
  site: Site,
  issue: JiraIssue,
  request: IssueRequest,
  version: ApiVersion,
): { changes: Change[] } | { errors: Record<string, string> } {
  const draft: JiraIssue = { ...issue, custom: { ...issue.custom } };
  const errors: Record<string, string> = {};
  const attempt = (id: string, operation: string, value: unknown) => {
    const field = findField(site, id);
    try {
      if (!isOperation(operation)) throw new FieldProblem(`Operation '${operation}' is not supported.`);
      if (!field)
        throw new FieldProblem(`Field '${id}' cannot be set. It is not on the appropriate screen, or unknown.`);
      field.set(draft, value, { site, version, operation });
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      errors[id] = error.message;
    }
  };
  for (const [id, value] of entriesOf(request.fields)) attempt(id, 'set', value);
  for (const [id, operations] of entriesOf(request.update)) {
    if (!Array.isArray(operations)) errors[id] = 'data was not an array';
    else for (const [verb, value] of operations.flatMap(entriesOf)) attempt(id, verb, value);
  }
  if (Object.keys(errors).length > 0) return { errors };
  const named = new Set([...entriesOf(request.fields), ...entriesOf(request.update)].map(([id]) => id));
  const changes = [...named].flatMap((id) => describe(site, id, issue, draft));
  Object.assign(issue, draft);
  return { changes };
}

/** Writes a change into the issue's history and answers it as a webhook carries it. */
export function recordChange(site: Site, issue: JiraIssue, author: JiraUser, items: readonly Change[]) {
  const change = { id: site.nextId(), author, createdMs: site.clock.now(), items: [...items] };
  issue.updatedMs = site.clock.now();
  issue.changelog.push(change);
  return change;
}

function describe(site: Site, id: string, before: JiraIssue, after: JiraIssue): Change[] {
  const field = findField(site, id);
  if (!field) return [];
  const [from, to] = [field.show(before), field.show(after)];
  if (from.text === to.text) return [];
  const fieldtype = site.customFields.has(id) ? 'custom' : 'jira';
  return [
    {
      field: fieldtype === 'custom' ? field.name : id,
      fieldtype,
      fieldId: id,
      from: from.id,
      fromString: from.text,
      to: to.id,
      toString: to.text,
    },
  ];
}

export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
