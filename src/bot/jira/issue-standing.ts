import { RemoteError } from '#core/errors.ts';
import type { IssueStanding, KnownProject } from '../cases/ports.ts';
import { jiraCalls } from './jira-calls.ts';
import type { JiraClient } from './jira-client.ts';
import { issueRecord, type ProjectRecord, projectRecord, readRecord } from './jira-records.ts';

/** Where a ticket stands at this moment: tickets move, and what is remembered of one may be wrong by now. */
export async function readStanding(
  client: JiraClient,
  issueIdOrKey: string,
  signal?: AbortSignal,
): Promise<IssueStanding> {
  const wanted = ['project', 'status', 'versions', 'fixVersions'];
  const reply: unknown = await (await jiraCalls()).getIssue(client.during(signal), { issueIdOrKey, fields: wanted });
  const { key, fields } = readRecord(issueRecord, reply, 'issue');
  const { versions, fixVersions, status } = fields;
  const isDone = status?.statusCategory?.key === 'done';
  return {
    issueKey: key,
    project: await toProject(client, fields.project, key, signal),
    isDone,
    versions,
    fixVersions,
  };
}

/** A ticket's own record usually tells the kind of its project. Where nobody does, nothing is shown to customers. */
export async function toProject(
  client: JiraClient,
  project: ProjectRecord | undefined,
  issueKey: string,
  signal?: AbortSignal,
): Promise<KnownProject> {
  if (project?.projectTypeKey) return knownProject(project);
  const projectIdOrKey = project?.id ?? issueKey.slice(0, issueKey.lastIndexOf('-'));
  const unknown = { id: project?.id ?? '', key: project?.key ?? projectIdOrKey, isServiceDesk: true };
  try {
    const reply: unknown = await (await jiraCalls()).getProject(client.during(signal), { projectIdOrKey });
    const record = readRecord(projectRecord, reply, 'project');
    return record.projectTypeKey ? knownProject(record) : unknown;
  } catch (error) {
    if (!(error instanceof RemoteError) || (error.code !== 'not_found' && error.code !== 'forbidden')) throw error;
    return unknown;
  }
}

export function knownProject({ id, key, projectTypeKey }: ProjectRecord): KnownProject {
  return { id, key, isServiceDesk: projectTypeKey === 'service_desk' };
}
