import { adfText, textToAdf } from './check-adf.ts';
import type { JiraAttachment, JiraComment, JiraIssue, JiraProject, JiraUser, Site } from './site.ts';

/** Version 2 speaks text where version 3 speaks ADF. */
export type ApiVersion = '2' | '3';

export function viewUser(site: Site, user: JiraUser): Record<string, unknown> {
  return {
    self: `${site.origin()}/rest/api/3/user?accountId=${user.accountId}`,
    accountId: user.accountId,
    accountType: user.accountType ?? 'atlassian',
    emailAddress: user.emailAddress,
    displayName: user.displayName,
    timeZone: user.timeZone,
    active: !user.isInactive,
  };
}

export function viewProject(site: Site, project: JiraProject): Record<string, unknown> {
  return {
    self: `${site.origin()}/rest/api/3/project/${project.id}`,
    id: project.id,
    key: project.key,
    name: project.name,
    projectTypeKey: project.projectTypeKey,
    simplified: false,
    style: 'classic',
    isPrivate: false,
  };
}

export function viewAttachment(site: Site, attachment: JiraAttachment): Record<string, unknown> {
  return {
    self: `${site.origin()}/rest/api/3/attachment/${attachment.id}`,
    id: attachment.id,
    filename: attachment.filename,
    author: viewUser(site, attachment.author),
    created: isoTime(attachment.createdMs),
    size: attachment.bytes.length,
    mimeType: attachment.mimeType,
    content: `${site.origin()}/rest/api/3/attachment/content/${attachment.id}`,
  };
}

export function viewComment(
  site: Site,
  issue: JiraIssue,
  comment: JiraComment,
  version: ApiVersion,
  withProperties = false,
): Record<string, unknown> {
  return {
    self: `${site.origin()}/rest/api/3/issue/${issue.id}/comment/${comment.id}`,
    id: comment.id,
    author: viewUser(site, comment.author),
    updateAuthor: viewUser(site, comment.author),
    body: version === '2' ? adfText(comment.body) : asAdf(comment.body),
    created: isoTime(comment.createdMs),
    updated: isoTime(comment.createdMs),
    jsdPublic: comment.isPublic,
    ...(withProperties ? { properties: comment.properties } : {}),
  };
}

export function viewIssue(
  site: Site,
  issue: JiraIssue,
  version: ApiVersion,
  wanted: readonly string[] = ['*all'],
): Record<string, unknown> {
  const all: Record<string, unknown> = {
    summary: issue.summary,
    description: version === '2' ? issue.description || null : issue.description ? textToAdf(issue.description) : null,
    project: viewProject(site, issue.project),
    attachment: issue.attachments.map((attachment) => viewAttachment(site, attachment)),
    created: isoTime(issue.createdMs),
    updated: isoTime(issue.updatedMs),
    status: issue.isDone
      ? { id: '2', name: 'Done', statusCategory: { id: 3, key: 'done', name: 'Done' } }
      : { id: '1', name: 'Open', statusCategory: { id: 2, key: 'new', name: 'To Do' } },
    labels: [...(issue.labels ?? [])],
    versions: (issue.versions ?? []).map((name) => ({ name })),
    fixVersions: (issue.fixVersions ?? []).map((name) => ({ name })),
    issuetype: { id: '1', name: 'Bug' },
    comment: {
      comments: issue.comments.map((comment) => viewComment(site, issue, comment, version)),
      total: issue.comments.length,
      maxResults: issue.comments.length,
      startAt: 0,
    },
  };
  const isAll = wanted.includes('*all') || wanted.includes('*navigable');
  return {
    id: issue.id,
    key: issue.key,
    self: `${site.origin()}/rest/api/${version}/issue/${issue.id}`,
    fields: Object.fromEntries(
      Object.entries(all).filter(([name]) => !wanted.includes(`-${name}`) && (isAll || wanted.includes(name))),
    ),
  };
}

/** Jira writes `2026-11-20T14:02:11.000+0000`. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+0000');
}

function asAdf(body: unknown): unknown {
  return typeof body === 'string' ? textToAdf(body) : body;
}
