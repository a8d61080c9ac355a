import { keepAttachment } from './attachment-routes.ts';
import { changeIssue, type IssueRequest } from './change-issue.ts';
import type { JiraEvents } from './events.ts';
import { statuses } from './issue-fields.ts';
import { moveTo } from './issue-routes.ts';
import { type JiraAttachment, type JiraComment, type JiraIssue, type JiraUser, nextKey, type Site } from './site.ts';

export interface AttachedFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer> | string;
  mimeType?: string;
}

/** What people do on the site. Each act sends the webhooks a site sends. */
export interface JiraPeople {
  createIssue(act: {
    project: string;
    user: string;
    summary: string;
    description?: string;
    files?: readonly AttachedFile[];
    isRequest?: boolean;
    labels?: readonly string[];
    versions?: readonly string[];
  }): Promise<JiraIssue>;
  attach(act: { issue: string; user: string; files: readonly AttachedFile[] }): Promise<JiraAttachment[]>;
  /** Moves an issue to another project, where it gets a new key; the old one leads to it. */
  move(act: { issue: string; project: string; isRequest?: boolean }): JiraIssue;
  /** `body`: ADF as the editor sends it, where there is more than text. */
  comment(act: {
    issue: string;
    user: string;
    text: string;
    body?: unknown;
    isInternal?: boolean;
  }): Promise<JiraComment>;
  editComment(act: { comment: string; user: string; text: string }): Promise<void>;
  removeComment(comment: string): Promise<void>;
  /** Changes fields as the REST interface takes them, text as text. */
  edit(act: { issue: string; user: string } & IssueRequest): Promise<void>;
  /** Puts the issue into a status by its name: Open, In Progress, Done. */
  transition(act: { issue: string; user: string; status: string }): Promise<void>;
  detach(act: { attachment: string; user: string }): Promise<void>;
  removeIssue(act: { issue: string; user: string }): Promise<void>;
  /** Adds and takes away labels; the changelog tells both lists, as Jira does. */
  label(act: { issue: string; user: string; add?: readonly string[]; remove?: readonly string[] }): Promise<void>;
}

export function createJiraPeople(site: Site, events: JiraEvents): JiraPeople {
  const find = (idOrKey: string): JiraIssue => {
    const issue = site.findIssue(idOrKey);
    if (!issue) throw new Error(`the sandbox has no issue ${idOrKey}`);
    return issue;
  };
  // What acts come over HTTP is not checked by types.
  const findUser = (id: string | undefined): JiraUser => {
    if (!id) throw new Error('say which user does it');
    return site.users.get(id) ?? site.addUser({ accountId: id });
  };

  const people: JiraPeople = {
    async createIssue({
      project: key,
      user,
      summary,
      description = '',
      files = [],
      isRequest,
      labels = [],
      versions = [],
    }) {
      const project = site.projects.get(key);
      if (!project) throw new Error(`the sandbox has no project ${key}`);
      const issue = site.addIssue({
        project,
        summary,
        description,
        labels: [...labels],
        versions: [...versions],
        reporter: findUser(user),
        isRequest: isRequest ?? project.projectTypeKey === 'service_desk',
      });
      for (const file of files) keep(site, issue, findUser(user), file);
      await events.issueCreated(issue, findUser(user));
      return issue;
    },

    async attach({ issue: idOrKey, user, files }) {
      const issue = find(idOrKey);
      const attachments = files.map((file) => keep(site, issue, findUser(user), file));
      await events.attached(issue, findUser(user), attachments);
      return attachments;
    },

    move({ issue: idOrKey, project: key, isRequest = false }) {
      const issue = site.findIssue(idOrKey);
      const project = site.projects.get(key);
      if (!issue || !project) throw new Error(`the sandbox has no issue ${idOrKey} or project ${key}`);
      site.issues.delete(issue.key);
      issue.formerKeys = [...(issue.formerKeys ?? []), issue.key];
      Object.assign(issue, { key: nextKey(site.issues, project), project, isRequest, updatedMs: site.clock.now() });
      site.issues.set(issue.key, issue);
      return issue;
    },

    async comment({ issue: idOrKey, user, text, body = text, isInternal = false }) {
      const issue = find(idOrKey);
      const comment: JiraComment = {
        id: site.nextId(),
        author: findUser(user),
        body,
        createdMs: site.clock.now(),
        properties: [],
        isPublic: !isInternal,
      };
      issue.comments.push(comment);
      await events.comment('created', issue, comment);
      return comment;
    },

    async editComment({ comment: id, user, text }) {
      const { issue, comment } = findComment(id);
      Object.assign(comment, { body: text, updatedMs: site.clock.now(), updateAuthor: findUser(user) });
      await events.comment('updated', issue, comment);
    },

    async removeComment(id) {
      const { issue, comment } = findComment(id);
      issue.comments = issue.comments.filter((other) => other !== comment);
      await events.comment('deleted', issue, comment);
    },

    async edit({ issue: idOrKey, user, fields, update }) {
      const issue = find(idOrKey);
      const result = changeIssue(site, issue, { fields, update }, '2');
      if ('errors' in result) throw new Error(JSON.stringify(result.errors));
      await events.issueUpdated(issue, findUser(user), result.changes);
    },

    async label({ issue, user, add = [], remove = [] }) {
      const labels = [...add.map((label) => ({ add: label })), ...remove.map((label) => ({ remove: label }))];
      await people.edit({ issue, user, update: { labels } });
    },

    async transition({ issue: idOrKey, user, status: name }) {
      const status = statuses.find((candidate) => candidate.name === name);
      if (!status) throw new Error(`there is no status ${name}`);
      const issue = find(idOrKey);
      await events.issueUpdated(issue, findUser(user), moveTo(site, issue, status.id));
    },

    async detach({ attachment: id, user }) {
      const found = site.findAttachment(id);
      if (!found) throw new Error(`the sandbox has no attachment ${id}`);
      found.issue.attachments = found.issue.attachments.filter((other) => other !== found.attachment);
      await events.detached(found.issue, findUser(user), found.attachment);
    },

    async removeIssue({ issue: idOrKey, user }) {
      const issue = find(idOrKey);
      site.issues.delete(issue.key);
      await events.issueDeleted(issue, findUser(user));
    },
  };
  return people;

  function findComment(id: string) {
    const found = site.findComment(id);
    if (!found) throw new Error(`the sandbox has no comment ${id}`);
    return found;
  }
}

function keep(site: Site, issue: JiraIssue, user: JiraUser, { name, bytes, mimeType = 'text/plain' }: AttachedFile) {
  const content = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  return keepAttachment(site, issue, user, name, mimeType, content);
}
