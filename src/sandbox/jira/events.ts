import { recordChange } from './change-issue.ts';
import type { Change, ChangedValue } from './issue-fields.ts';
import type { JiraAttachment, JiraComment, JiraIssue, JiraUser, Site } from './site.ts';
import { isoTime, viewAttachment, viewComment, viewIssue, viewUser } from './views.ts';
import type { WebhookSender } from './webhooks.ts';

/** What the site tells its webhooks. Each resolves after the first try of every delivery. */
export interface JiraEvents {
  issueCreated(issue: JiraIssue, user: JiraUser): Promise<void>;
  /** Writes the changes into the issue's history too; nothing where nothing changed. */
  issueUpdated(issue: JiraIssue, user: JiraUser, changes: readonly Change[]): Promise<void>;
  issueDeleted(issue: JiraIssue, user: JiraUser): Promise<void>;
  comment(what: 'created' | 'updated' | 'deleted', issue: JiraIssue, comment: JiraComment): Promise<void>;
  /** `attachment_created` names no issue; `jira:issue_updated` carries one changelog item a file. */
  attached(issue: JiraIssue, user: JiraUser, attachments: readonly JiraAttachment[]): Promise<void>;
  detached(issue: JiraIssue, user: JiraUser, attachment: JiraAttachment): Promise<void>;
}

export function createJiraEvents(site: Site, webhooks: WebhookSender): JiraEvents {
  const send = (webhookEvent: string, issue: JiraIssue, body: Record<string, unknown>) =>
    webhooks.send({ timestamp: site.clock.now(), webhookEvent, ...body }, issue);

  const events: JiraEvents = {
    async issueCreated(issue, user) {
      await send('jira:issue_created', issue, {
        issue_event_type_name: 'issue_created',
        user: viewUser(site, user),
        issue: viewIssue(site, issue, '2'),
      });
    },
    async issueUpdated(issue, user, changes) {
      if (changes.length === 0) return;
      const change = recordChange(site, issue, user, changes);
      await send('jira:issue_updated', issue, {
        issue_event_type_name: 'issue_generic',
        user: viewUser(site, user),
        issue: viewIssue(site, issue, '2'),
        changelog: { id: change.id, items: change.items, created: isoTime(change.createdMs) },
      });
    },
    async issueDeleted(issue, user) {
      await send('jira:issue_deleted', issue, { user: viewUser(site, user), issue: viewIssue(site, issue, '2') });
    },
    async comment(what, issue, comment) {
      await send(`comment_${what}`, issue, {
        comment: viewComment(site, issue, comment, '2'),
        issue: viewIssue(site, issue, '2', { fields: ['summary', 'project', 'status', 'issuetype'] }),
      });
    },
    async attached(issue, user, attachments) {
      for (const attachment of attachments) {
        await send('attachment_created', issue, { attachment: viewAttachment(site, attachment) });
      }
      await events.issueUpdated(
        issue,
        user,
        attachments.map(({ id, filename }) => attachmentChange({ ...nothing, to: id, toString: filename })),
      );
    },
    async detached(issue, user, attachment) {
      await send('attachment_deleted', issue, { attachment: viewAttachment(site, attachment) });
      const { id, filename } = attachment;
      await events.issueUpdated(issue, user, [attachmentChange({ ...nothing, from: id, fromString: filename })]);
    },
  };
  return events;
}

const nothing: ChangedValue = { from: null, fromString: null, to: null, toString: null };

function attachmentChange(value: ChangedValue): Change {
  return { field: 'Attachment', fieldtype: 'jira', fieldId: 'attachment', ...value };
}
