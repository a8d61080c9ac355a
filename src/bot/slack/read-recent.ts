import { RemoteError } from '#core/errors.ts';
import type { RecentMessage, SlackPort } from '../cases/ports.ts';
import { readHistory } from './history.ts';
import type { Identity } from './identity.ts';
import type { SlackClient, SlackClients } from './slack-client.ts';
import { channelPage, messagePage, type SlackMessage } from './slack-records.ts';
import type { Workspaces } from './workspaces.ts';

const mostChannelPages = 50;
/** Of a channel so busy that more came, the newest are looked at. */
const mostPages = 15;
/** Replies are found below messages that are at most so much older than what is looked for. */
const threadsBackMs = 2 * 86_400_000;

/** What was written lately, from Slack's own memory of it. */
export function createRecentReading({
  clientOf,
  identity,
  workspaces,
}: {
  clientOf: SlackClients;
  identity: Identity;
  workspaces: Workspaces;
}): Pick<SlackPort, 'teams' | 'areOne' | 'isChosen' | 'conversations' | 'recentMessages'> {
  return {
    teams: workspaces.teams,
    areOne: workspaces.areOne,
    isChosen: workspaces.isChosen,

    async conversations(team) {
      const client = clientOf(team);
      const self = await identity.get(team);
      const channels: { id: string; isDirect: boolean }[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < mostChannelPages; page += 1) {
        const types = 'public_channel,private_channel,mpim,im';
        // Of an organisation's token Slack wants to know which workspace is meant.
        const of = team === '' ? {} : { team_id: team };
        const asked = { types, exclude_archived: true, limit: 200, ...of, ...(cursor ? { cursor } : {}) };
        const reply = channelPage.safeParse(await client.call('users.conversations', asked));
        if (!reply.success)
          throw new RemoteError('unavailable', "Slack's answer about conversations could not be read");
        channels.push(...reply.data.channels.map(({ id, is_im: isIm }) => ({ id, isDirect: isIm === true })));
        cursor = reply.data.response_metadata?.next_cursor;
        if (!cursor) break;
      }
      return { team: self.team, channels };
    },

    async recentMessages({ team, channel }, sinceMs) {
      const client = clientOf(team);
      const self = await identity.get(team);
      const stored = await newestFirst(client, channel, sinceMs - threadsBackMs);
      const joined = stored.find(
        ({ subtype, user }) => /^(?:channel|group)_join$/.test(subtype ?? '') && user === self.userId,
      );
      const fromS = Math.max(sinceMs / 1000, Number(joined?.ts ?? 0));
      const threads = stored.filter((message) => Number(message.latest_reply ?? 0) >= fromS);
      const found = new Map(stored.map((message) => [message.ts, message]));
      for (const { ts } of threads) {
        const range = { channel, threadTs: ts, oldest: String(fromS) };
        for (const reply of await readHistory(client, range, () => false)) found.set(reply.ts, reply);
      }
      const isOwn = (message: SlackMessage) =>
        message.user === self.userId || (message.bot_id !== undefined && message.bot_id === self.botId);
      return [...found.values()]
        .filter((message) => Number(message.ts) >= fromS && !isOwn(message))
        .sort((a, b) => Number(a.ts) - Number(b.ts))
        .map(
          (message): RecentMessage => ({
            ts: message.ts,
            threadTs: message.thread_ts,
            hasFiles: (message.files ?? []).length > 0,
            mentionsBot: message.text.includes(`<@${self.userId}>`),
          }),
        );
    },
  };

  async function newestFirst(client: SlackClient, channel: string, sinceMs: number): Promise<SlackMessage[]> {
    const messages: SlackMessage[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < mostPages; page += 1) {
      const asked = { channel, oldest: String(sinceMs / 1000), limit: 200, ...(cursor ? { cursor } : {}) };
      const reply = messagePage.safeParse(await client.call('conversations.history', asked));
      if (!reply.success) throw new RemoteError('unavailable', "Slack's answer about messages could not be read");
      messages.push(...reply.data.messages);
      cursor = reply.data.response_metadata?.next_cursor;
      if (!cursor || reply.data.has_more === false) break;
    }
    return messages;
  }
}
