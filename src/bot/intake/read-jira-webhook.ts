import { z } from 'zod';
import { askingLabels } from '../cases/ticket-labels.ts';

export interface JiraWish {
  /** Null: every attachment of the ticket. Empty: none. */
  read: { issueId: string; attachmentIds: string[] | null; isAsked?: true } | null;
  removedAttachmentIds: string[];
  removedIssueId: string | null;
  /** Somebody may have written to the bot. `isChanged`: before, and edited or deleted it since. */
  comment: { issueId: string; commentId: string; isChanged?: true } | null;
  /** Somebody set a label that asks for something. */
  labelled: { issueId: string; labels: string[] } | null;
  /** Why nothing is read, for the log. */
  reason: string | null;
}

// Ids come as strings, from some versions as numbers.
const id = z.union([z.string().min(1).max(100), z.number().int()]).transform(String);

const webhookSchema = z.object({
  webhookEvent: z.string(),
  issue: z
    .object({ id: id.optional(), key: z.string().max(100).optional(), fields: z.unknown() })
    .partial()
    .nullish(),
  attachment: z.object({ id }).partial().nullish(),
  issue_event_type_name: z.string().nullish().catch(undefined),
  comment: z
    .object({ id, body: z.unknown(), self: z.string().max(2_000) })
    .partial()
    .nullish()
    .catch(undefined),
  changelog: z
    .object({ items: z.array(z.unknown()).max(10_000) })
    .partial()
    .nullish(),
});

const listedSchema = z.object({ attachment: z.array(z.object({ id })).max(10_000) });
const labelsSchema = z.object({ labels: z.array(z.string()).max(10_000) });

// Read by a schema, never by `item.toString`: that is the file name here and a method everywhere else.
const changeSchema = z.object({
  field: z.string(),
  fieldId: z.string().nullish(),
  // Fields without ids, labels among them, come with null or an empty text.
  from: id.nullish().catch(null),
  to: id.nullish().catch(null),
});

/** The key of the ticket a webhook speaks of, or else its id. */
export function issueNamedIn(body: unknown, issueHint?: string): string {
  const issue = webhookSchema.safeParse(body).data?.issue;
  return issue?.key ?? issueHint ?? issue?.id ?? '';
}

/** Reads a webhook body. `takesEmpty`: a new ticket without files matters too. `issueHint`: the ticket named in the registered address, for events that name none. */
export function readJiraWebhook(body: unknown, issueHint?: string, takesEmpty = false): JiraWish {
  const parsed = webhookSchema.safeParse(body);
  if (!parsed.success) return nothing('not a webhook of a tracker');
  const { webhookEvent, issue, attachment, changelog } = parsed.data;
  const issueId = issue?.id ?? issue?.key ?? issueHint;
  switch (webhookEvent) {
    case 'jira:issue_created': {
      if (!issueId) return nothing('ticket without an id');
      const labels = labelsSchema.safeParse(issue?.fields).data?.labels ?? [];
      const asked = labels.some((label) => askingLabels.includes(label)) ? { isAsked: true as const } : {};
      const listed = listedSchema.safeParse(issue?.fields);
      if (!listed.success) return wish({ read: { issueId, attachmentIds: null, ...asked } });
      const attachmentIds = listed.data.attachment.map((item) => item.id);
      return attachmentIds.length > 0 || takesEmpty || asked.isAsked
        ? wish({ read: { issueId, attachmentIds, ...asked } })
        : nothing('no attachments');
    }
    case 'jira:issue_updated': {
      if (!issueId) return nothing('ticket without an id');
      const changes = (changelog?.items ?? [])
        .map((item) => changeSchema.safeParse(item).data)
        .filter((item) => item !== undefined && /^attachment$/i.test(item.fieldId ?? item.field));
      const added = changes.flatMap((change) => change?.to ?? []);
      const removedAttachmentIds = changes.flatMap((change) => (change?.to ? [] : (change?.from ?? [])));
      const labels = addedLabels(changelog?.items ?? []).filter((label) => askingLabels.includes(label));
      const comment = commentIn(issueId, parsed.data.issue_event_type_name, parsed.data.comment);
      if (added.length + removedAttachmentIds.length + labels.length === 0 && !comment) {
        return nothing('no attachment, label or comment for us');
      }
      return wish({
        read: added.length > 0 ? { issueId, attachmentIds: [...new Set(added)] } : null,
        removedAttachmentIds,
        labelled: labels.length > 0 ? { issueId, labels } : null,
        comment,
      });
    }
    case 'comment_created':
    case 'comment_updated':
    case 'comment_deleted': {
      const comment = commentIn(issueId, webhookEvent, parsed.data.comment);
      return comment ? wish({ comment }) : nothing('comment that does not name the bot');
    }
    case 'jira:issue_deleted':
      return issue?.id ? wish({ removedIssueId: issue.id }) : nothing('deletion that names no ticket');
    case 'attachment_created':
      if (!attachment?.id) return nothing('attachment without an id');
      if (!issueId) return nothing('attachment_created names no ticket; jira:issue_updated brings the file');
      return wish({ read: { issueId, attachmentIds: [attachment.id] } });
    case 'attachment_deleted':
      return attachment?.id ? wish({ removedAttachmentIds: [attachment.id] }) : nothing('attachment without an id');
    default:
      return nothing(`event ${webhookEvent.slice(0, 60)} is not used`);
  }
}

function wish(part: Partial<JiraWish>): JiraWish {
  return {
    read: null,
    removedAttachmentIds: [],
    removedIssueId: null,
    comment: null,
    labelled: null,
    reason: null,
    ...part,
  };
}

/** What events tell of a comment; Data Center tells of comments in updates of their issue too. */
const commentEvents: ReadonlyMap<string, 'written' | 'changed'> = new Map([
  ['comment_created', 'written'],
  ['comment_updated', 'changed'],
  ['comment_deleted', 'changed'],
  ['issue_commented', 'written'],
  ['issue_comment_edited', 'changed'],
  ['issue_comment_deleted', 'changed'],
]);

/**
 * Of those that are written, where the text is told, only one that may speak to the bot: by name, or by an account that
 * is looked up later. Changed ones whatever they say now: what they asked before may be withdrawn.
 */
function commentIn(
  issueId: string | undefined,
  event: string | null | undefined,
  comment: z.infer<typeof webhookSchema>['comment'],
): JiraWish['comment'] {
  const told = commentEvents.get(event ?? '');
  // Data Center names the ticket in the comment's own address alone.
  const at = issueId ?? /\/issue\/(\d{1,20})\/comment\//.exec(comment?.self ?? '')?.[1];
  if (!told || !at || !comment?.id) return null;
  if (told === 'changed') return { issueId: at, commentId: comment.id, isChanged: true };
  const mayMean = typeof comment.body !== 'string' || /@logtriage\b|\[~/i.test(comment.body);
  return mayMean ? { issueId: at, commentId: comment.id } : null;
}

/** Labels stand in one text with spaces between them, those from before and those from now on. */
function addedLabels(items: readonly unknown[]): string[] {
  return items.flatMap((item) => {
    if (changeSchema.safeParse(item).data?.field !== 'labels') return [];
    const before = new Set(labelsIn(item, 'fromString'));
    return labelsIn(item, 'toString').filter((label) => !before.has(label));
  });
}

function labelsIn(item: unknown, name: 'fromString' | 'toString'): string[] {
  if (typeof item !== 'object' || item === null || !Object.hasOwn(item, name)) return [];
  const text: unknown = (item as Record<string, unknown>)[name];
  return typeof text === 'string' ? text.split(/\s+/).filter((label) => label !== '') : [];
}

function nothing(reason: string): JiraWish {
  return wish({ reason });
}
