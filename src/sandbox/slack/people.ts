import { permalink } from './chat-methods.ts';
import type { Deliveries } from './deliveries.ts';
import { channelTypes, membershipEvent, reactionEvent } from './events.ts';
import { createInteractions, type Interactions } from './interactions.ts';
import type { Grants } from './manifest.ts';
import { readAttachments } from './message-content.ts';
import { changeReaction } from './reaction-methods.ts';
import type { ResponseUrls } from './response-urls.ts';
import type { Triggers } from './triggers.ts';
import type { Views } from './views.ts';
import {
  type FileMode,
  fileInMessage,
  newFile,
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
export interface People extends Interactions {
  say(act: {
    channel: string;
    user: string;
    text?: string;
    threadTs?: string;
    files?: readonly SharedFile[];
    isSilent?: boolean;
  }): Promise<Said>;
  command(act: { channel: string; user: string; text: string; command?: string }): Promise<CommandReply>;
  edit(act: { channel: string; ts: string; text: string }): Promise<void>;
  removeMessage(channel: string, ts: string): Promise<void>;
  react(act: { channel: string; ts: string; user: string; name: string; isRemoved?: boolean }): Promise<void>;
  /** Adds a person, or the app's bot, to a channel. */
  invite(act: { channel: string; user: string; by: string }): Promise<void>;
  /** Looks at the app: its Home, or the messages with it. */
  openHome(act: { user: string; tab?: 'home' | 'messages' }): Promise<void>;
}

export function createPeople(options: {
  workspace: Workspace;
  origin: () => string;
  deliveries: Deliveries;
  responseUrls: ResponseUrls;
  triggers: Triggers;
  views: Views;
  grants: Grants;
  botUserId: string;
}): People {
  const { workspace, deliveries, botUserId, grants } = options;

  return {
    ...createInteractions(options),

    async say({ channel: channelId, user, text = '', threadTs, files: shared = [], isSilent = false }) {
      const channel = findChannel(channelId);
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
      const events = eventsOf(channel, message, files).filter(grants.isSubscribed);
      const envelopes = events.map((event) => deliveries.envelope(event));
      if (!isSilent) for (const envelope of envelopes) await deliveries.event(envelope);
      return { message, files, permalink: permalink(options.origin(), channelId, message), events: envelopes };
    },

    async command({ channel: channelId, user, text, command = '/triage' }) {
      grants.requireCommand(command);
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
        ...(workspace.organisation ? { enterprise_id: workspace.organisation.id } : {}),
        is_enterprise_install: String(workspace.organisation !== undefined),
        response_url: options.responseUrls.issue(channelId, user),
        trigger_id: options.triggers.issue({ user }),
      });
      const response = await deliveries.form(form.toString());
      const raw = await response.text();
      const isJson = (response.headers.get('content-type') ?? '').includes('json');
      const body = (isJson && raw !== '' ? JSON.parse(raw) : { text: raw }) as Record<string, unknown>;
      const shown = typeof body.text === 'string' ? body.text : '';
      if (response.ok && raw !== '') {
        const blocks = Array.isArray(body.blocks) ? { blocks: body.blocks as unknown[] } : {};
        const attachments = Array.isArray(body.attachments) ? { attachments: readAttachments(body.attachments) } : {};
        if (channel) workspace.showEphemeral(channel, { user, text: shown, ...blocks, ...attachments });
      }
      return { status: response.status, text: shown, body };
    },

    async edit({ channel: channelId, ts, text }) {
      const { channel, message } = find(channelId, ts);
      const previous_message = { ...message };
      message.text = text;
      message.edited = { user: message.user, ts: workspace.nextTs() };
      await tellChange(channel, { subtype: 'message_changed', message, previous_message });
    },

    async removeMessage(channelId, ts) {
      const { channel, message } = find(channelId, ts);
      const stone = workspace.removeMessage(channel, message);
      const change = stone
        ? { subtype: 'message_changed', message: stone, previous_message: message }
        : { subtype: 'message_deleted', deleted_ts: ts, previous_message: message };
      await tellChange(channel, change);
    },

    async react({ channel: channelId, ts, user, name, isRemoved = false }) {
      const { channel, message } = find(channelId, ts);
      if (!changeReaction(message, isRemoved ? 'remove' : 'add', user, name)) return;
      await deliveries.tell(reactionEvent(workspace, isRemoved, { channel, message }, user, name));
    },

    async invite({ channel: channelId, user, by }) {
      const channel = findChannel(channelId);
      channel.members.add(user);
      const event = membershipEvent(workspace, 'member_joined_channel', channel, user);
      await deliveries.tell({ ...event, inviter: by });
    },

    async openHome({ user, tab = 'home' }) {
      const view = tab === 'home' ? options.views.homeOf(user) : undefined;
      await deliveries.tell({
        type: 'app_home_opened',
        user,
        channel: workspace.openDirect([user, botUserId]).id,
        tab,
        ...(view ? { view: options.views.show(view) } : {}),
        event_ts: workspace.nextTs(),
      });
    },
  };

  function findChannel(id: string): SlackChannel {
    const channel = workspace.channels.get(id);
    if (!channel) throw new Error(`the sandbox has no channel ${id}`);
    return channel;
  }

  function find(channelId: string, ts: string): { channel: SlackChannel; message: SlackMessage } {
    const channel = workspace.channels.get(channelId);
    const message = workspace.findMessage(channelId, ts);
    if (!channel || !message) throw new Error(`there is no message ${ts} in ${channelId}`);
    return { channel, message };
  }

  async function tellChange(channel: SlackChannel, change: Record<string, unknown>): Promise<void> {
    if (!channel.members.has(botUserId)) return;
    const ts = workspace.nextTs();
    const place = { channel: channel.id, channel_type: channelTypes[channel.kind] };
    await deliveries.tell({ type: 'message', hidden: true, ...change, ...place, ts, event_ts: ts });
  }

  function eventsOf(
    channel: SlackChannel,
    message: SlackMessage,
    files: readonly SlackFile[],
  ): Record<string, unknown>[] {
    const shared = linkShared(channel, message);
    if (!channel.members.has(botUserId)) return shared;
    const base = { ...message, channel: channel.id, event_ts: message.ts, team: workspace.teamId };
    const posted = { ...base, channel_type: channelTypes[channel.kind] };
    const attached = files.map(({ id }) => ({
      type: 'file_shared',
      file_id: id,
      user_id: message.user,
      file: { id },
      channel_id: channel.id,
      event_ts: message.ts,
    }));
    const isMention = message.text.includes(`<@${botUserId}>`) && channel.kind !== 'im';
    return [posted, ...attached, ...(isMention ? [{ ...base, type: 'app_mention' }] : []), ...shared];
  }

  /** Links to the app's own domains are told of from any public channel. */
  function linkShared(channel: SlackChannel, message: SlackMessage): Record<string, unknown>[] {
    const isMember = channel.members.has(botUserId);
    if (!isMember && channel.kind !== 'public') return [];
    const urls = message.text.match(/https?:\/\/[^\s<>|]+/g) ?? [];
    const links = urls.flatMap((found) => {
      const url = found.replaceAll('&amp;', '&');
      const { host, hostname } = URL.parse(url) ?? { host: '', hostname: '' };
      const domain = grants.unfurlDomains.find(
        (own) => own === host || own === hostname || hostname.endsWith(`.${own}`),
      );
      return domain ? [{ url, domain }] : [];
    });
    if (links.length === 0) return [];
    const unfurl_id = `${message.ts}.${crypto.randomUUID()}`;
    workspace.unfurls.set(unfurl_id, { channel: channel.id, ts: message.ts });
    return [
      {
        type: 'link_shared',
        channel: channel.id,
        is_bot_user_member: isMember,
        user: message.user,
        message_ts: message.ts,
        ...(message.thread_ts ? { thread_ts: message.thread_ts } : {}),
        unfurl_id,
        source: 'conversations_history',
        links,
        event_ts: message.ts,
      },
    ];
  }
}

function keepFile(
  workspace: Workspace,
  channel: SlackChannel,
  user: string,
  ts: string,
  threadTs: string | undefined,
  shared: SharedFile,
): SlackFile {
  const { name, mimetype = 'text/plain', mode = 'hosted', isConnectStub = false } = shared;
  const bytes = typeof shared.bytes === 'string' ? new TextEncoder().encode(shared.bytes) : shared.bytes;
  const { sizeBytes = bytes.length } = shared;
  const shares = [{ channel: channel.id, ts, ...(threadTs ? { threadTs } : {}) }];
  const file = newFile(workspace, { name, user, mimetype, mode, bytes, sizeBytes, shares, isConnectStub });
  workspace.files.set(file.id, file);
  return file;
}
