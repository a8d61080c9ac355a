import type { TicketComment } from '../cases/ports.ts';
import { adfToText } from './adf-text.ts';
import type { JiraClient } from './jira-client.ts';
import { commentRecord, readRecord } from './jira-records.ts';
import { accountOf } from './own-account.ts';
import { ownWords, withoutInlineCode } from './own-words.ts';

/** How people call the bot who cannot, or do not, pick its account from a list. */
const calls = /(^|\s)@logtriage\b[,:]?/i;

/** Fetches a comment anew: what a webhook says of it may be old, and is signed for the whole site. */
export async function readComment(
  client: JiraClient,
  { issueId, commentId, own }: { issueId: string; commentId: string; own: string },
): Promise<TicketComment> {
  const url = `/rest/api/3/issue/${encodeURIComponent(issueId)}/comment/${encodeURIComponent(commentId)}`;
  const record = readRecord(commentRecord, await client.during().sendRequest({ url }), 'comment');
  const { body, author, visibility } = record;
  const said = ownWords(body);
  const { text } = readMentions(said);
  const { text: addressed, mentioned } = readMentions(withoutInlineCode(said));
  const account = accountOf(author) ?? '';
  return {
    text: text.replace(calls, '$1').trim(),
    mentionsBot: mentioned.includes(own) || calls.test(addressed),
    createdAtMs: Date.parse(record.created ?? '') || 0,
    editedAtMs: record.updated === record.created ? undefined : Date.parse(record.updated ?? '') || undefined,
    isRestricted: visibility !== null && visibility !== undefined,
    author: {
      id: account,
      emailAddress: author?.emailAddress,
      kind: account === own ? 'own_bot' : kindOf(author?.accountType, client.isDataCenter),
    },
  };
}

function kindOf(accountType: string | undefined, isDataCenter: boolean): TicketComment['author']['kind'] {
  if (accountType === 'app') return 'other_bot';
  if (accountType === 'customer') return 'customer';
  return isDataCenter ? 'person' : 'member';
}

/** Mentions are nodes in ADF, and `[~accountid:…]` or `[~name]` in wiki text. */
function readMentions(body: unknown): { text: string; mentioned: string[] } {
  const mentioned: string[] = [];
  let level: unknown[] = [body];
  for (let depth = 0; depth < 20 && level.length > 0; depth += 1) {
    const nodes = level.filter(isNode);
    for (const { type, attrs } of nodes) {
      if (type === 'mention' && typeof attrs?.id === 'string') mentioned.push(attrs.id);
    }
    level = nodes.flatMap(({ content }) => content ?? []).slice(0, 5_000);
  }
  const text = adfToText(body).replace(/\[~(?:accountid:)?([^\]\s]{1,200})\]/g, (_, account: string) => {
    mentioned.push(account);
    return '';
  });
  return { text, mentioned };
}

function isNode(value: unknown): value is { type?: unknown; attrs?: { id?: unknown }; content?: unknown[] } {
  return typeof value === 'object' && value !== null;
}
