import { keepAttachment } from './attachment-routes.ts';
import type { JiraAttachment, JiraComment, JiraIssue, JiraProject, JiraUser, Site } from './site.ts';
import { isoTime, viewAttachment, viewComment, viewIssue, viewUser } from './views.ts';
import type { WebhookSender } from './webhooks.ts';

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
  comment(act: { issue: string; user: string; text: string }): Promise<JiraComment>;
  /** Adds and takes away labels; the changelog tells both lists, as Jira does. */
  label(act: { issue: string; user: string; add?: readonly string[]; remove?: readonly string[] }): Promise<void>;
}

export function createJiraPeople(site: Site, webhooks: WebhookSender): JiraPeople {
  const findUser = (id: string): JiraUser => site.users.get(id) ?? site.addUser({ accountId: id });

  return {
    async createIssue({ project: key, user, summary, description = '', files = [], isRequest, labels = [], versions }) {
      const project = site.projects.get(key);
      if (!project) throw new Error(`the sandbox has no project ${key}`);
      const issue: JiraIssue = {
        id: site.nextId(),
        key: nextKey(site, project),
        project,
        summary,
        description,
        isRequest: isRequest ?? project.projectTypeKey === 'service_desk',
        createdMs: site.clock.now(),
        updatedMs: site.clock.now(),
        attachments: [],
        comments: [],
        labels: [...labels],
        ...(versions ? { versions } : {}),
      };
      site.issues.set(issue.key, issue);
      for (const file of files) keep(site, issue, findUser(user), file);
      await webhooks.send({
        timestamp: site.clock.now(),
        webhookEvent: 'jira:issue_created',
        issue_event_type_name: 'issue_created',
        user: viewUser(site, findUser(user)),
        issue: viewIssue(site, issue, '2'),
      });
      return issue;
    },

    async attach({ issue: idOrKey, user, files }) {
      const issue = site.findIssue(idOrKey);
      if (!issue) throw new Error(`the sandbox has no issue ${idOrKey}`);
      const attachments = files.map((file) => keep(site, issue, findUser(user), file));
      for (const event of attachmentEvents(site, issue, findUser(user), attachments)) await webhooks.send(event);
      return attachments;
    },

    move({ issue: idOrKey, project: key, isRequest = false }) {
      const issue = site.findIssue(idOrKey);
      const project = site.projects.get(key);
      if (!issue || !project) throw new Error(`the sandbox has no issue ${idOrKey} or project ${key}`);
      site.issues.delete(issue.key);
      issue.formerKeys = [...(issue.formerKeys ?? []), issue.key];
      Object.assign(issue, { key: nextKey(site, project), project, isRequest, updatedMs: site.clock.now() });
      site.issues.set(issue.key, issue);
      return issue;
    },

    async comment({ issue: idOrKey, user, text }) {
      const issue = site.findIssue(idOrKey);
      if (!issue) throw new Error(`the sandbox has no issue ${idOrKey}`);
      const comment: JiraComment = {
        id: site.nextId(),
        author: findUser(user),
        body: text,
        createdMs: site.clock.now(),
        properties: [],
        isPublic: true,
      };
      issue.comments.push(comment);
      await webhooks.send(commentEvent(site, issue, comment));
      return comment;
    },

    async label({ issue: idOrKey, user, add = [], remove = [] }) {
      const issue = site.findIssue(idOrKey);
      if (!issue) throw new Error(`the sandbox has no issue ${idOrKey}`);
      await webhooks.send(setLabels(site, issue, findUser(user), changedLabels(issue.labels, { add, remove })));
    },
  };
}

export function changedLabels(
  labels: readonly string[] = [],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): string[] {
  return [...new Set([...labels, ...add])].filter((label) => !remove.includes(label));
}

/** Sets an issue's labels; returns the event that tells of it. */
export function setLabels(
  site: Site,
  issue: JiraIssue,
  user: JiraUser,
  labels: readonly string[],
): Record<string, unknown> {
  const fromString = (issue.labels ?? []).join(' ');
  Object.assign(issue, { labels: [...labels], updatedMs: site.clock.now() });
  const item = { field: 'labels', fieldtype: 'jira', fieldId: 'labels', from: null, fromString, to: null };
  return {
    timestamp: site.clock.now(),
    webhookEvent: 'jira:issue_updated',
    issue_event_type_name: 'issue_updated',
    user: viewUser(site, user),
    issue: viewIssue(site, issue, '2'),
    changelog: {
      id: site.nextId(),
      items: [{ ...item, toString: labels.join(' ') }],
      created: isoTime(site.clock.now()),
    },
  };
}

function nextKey(site: Site, project: JiraProject): string {
  const numbers = [...site.issues.values()]
    .flatMap(({ key, formerKeys = [] }) => [key, ...formerKeys])
    .filter((key) => key.startsWith(`${project.key}-`))
    .map((key) => Number(key.slice(project.key.length + 1)));
  return `${project.key}-${Math.max(0, ...numbers) + 1}`;
}

/** `attachment_created` names no issue; `jira:issue_updated` carries one changelog item a file. */
export function attachmentEvents(
  site: Site,
  issue: JiraIssue,
  user: JiraUser,
  attachments: readonly JiraAttachment[],
): Record<string, unknown>[] {
  const items = attachments.map((attachment) => ({
    field: 'Attachment',
    fieldtype: 'jira',
    fieldId: 'attachment',
    from: null,
    fromString: null,
    to: attachment.id,
    toString: attachment.filename,
  }));
  return [
    ...attachments.map((attachment) => ({
      timestamp: site.clock.now(),
      webhookEvent: 'attachment_created',
      attachment: viewAttachment(site, attachment),
    })),
    {
      timestamp: site.clock.now(),
      webhookEvent: 'jira:issue_updated',
      issue_event_type_name: 'issue_generic',
      user: viewUser(site, user),
      issue: viewIssue(site, issue, '2'),
      changelog: { id: site.nextId(), items, created: isoTime(site.clock.now()) },
    },
  ];
}

export function commentEvent(site: Site, issue: JiraIssue, comment: JiraComment): Record<string, unknown> {
  return {
    timestamp: site.clock.now(),
    webhookEvent: 'comment_created',
    comment: viewComment(site, issue, comment, '2'),
    issue: viewIssue(site, issue, '2', ['summary', 'project', 'status', 'issuetype']),
  };
}

function keep(site: Site, issue: JiraIssue, user: JiraUser, { name, bytes, mimeType = 'text/plain' }: AttachedFile) {
  const content = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  return keepAttachment(site, issue, user, name, mimeType, content);
}
