import type { z } from 'zod';
import type { Ticket } from '../cases/ports.ts';
import type { attachmentRecord } from './jira-records.ts';
import { accountOf } from './own-account.ts';

/** `own`: the bot's account. */
export function toAttachment(file: z.infer<typeof attachmentRecord>, own: string): Ticket['attachments'][number] {
  return {
    id: file.id,
    name: file.filename,
    sizeBytes: file.size,
    mimeType: file.mimeType,
    author: { isOwn: accountOf(file.author) === own },
    createdMs: Date.parse(file.created ?? '') || undefined,
  };
}
