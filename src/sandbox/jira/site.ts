import type { Clock } from '#core/clock.ts';

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
}

export interface JiraComment {
  id: string;
  author: JiraUser;
  /** ADF as the client sent it, or plain text where it came through a text API. */
  body: unknown;
  createdMs: number;
  properties: { key: string; value: unknown }[];
  /** On a service project: shown to the customer. */
  isPublic: boolean;
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

export interface JiraIssue {
  id: string;
  key: string;
  project: JiraProject;
  summary: string;
  /** Plain text; shown as ADF by version 3. */
  description: string;
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
  labels?: readonly string[];
  /** Entity properties, by key. */
  properties?: Record<string, unknown>;
  /** Names of the versions it affects and is fixed in. */
  versions?: readonly string[];
  fixVersions?: readonly string[];
  isDone?: boolean;
}

export interface Site {
  clock: Clock;
  /** Root of the site, with a context path if it has one, no slash at the end. */
  origin: () => string;
  users: Map<string, JiraUser>;
  projects: Map<string, JiraProject>;
  issues: Map<string, JiraIssue>;
  nextId(): string;
  findIssue(idOrKey: string): JiraIssue | undefined;
  /** The issue, where this account may browse it. */
  findVisible(idOrKey: string, user: JiraUser): JiraIssue | undefined;
  findAttachment(id: string): { issue: JiraIssue; attachment: JiraAttachment } | undefined;
  findComment(id: string): { issue: JiraIssue; comment: JiraComment } | undefined;
  addUser(user: Partial<JiraUser> & { accountId: string }): JiraUser;
  addProject(project: {
    key: string;
    name?: string;
    projectTypeKey?: JiraProject['projectTypeKey'];
    browsers?: readonly string[];
  }): JiraProject;
}

export function createSite(clock: Clock, origin: () => string): Site {
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
    origin,
    users,
    projects,
    issues,
    nextId,
    findIssue,
    findVisible(idOrKey, user) {
      const issue = findIssue(idOrKey);
      return issue && mayBrowse(issue, user) ? issue : undefined;
    },
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
    addProject({ key, name = key, projectTypeKey = 'software', browsers }) {
      const project = { id: nextId(), key, name, projectTypeKey, ...(browsers ? { browsers } : {}) };
      projects.set(key, project);
      return project;
    },
  };
}

export function mayBrowse({ project, browsers }: Pick<JiraIssue, 'project' | 'browsers'>, user: JiraUser): boolean {
  if (user.isInactive || user.accountType === 'customer') return false;
  return [project.browsers, browsers].every((list) => list === undefined || list.includes(user.accountId));
}
