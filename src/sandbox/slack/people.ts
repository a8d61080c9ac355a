import { permalink } from './chat-methods.ts';
import type { Deliveries } from './deliveries.ts';
import type { ResponseUrls } from './response-urls.ts';
import {
  type FileMode,
  fileInMessage,
  type SlackChannel,
  type SlackFile,
  type SlackMessage,
  type Workspace,
} from './workspace.ts';

export interface SharedFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer> | string;
  mimetype?: string;
  mode?: FileMode;
  isConnectStub?: boolean;
  /** What the record claims, where it is to differ from the bytes. */
  sizeBytes?: number;
}

export interface Said {
  message: SlackMessage;
  files: SlackFile[];
  permalink: string;
  /** The envelopes Slack would send for it, in the order it would; delivered unless `isSilent`. */
  events: Record<string, unknown>[];
}

export interface CommandReply {
  status: number;
  /** What the caller alone sees at once. */
  text: string;
  body: Record<string, unknown>;
}

/** What people do in the workspace. Each act delivers the events a subscribed app gets, signed. */
export interface People {
  say(act: {
    channel: string;
    user: string;
    text?: string;
    threadTs?: string;
    files?: readonly SharedFile[];
    isSilent?: boolean;
  }): Promise<Said>;
  command(act: { channel: string; user: string; text: string; command?: string }): Promise<CommandReply>;
  removeMessage(channel: string, ts: string): Promise<void>;
  react(act: { channel: string; ts: string; user: string; name: string }): void;
}

export function createPeople(options: {
  workspace: Workspace;
  origin: () => string;
  deliveries: Deliveries;
  responseUrls: ResponseUrls;
  botUserId: string;
}): People {
  const { workspace, deliveries, botUserId } = options;

  return {
    async say({ channel: channelId, user, text = '', threadTs, files: shared = [], isSilent = false }) {
      const channel = workspace.channels.get(channelId);
      if (!channel) throw new Error(`the sandbox has no channel ${channelId}`);
      const ts = workspace.nextTs();
      const files = shared.map((file) => keepFile(workspace, channel, user, ts, threadTs, file));
      const message: SlackMessage = {
        type: 'message',
        ts,
        user,
        text,
        ...(files.length > 0
          ? { subtype: 'file_share', files: files.map((file) => fileInMessage(workspace, file, options.origin())) }
          : {}),
        ...(threadTs ? { thread_ts: threadTs } : {}),
      };
      channel.messages.push(message);
      const events = channel.members.has(botUserId) ? eventsOf(channel, message, files) : [];
      const envelopes = events.map((event) => deliveries.envelope(event));
      if (!isSilent) for (const envelope of envelopes) await deliveries.event(envelope);
      return { message, files, permalink: permalink(options.origin(), channelId, message), events: envelopes };
    },

    async command({ channel: channelId, user, text, command = '/triage' }) {
      const channel = workspace.channels.get(channelId);
      const form = new URLSearchParams({
        token: 'legacy',
        team_id: workspace.teamId,
        team_domain: 'sandbox',
        channel_id: channelId,
        channel_name: channel?.kind === 'im' ? 'directmessage' : (channel?.name ?? ''),
        user_id: user,
        user_name: workspace.users.get(user)?.name ?? user,
        command,
        text,
        api_app_id: workspace.appId,
        is_enterprise_install: 'false',
        response_url: options.responseUrls.issue(channelId, user),
        trigger_id: `${workspace.clock.now()}.${crypto.randomUUID()}`,
      });
      const response = await deliveries.form(form.toString());
      const raw = await response.text();
      const isJson = (response.headers.get('content-type') ?? '').includes('json');
      const body = (isJson && raw !== '' ? JSON.parse(raw) : { text: raw }) as Record<string, unknown>;
      const shown = typeof body.text === 'string' ? body.text : '';
      if (response.ok && raw !== '') {
        const blocks = Array.isArray(body.blocks) ? { blocks: body.blocks as unknown[] } : {};
        channel?.ephemerals.push({ user, text: shown, atMs: workspace.clock.now(), ...blocks });
      }
      return { status: response.status, text: shown, body };
    },

    async removeMessage(channelId, ts) {
      const channel = workspace.channels.get(channelId);
      const message = workspace.findMessage(channelId, ts);
      if (!channel || !message) return;
      channel.messages = channel.messages.filter((other) => other !== message);
      await deliveries.event(
        deliveries.envelope({
          type: 'message',
          subtype: 'message_deleted',
          hidden: true,
          channel: channelId,
          channel_type: channelTypes[channel.kind],
          deleted_ts: ts,
          previous_message: message,
          ts: workspace.nextTs(),
          event_ts: ts,
        }),
      );
    },

    react({ channel, ts, user, name }) {
      const message = workspace.findMessage(channel, ts);
      if (message) message.reactions = [...(message.reactions ?? []), { name, users: [user], count: 1 }];
    },
  };

  function eventsOf(
    channel: SlackChannel,
    message: SlackMessage,
    files: readonly SlackFile[],
  ): Record<string, unknown>[] {
    const base = { ...message, channel: channel.id, event_ts: message.ts, team: workspace.teamId };
    const events: Record<string, unknown>[] = [{ ...base, channel_type: channelTypes[channel.kind] }];
    for (const file of files) {
      events.push({
        type: 'file_shared',
        file_id: file.id,
        user_id: message.user,
        file: { id: file.id },
        channel_id: channel.id,
        event_ts: message.ts,
      });
    }
    const isMention = message.text.includes(`<@${botUserId}>`);
    if (isMention && channel.kind !== 'im') events.push({ ...base, type: 'app_mention' });
    return events;
  }
}

export const channelTypes = { public: 'channel', private: 'group', im: 'im', mpim: 'mpim' } as const;

function keepFile(
  workspace: Workspace,
  channel: SlackChannel,
  user: string,
  ts: string,
  threadTs: string | undefined,
  shared: SharedFile,
): SlackFile {
  const bytes = typeof shared.bytes === 'string' ? new TextEncoder().encode(shared.bytes) : shared.bytes;
  const file: SlackFile = {
    id: workspace.nextId('F'),
    name: shared.name,
    title: shared.name,
    mimetype: shared.mimetype ?? 'text/plain',
    mode: shared.mode ?? 'hosted',
    user,
    createdMs: workspace.clock.now(),
    bytes,
    sizeBytes: shared.sizeBytes ?? bytes.length,
    shares: [{ channel: channel.id, ts, ...(threadTs ? { threadTs } : {}) }],
    isConnectStub: shared.isConnectStub ?? false,
  };
  workspace.files.set(file.id, file);
  return file;
}
