import { z } from 'zod';

export interface JiraWish {
  /** Null: every attachment of the ticket. Empty: none. */
  read: { issueId: string; attachmentIds: string[] | null } | null;
  removedAttachmentIds: string[];
  removedIssueId: string | null;
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
  changelog: z
    .object({ items: z.array(z.unknown()).max(10_000) })
    .partial()
    .nullish(),
});

const listedSchema = z.object({ attachment: z.array(z.object({ id })).max(10_000) });

// Read by a schema, never by `item.toString`: that is the file name here and a method everywhere else.
const changeSchema = z.object({
  field: z.string(),
  fieldId: z.string().nullish(),
  from: id.nullish(),
  to: id.nullish(),
});

/** The key of the ticket a webhook speaks of, or else its id. */
export function issueNamedIn(body: unknown, issueHint?: string): string {
  const issue = webhookSchema.safeParse(body).data?.issue;
  return issue?.key ?? issueHint ?? issue?.id ?? '';
}

/** Reads a webhook body. `issueHint`: the ticket named in the registered address, for events that name none. */
export function readJiraWebhook(body: unknown, issueHint?: string): JiraWish {
  const parsed = webhookSchema.safeParse(body);
  if (!parsed.success) return nothing('not a webhook of a tracker');
  const { webhookEvent, issue, attachment, changelog } = parsed.data;
  const issueId = issue?.id ?? issue?.key ?? issueHint;
  switch (webhookEvent) {
    case 'jira:issue_created': {
      if (!issueId) return nothing('ticket without an id');
      const listed = listedSchema.safeParse(issue?.fields);
      if (!listed.success) return wish({ read: { issueId, attachmentIds: null } });
      const attachmentIds = listed.data.attachment.map((item) => item.id);
      return attachmentIds.length > 0 ? wish({ read: { issueId, attachmentIds } }) : nothing('no attachments');
    }
    case 'jira:issue_updated': {
      if (!issueId) return nothing('ticket without an id');
      const changes = (changelog?.items ?? [])
        .map((item) => changeSchema.safeParse(item).data)
        .filter((item) => item !== undefined && /^attachment$/i.test(item.fieldId ?? item.field));
      const added = changes.flatMap((change) => change?.to ?? []);
      const removedAttachmentIds = changes.flatMap((change) => (change?.to ? [] : (change?.from ?? [])));
      if (added.length === 0 && removedAttachmentIds.length === 0) return nothing('no attachment changed');
      return wish({
        read: added.length > 0 ? { issueId, attachmentIds: [...new Set(added)] } : null,
        removedAttachmentIds,
      });
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
  return { read: null, removedAttachmentIds: [], removedIssueId: null, reason: null, ...part };
}

function nothing(reason: string): JiraWish {
  return wish({ reason });
}
