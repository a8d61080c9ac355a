import { RemoteError } from '#core/errors.ts';
import type { SlackClient } from './slack-client.ts';
import { messagePage, type SlackMessage } from './slack-records.ts';

const pageSize = 200;
const mostPages = 25;

/** Reads a channel's or thread's stored messages page by page, until `isLast` says so or there are no more. */
export async function readHistory(
  client: SlackClient,
  from: { channel: string; threadTs?: string; oldest?: string; latest?: string },
  isLast: (message: SlackMessage) => boolean,
  signal?: AbortSignal,
): Promise<SlackMessage[]> {
  const method = from.threadTs ? 'conversations.replies' : 'conversations.history';
  const messages: SlackMessage[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const reply = await client.call(
      method,
      {
        channel: from.channel,
        include_all_metadata: true,
        inclusive: true,
        limit: pageSize,
        ...(from.threadTs ? { ts: from.threadTs } : {}),
        ...(from.oldest ? { oldest: from.oldest } : {}),
        ...(from.latest ? { latest: from.latest } : {}),
        ...(cursor ? { cursor } : {}),
      },
      signal,
    );
    const parsed = messagePage.safeParse(reply);
    if (!parsed.success) throw new RemoteError('unavailable', `Slack's answer to ${method} could not be read`);
    messages.push(...parsed.data.messages);
    const next = parsed.data.response_metadata?.next_cursor;
    if (parsed.data.messages.some(isLast) || !next || parsed.data.has_more === false) return messages;
    cursor = next;
  }
  throw new RemoteError('unavailable', `${method} has more pages than are read`);
}
