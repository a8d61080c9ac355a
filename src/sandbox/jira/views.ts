import { adfText, textToAdf } from './check-adf.ts';
import { issueTypes, linkTypes, priorities, statuses } from './issue-fields.ts';
import type { JiraAttachment, JiraComment, JiraIssue, JiraProject, JiraUser, Site } from './site.ts';
import type { ApiVersion } from './versions.ts';

/** Cloud knows people by account ids, Data Center by name and key. */
export function viewUser(site: Site, user: JiraUser): Record<string, unknown> {
  const { emailAddress, displayName, timeZone } = user;
  const common = { emailAddress, displayName, timeZone, active: !user.isInactive };
  if (site.deployment === 'datacenter') {
    const name = user.accountId;
    return { self: `${site.origin()}/rest/api/2/user?username=${name}`, key: `JIRAUSER-${name}`, name, ...common };
  }
  return {
    self: `${site.origin()}/rest/api/3/user?accountId=${user.accountId}`,
    accountId: user.accountId,
    accountType: user.accountType ?? 'atlassian',
    ...common,
  };
}

export function viewProject(site: Site, project: JiraProject): Record<string, unknown> {
  return {
    self: `${apiOf(site)}/project/${project.id}`,
    id: project.id,
    key: project.key,
    name: project.name,
    projectTypeKey: project.projectTypeKey,
    ...(site.deployment === 'cloud' ? { simplified: false, style: 'classic', isPrivate: false } : {}),
  };
}

export function apiOf(site: Site): string {
  return `${site.origin()}/rest/api/${site.deployment === 'cloud' ? '3' : '2'}`;
}

export function viewAttachment(site: Site, attachment: JiraAttachment): Record<string, unknown> {
  return {
    self: `${apiOf(site)}/attachment/${attachment.id}`,
    id: attachment.id,
    filename: attachment.filename,
    author: viewUser(site, attachment.author),
    created: isoTime(attachment.createdMs),
    size: attachment.bytes.length,
    mimeType: attachment.mimeType,
    content:
      site.deployment === 'cloud'
        ? `${apiOf(site)}/attachment/content/${attachment.id}`
        : `${site.origin()}/secure/attachment/${attachment.id}/${encodeURIComponent(attachment.filename)}`,
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
    self: `${apiOf(site)}/issue/${issue.id}/comment/${comment.id}`,
    id: comment.id,
    author: viewUser(site, comment.author),
    updateAuthor: viewUser(site, comment.updateAuthor ?? comment.author),
    body: version === '2' ? adfText(comment.body) : asAdf(comment.body),
    created: isoTime(comment.createdMs),
    updated: isoTime(comment.updatedMs ?? comment.createdMs),
    ...(comment.visibility ? { visibility: comment.visibility } : {}),
    ...(site.deployment === 'cloud' ? { jsdPublic: comment.isPublic } : {}),
    ...(withProperties ? { properties: comment.properties } : {}),
  };
}

export function viewStatus(site: Site, statusId: string): Record<string, unknown> {
  const status = statuses.find(({ id }) => id === statusId);
  const category = status?.category ?? 'new';
  return {
    self: `${apiOf(site)}/status/${statusId}`,
    id: statusId,
    name: status?.name ?? '',
    description: '',
    iconUrl: `${site.origin()}/images/icons/status.png`,
    statusCategory: statusCategoryViews(site).find(({ key }) => key === category),
  };
}

const categories = {
  new: { id: 2, name: 'To Do', colorName: 'blue-gray' },
  indeterminate: { id: 4, name: 'In Progress', colorName: 'yellow' },
  done: { id: 3, name: 'Done', colorName: 'green' },
} as const;

export function statusCategoryViews(site: Site) {
  return Object.entries(categories).map(([key, category]) => ({
    self: `${apiOf(site)}/statuscategory/${category.id}`,
    key,
    ...category,
  }));
}

/** There is one way to be done. */
export function resolutionView(site: Site) {
  return { self: `${apiOf(site)}/resolution/10000`, id: '10000', name: 'Done', description: '' };
}

/** Every field of the issue, by id. */
function fieldsOf(site: Site, issue: JiraIssue, version: ApiVersion): Record<string, unknown> {
  const { description, priority, issueType } = issue;
  const named = (names: readonly string[]) => names.map((name) => ({ id: name, name }));
  const type = issueTypes.find(({ name }) => name === issueType);
  return {
    summary: issue.summary,
    description: description === '' ? null : version === '2' ? adfText(description) : asAdf(description),
    project: viewProject(site, issue.project),
    attachment: issue.attachments.map((attachment) => viewAttachment(site, attachment)),
    created: isoTime(issue.createdMs),
    updated: isoTime(issue.updatedMs),
    status: viewStatus(site, issue.status),
    issuetype: { self: `${apiOf(site)}/issuetype/${type?.id}`, description: '', ...type },
    priority: { self: `${apiOf(site)}/priority`, ...priorities.find(({ name }) => name === priority) },
    labels: issue.labels,
    versions: named(issue.versions),
    fixVersions: named(issue.fixVersions),
    components: named(issue.components),
    reporter: issue.reporter && viewUser(site, issue.reporter),
    creator: issue.reporter && viewUser(site, issue.reporter),
    assignee: issue.assignee && viewUser(site, issue.assignee),
    resolution: issue.resolvedMs === null ? null : resolutionView(site),
    resolutiondate: issue.resolvedMs === null ? null : isoTime(issue.resolvedMs),
    issuelinks: issue.links.map((link) => viewLink(site, issue, link)),
    ...issue.custom,
    comment: {
      comments: issue.comments.map((comment) => viewComment(site, issue, comment, version)),
      total: issue.comments.length,
      maxResults: issue.comments.length,
      startAt: 0,
    },
  };
}

function viewLink(site: Site, issue: JiraIssue, link: JiraIssue['links'][number]): Record<string, unknown> {
  const type = linkTypes.find(({ name }) => name === link.type);
  const isOutward = link.outward === issue.key;
  const other = site.findIssue(isOutward ? link.inward : link.outward);
  const shown = other && {
    id: other.id,
    key: other.key,
    self: `${apiOf(site)}/issue/${other.id}`,
    fields: { summary: other.summary, status: viewStatus(site, other.status) },
  };
  return {
    id: link.id,
    self: `${apiOf(site)}/issueLink/${link.id}`,
    type,
    [isOutward ? 'inwardIssue' : 'outwardIssue']: shown,
  };
}

export interface Wanted {
  fields?: readonly string[];
  properties?: readonly string[];
  expand?: readonly string[];
}

export function viewIssue(
  site: Site,
  issue: JiraIssue,
  version: ApiVersion,
  { fields: wanted = ['*all'], properties, expand = [] }: Wanted = {},
): Record<string, unknown> {
  const isAll = wanted.includes('*all') || wanted.includes('*navigable');
  const isWanted = (name: string) => !wanted.includes(`-${name}`) && (isAll || wanted.includes(name));
  const all = Object.entries(fieldsOf(site, issue, version));
  const told = issue.properties.filter(({ key }) => properties?.includes(key) || properties?.includes('*all'));
  return {
    id: issue.id,
    key: issue.key,
    self: `${site.origin()}/rest/api/${version}/issue/${issue.id}`,
    fields: Object.fromEntries(all.filter(([name]) => isWanted(name))),
    ...(properties ? { properties: Object.fromEntries(told.map(({ key, value }) => [key, value])) } : {}),
    ...(expand.includes('changelog') ? { changelog: viewHistories(site, issue) } : {}),
  };
}

/** Newest first, as an issue shows them. */
function viewHistories(site: Site, { changelog }: JiraIssue): Record<string, unknown> {
  const { length } = changelog;
  const histories = changelog.toReversed().map((change) => viewChange(site, change));
  return { startAt: 0, maxResults: length, total: length, histories };
}

export function viewChange(site: Site, change: JiraIssue['changelog'][number]): Record<string, unknown> {
  const { id, author, createdMs, items } = change;
  return { id, author: viewUser(site, author), created: isoTime(createdMs), items };
}

/** Jira writes `2026-11-20T14:02:11.000+0000`. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+0000');
}

export function asAdf(body: unknown): unknown {
  return typeof body === 'string' ? textToAdf(body) : body;
}
