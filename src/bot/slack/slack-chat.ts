import type { Clock } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import type { ChatMessage, Downloader, Fetched, MessageRef, SlackPort } from '../cases/ports.ts';
import { downloadSlackFile } from './download.ts';
import { readHistory } from './history.ts';
import type { Identity } from './identity.ts';
import { readMessageText } from './message-text.ts';
import { readSlackLink } from './read-link.ts';
import { createRecentReading } from './read-recent.ts';
import type { SlackClient, SlackClients } from './slack-client.ts';
import { missingScope } from './slack-errors.ts';
import { createSlackPeople } from './slack-people.ts';
import {
  isStub,
  type SlackFile,
  type SlackMessage,
  slackFile,
  toChannel,
  toListedFile,
  toShares,
} from './slack-records.ts';
import type { Workspaces } from './workspaces.ts';

const mostThreadMessages = 1_000;

/** What cases ask of Slack. Expected refusals are values, passing trouble is thrown as RemoteError. */
export function createSlackChat(options: {
  clientOf: SlackClients;
  identity: Identity;
  workspaces: Workspaces;
  downloader: Downloader;
  apiUrl: string;
  clock: Clock;
}): SlackPort {
  const { clientOf, identity, workspaces } = options;

  const chat: SlackPort = {
    identity: (team) => identity.get(team),
    ...createSlackPeople(clientOf, options.clock),
    ...createRecentReading(options),

    message: (ref) =>
      fetched(async () => {
        const message = await findMessage(ref);
        return message ? await toChatMessage(ref, message) : undefined;
      }),

    threadRoot: ({ team, channel, threadTs }) => chat.message({ team, channel, ts: threadTs, threadTs }),

    thread: ({ team, channel, threadTs }) =>
      fetched(async () => {
        let count = 0;
        const isEnough = () => ++count > mostThreadMessages;
        const messages = await readHistory(clientOf(team), { channel, threadTs }, isEnough);
        const ref = { team, channel, ts: threadTs, threadTs };
        return await Promise.all(messages.map((message) => toChatMessage(ref, message)));
      }),

    shares: (team, fileId) => fetched(async () => toShares(await fileInfo(team, fileId), team)),

    channel: (team, channel) =>
      fetched(async () => {
        const reply = await clientOf(team).call('conversations.info', { channel });
        return toChannel(reply.channel);
      }),

    download: async ({ team, fileId, message }, signal) =>
      await downloadSlackFile({
        downloader: options.downloader,
        botToken: await workspaces.tokenOf(team),
        fileInfo: (id) => fileInfo(team, id),
        listed: () => fileInMessage(message, fileId),
        fileId,
        signal,
      }),

    async permalink(team, channel, ts) {
      const reply = await clientOf(team)
        .call('chat.getPermalink', { channel, message_ts: ts })
        .catch(() => undefined);
      return typeof reply?.permalink === 'string' ? reply.permalink : undefined;
    },

    readLink: (url, team) => readSlackLink(url, team, options.apiUrl),
  };
  return chat;

  async function findMessage({ team, channel, ts, threadTs }: MessageRef): Promise<SlackMessage | undefined> {
    const client = clientOf(team);
    const isIt = (message: SlackMessage) => message.ts === ts;
    const range = { channel, oldest: ts, latest: ts };
    if (threadTs && threadTs !== ts) {
      return (await readHistory(client, { ...range, threadTs }, isIt)).find(isIt);
    }
    const top = (await readHistory(client, range, isIt)).find(isIt);
    // A reply whose event named no thread is in nobody's history, but can be asked for by its own time stamp.
    return top ?? (await repliesOrNone(client, range, ts)).find(isIt);
  }

  async function repliesOrNone(client: SlackClient, range: { channel: string }, ts: string): Promise<SlackMessage[]> {
    try {
      return await readHistory(client, { ...range, threadTs: ts }, (message) => message.ts === ts);
    } catch (error) {
      if (error instanceof RemoteError && error.code === 'not_found') return [];
      throw error;
    }
  }

  async function toChatMessage(ref: MessageRef, message: SlackMessage): Promise<ChatMessage> {
    const self = await identity.get(ref.team);
    const isOwn = message.user === self.userId || (message.bot_id !== undefined && message.bot_id === self.botId);
    const isBot = message.bot_id !== undefined || message.subtype === 'bot_message';
    const files = await Promise.all((message.files ?? []).map((file) => wholeRecord(ref.team, file)));
    return {
      team: ref.team,
      channel: ref.channel,
      ts: message.ts,
      threadTs: message.thread_ts ?? message.ts,
      ...(message.edited ? { editedTs: message.edited.ts } : {}),
      ...readMessageText(message.text, self.userId),
      author: { kind: isOwn ? 'own_bot' : isBot ? 'other_bot' : 'person', id: message.user ?? message.bot_id },
      files: files.map(toListedFile),
    };
  }

  async function wholeRecord(team: string, file: SlackFile): Promise<SlackFile> {
    if (!isStub(file)) return file;
    try {
      return await fileInfo(team, file.id);
    } catch (error) {
      if (error instanceof RemoteError && (error.code === 'not_found' || error.code === 'forbidden')) return file;
      throw error;
    }
  }

  async function fileInMessage(ref: MessageRef | undefined, fileId: string): Promise<SlackFile | undefined> {
    const found = ref && (await fetched(() => findMessage(ref)));
    return found?.status === 'found' ? found.value.files?.find(({ id }) => id === fileId) : undefined;
  }

  async function fileInfo(team: string, fileId: string): Promise<SlackFile> {
    const reply = await clientOf(team).call('files.info', { file: fileId });
    const parsed = slackFile.safeParse(reply.file);
    if (!parsed.success) throw new RemoteError('unavailable', "Slack's answer to files.info could not be read");
    return parsed.data;
  }
}

async function fetched<T>(read: () => Promise<T | undefined>): Promise<Fetched<T>> {
  try {
    const value = await read();
    return value === undefined ? { status: 'gone' } : { status: 'found', value };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    if (error.code === 'not_found') return { status: 'gone' };
    if (error.code !== 'forbidden') throw error;
    const scope = missingScope(error);
    return { status: 'forbidden', reason: error.reason ?? 'forbidden', ...(scope ? { missingScope: scope } : {}) };
  }
}
