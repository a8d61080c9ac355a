import type { Clock } from '#core/clock.ts';

export interface JiraUser {
  accountId: string;
  emailAddress: string;
  displayName: string;
  timeZone: string;
}

export interface JiraProject {
  id: string;
  key: string;
  name: string;
  projectTypeKey: 'software' | 'service_desk' | 'business';
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
  createdMs: number;
  updatedMs: number;
  attachments: JiraAttachment[];
  comments: JiraComment[];
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
  findAttachment(id: string): { issue: JiraIssue; attachment: JiraAttachment } | undefined;
  findComment(id: string): { issue: JiraIssue; comment: JiraComment } | undefined;
  addUser(user: Partial<JiraUser> & { accountId: string }): JiraUser;
  addProject(project: { key: string; name?: string; projectTypeKey?: JiraProject['projectTypeKey'] }): JiraProject;
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
  return {
    clock,
    origin,
    users,
    projects,
    issues,
    nextId,
    findIssue: (idOrKey) =>
      issues.get(idOrKey.toUpperCase()) ?? [...issues.values()].find((issue) => issue.id === idOrKey),
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
    addProject({ key, name = key, projectTypeKey = 'software' }) {
      const project = { id: nextId(), key, name, projectTypeKey };
      projects.set(key, project);
      return project;
    },
  };
}
