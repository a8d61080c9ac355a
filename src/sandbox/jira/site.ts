import type { Clock } from '#core/clock.ts';
import type { Change } from './issue-fields.ts';

export interface JiraUser {
  accountId: string;
  emailAddress: string;
  displayName: string;
  timeZone: string;
  /** Default: somebody with a licence. Customers only ever see their own requests. */
  accountType?: 'atlassian' | 'customer' | 'app';
  isInactive?: boolean;
}

export interface JiraProject {
  id: string;
  key: string;
  name: string;
  projectTypeKey: 'software' | 'service_desk' | 'business';
  /** Account ids of those with Browse Projects; undefined: everybody with a licence. */
  browsers?: readonly string[];
  /** Account ids of those with Administer Projects; undefined: nobody. */
  admins?: readonly string[];
  versions?: readonly string[];
  components?: readonly string[];
}

export interface JiraStatus {
  id: string;
  name: string;
  category: 'new' | 'indeterminate' | 'done';
}

export interface JiraComment {
  id: string;
  author: JiraUser;
  /** ADF as the client sent it, or plain text where it came through a text API. */
  body: unknown;
  createdMs: number;
  updatedMs?: number;
  updateAuthor?: JiraUser;
  /** Whom it is limited to; undefined: all who see the issue. */
  visibility?: JiraVisibility;
  properties: EntityProperty[];
  /** On a service project: shown to the customer. */
  isPublic: boolean;
}

export interface JiraVisibility {
  type: 'group' | 'role';
  value?: string;
  identifier?: string;
}

export interface EntityProperty {
  key: string;
  value: unknown;
}

export interface JiraAttachment {
  id: string;
  mediaId: string;
  filename: string;
  mimeType: string;
  author: JiraUser;
  createdMs: number;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface JiraWorklog {
  id: string;
  author: JiraUser;
  comment?: unknown;
  /** As Jira writes times. */
  started: string;
  seconds: number;
  createdMs: number;
  updatedMs: number;
}

export interface JiraIssue {
  id: string;
  key: string;
  project: JiraProject;
  summary: string;
  /** ADF, or plain text, which version 3 shows as ADF. */
  description: unknown;
  issueType: string;
  /** By its id. */
  status: string;
  priority: string;
  labels: string[];
  versions: string[];
  fixVersions: string[];
  components: string[];
  reporter: JiraUser | null;
  assignee: JiraUser | null;
  resolvedMs: number | null;
  /** Fields that an administrator added, by id. */
  custom: Record<string, unknown>;
  properties: EntityProperty[];
  changelog: { id: string; author: JiraUser; createdMs: number; items: Change[] }[];
  /** This issue stands on the outward side: `outward` duplicates `inward`. Kept on both. */
  links: { id: string; type: string; outward: string; inward: string }[];
  watchers?: string[];
  voters?: string[];
  worklogs?: JiraWorklog[] | undefined;
  remoteLinks: { id: number; globalId?: string; object: Record<string, unknown> }[];
  /** Made through the customer portal: only then the service desk API knows it. */
  isRequest: boolean;
  /** Keys it had before it moved; they still lead to it. */
  formerKeys?: readonly string[];
  /** Account ids its security level lets in; undefined: it has none. */
  browsers?: readonly string[];
  createdMs: number;
  updatedMs: number;
  attachments: JiraAttachment[];
  comments: JiraComment[];
}

export type Deployment = 'cloud' | 'datacenter';

export interface Site {
  clock: Clock;
  deployment: Deployment;
  /** Root of the site, with a context path if it has one, no slash at the end. */
  origin: () => string;
  users: Map<string, JiraUser>;
  projects: Map<string, JiraProject>;
  issues: Map<string, JiraIssue>;
  /** Names of the fields an administrator added, by id: `customfield_10010`. */
  customFields: Map<string, string>;
  nextId(): string;
  findIssue(idOrKey: string): JiraIssue | undefined;
  /** The issue, where this account may browse it. */
  findVisible(idOrKey: string, user: JiraUser): JiraIssue | undefined;
  visibleProjects(user: JiraUser): JiraProject[];
  visibleIssues(user: JiraUser): JiraIssue[];
  findAttachment(id: string): { issue: JiraIssue; attachment: JiraAttachment } | undefined;
  findComment(id: string): { issue: JiraIssue; comment: JiraComment } | undefined;
  addUser(user: Partial<JiraUser> & { accountId: string }): JiraUser;
  addProject(project: Partial<Omit<JiraProject, 'id'>> & { key: string }): JiraProject;
  /** A new issue with the key that comes next; nobody is told of it. */
  addIssue(issue: Pick<JiraIssue, 'project' | 'summary'> & Partial<JiraIssue>): JiraIssue;
}

export function createSite(clock: Clock, origin: () => string, deployment: Deployment = 'cloud'): Site {
  // Ids must not come again after a restart: who was told of one remembers it.
  let lastId = Math.floor(clock.now() / 1000);
  const issues = new Map<string, JiraIssue>();
  const users = new Map<string, JiraUser>();
  const projects = new Map<string, JiraProject>();
  const nextId = () => {
    // What was kept over a restart has ids already.
    for (const issue of issues.values()) {
      for (const { id } of [issue, ...issue.attachments, ...issue.comments]) lastId = Math.max(lastId, Number(id));
    }
    lastId += 1;
    return String(lastId);
  };
  const findIssue = (idOrKey: string) =>
    issues.get(idOrKey.toUpperCase()) ??
    [...issues.values()].find(
      ({ id, formerKeys = [] }) => id === idOrKey || formerKeys.includes(idOrKey.toUpperCase()),
    );
  return {
    clock,
    deployment,
    origin,
    users,
    projects,
    issues,
    customFields: new Map(),
    nextId,
    findIssue,
    findVisible(idOrKey, user) {
      const issue = findIssue(idOrKey);
      return issue && mayBrowse(issue, user) ? issue : undefined;
    },
    visibleProjects: (user) => [...projects.values()].filter((project) => mayBrowse({ project }, user)),
    visibleIssues: (user) => [...issues.values()].filter((issue) => mayBrowse(issue, user)),
    findAttachment(id) {
      for (const issue of issues.values()) {
        const attachment = issue.attachments.find((candidate) => candidate.id === id);
        if (attachment) return { issue, attachment };
      }
      return undefined;
    },
    findComment(id) {
      for (const issue of issues.values()) {
        const comment = issue.comments.find((candidate) => candidate.id === id);
        if (comment) return { issue, comment };
      }
      return undefined;
    },
    addUser(user) {
      const complete = {
        emailAddress: `${user.accountId}@example.com`,
        displayName: user.accountId,
        timeZone: 'Europe/Berlin',
        ...user,
      };
      users.set(user.accountId, complete);
      return complete;
    },
    addProject({ key, name = key, projectTypeKey = 'software', ...rest }) {
      const project = { id: nextId(), key, name, projectTypeKey, ...rest };
      projects.set(key, project);
      return project;
    },
    addIssue(given) {
      const issue = completeIssue({ id: nextId(), key: nextKey(issues, given.project), ...given }, clock.now());
      issues.set(issue.key, issue);
      return issue;
    },
  };
}

/** An issue with every field, those not given as they are on a new one. */
export function completeIssue(
  given: Pick<JiraIssue, 'id' | 'key' | 'project' | 'summary'> & Partial<JiraIssue>,
  nowMs: number,
): JiraIssue {
  return {
    description: '',
    isRequest: false,
    issueType: 'Bug',
    status: '1',
    priority: 'Medium',
    labels: [],
    versions: [],
    fixVersions: [],
    components: [],
    reporter: null,
    assignee: null,
    resolvedMs: null,
    custom: {},
    properties: [],
    changelog: [],
    links: [],
    remoteLinks: [],
    createdMs: nowMs,
    updatedMs: nowMs,
    attachments: [],
    comments: [],
    ...given,
  };
}

/** The number after the highest that the project ever gave. */
export function nextKey(issues: ReadonlyMap<string, JiraIssue>, project: JiraProject): string {
  const numbers = [...issues.values()]
    .flatMap(({ key, formerKeys = [] }) => [key, ...formerKeys])
    .filter((key) => key.startsWith(`${project.key}-`))
    .map((key) => Number(key.slice(project.key.length + 1)));
  return `${project.key}-${Math.max(0, ...numbers) + 1}`;
}

export function mayBrowse({ project, browsers }: Pick<JiraIssue, 'project' | 'browsers'>, user: JiraUser): boolean {
  if (user.isInactive || user.accountType === 'customer') return false;
  return [project.browsers, browsers].every((list) => list === undefined || list.includes(user.accountId));
}
