import type { Clock } from '#core/clock.ts';

export interface SlackUser {
  id: string;
  name: string;
  realName: string;
  tz: string;
  isBot?: boolean;
  /** Default: one at example.com by their name; null: none to be seen. */
  email?: string | null;
  /** Sees the channels they are in alone. */
  isGuest?: boolean;
  /** Of another organisation, met in a shared channel. */
  isExternal?: boolean;
  isDeleted?: boolean;
}

export type ChannelKind = 'public' | 'private' | 'im' | 'mpim';

interface ChannelWords {
  value: string;
  creator: string;
  last_set: number;
}

export interface SlackChannel {
  id: string;
  name: string;
  kind: ChannelKind;
  isArchived: boolean;
  /** With another organisation (Slack Connect). */
  isShared?: boolean;
  members: Set<string>;
  creator?: string;
  createdS?: number;
  topic?: ChannelWords;
  purpose?: ChannelWords;
  pins?: { ts: string; user: string; createdS: number }[];
  messages: SlackMessage[];
  /** Seen by one person until the page is left; never part of the history. */
  ephemerals: EphemeralMessage[];
}

export interface SlackMetadata {
  event_type: string;
  event_payload: Record<string, unknown>;
}

export interface SlackMessage {
  type: 'message';
  ts: string;
  user: string;
  text: string;
  subtype?: string;
  bot_id?: string;
  app_id?: string;
  thread_ts?: string;
  blocks?: unknown[];
  files?: Record<string, unknown>[];
  metadata?: SlackMetadata;
  edited?: { user: string; ts: string };
  reactions?: { name: string; users: string[]; count: number }[];
  /** Coloured boxes below the text, and what links unfold to. */
  attachments?: Record<string, unknown>[];
  /** Nobody sees it: a gravestone that holds its thread together. */
  hidden?: boolean;
  /** False: the client shows `text` as it is, without markup. */
  mrkdwn?: boolean;
  /** A message that grows while it is read. */
  streaming_state?: 'in_progress' | 'completed';
}

export interface EphemeralMessage {
  ts: string;
  user: string;
  text: string;
  blocks?: unknown[];
  attachments?: Record<string, unknown>[];
  threadTs?: string;
  atMs: number;
}

export type FileMode = 'hosted' | 'snippet' | 'external' | 'tombstone' | 'hidden_by_limit';

export interface SlackFile {
  id: string;
  name: string;
  title: string;
  mimetype: string;
  mode: FileMode;
  user: string;
  createdMs: number;
  bytes: Uint8Array<ArrayBuffer>;
  /** What the record claims, where it differs from the bytes. */
  sizeBytes: number;
  shares: { channel: string; ts: string; threadTs?: string }[];
  /** Slack Connect: events carry a stub, only files.info tells more. */
  isConnectStub: boolean;
}

export interface SlackToken {
  token: string;
  userId: string;
  botId: string;
  scopes: Set<string>;
  isRevoked: boolean;
  /** Absent: it does not end by itself. */
  expiresAtMs?: number;
}

interface ThreadSigns {
  status?: { text: string; untilMs: number } | undefined;
  title?: string;
  prompts?: unknown[];
}

export interface Workspace {
  clock: Clock;
  teamId: string;
  teamName: string;
  /** The organisation it belongs to, which installs apps for all of its workspaces. */
  organisation: { id: string; name: string } | undefined;
  appId: string;
  users: Map<string, SlackUser>;
  channels: Map<string, SlackChannel>;
  files: Map<string, SlackFile>;
  tokens: Map<string, SlackToken>;
  /** Which message a link's event spoke of, by its `unfurl_id`. */
  unfurls: Map<string, { channel: string; ts: string }>;
  /** What an assistant shows at a thread beside its messages, by channel and thread. */
  threadSigns: Map<string, ThreadSigns>;
  /** Unique and rising, as Slack's are. */
  nextTs(): string;
  nextId(prefix: string): string;
  findMessage(channelId: string, ts: string): SlackMessage | undefined;
  /** Deletes it; the first message of a thread with replies becomes a gravestone, which is answered. */
  removeMessage(channel: SlackChannel, message: SlackMessage): SlackMessage | undefined;
  showEphemeral(channel: SlackChannel, message: Omit<EphemeralMessage, 'ts' | 'atMs'>): EphemeralMessage;
  /** The direct messages of these people, made where there are none. */
  openDirect(members: readonly string[]): SlackChannel;
  addUser(user: Partial<SlackUser> & { id: string }): SlackUser;
  addChannel(channel: {
    id: string;
    name: string;
    kind?: ChannelKind;
    members?: readonly string[];
    isShared?: boolean;
  }): SlackChannel;
}

export function createWorkspace(
  clock: Clock,
  {
    teamId,
    teamName,
    organisation,
    appId,
  }: Pick<Workspace, 'teamId' | 'teamName' | 'appId'> & Partial<Pick<Workspace, 'organisation'>>,
): Workspace {
  let lastMicros = 0;
  const users = new Map<string, SlackUser>();
  const channels = new Map<string, SlackChannel>();

  const nextMicros = () => {
    lastMicros = Math.max(lastMicros + 100, clock.now() * 1000);
    return lastMicros;
  };

  const workspace: Workspace = {
    clock,
    teamId,
    teamName,
    organisation,
    appId,
    users,
    channels,
    files: new Map(),
    tokens: new Map(),
    unfurls: new Map(),
    threadSigns: new Map(),
    nextTs() {
      const micros = nextMicros();
      return `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`;
    },
    // Ids must not come again after a restart: who was told of one remembers it.
    nextId: (prefix) => `${prefix}0${nextMicros().toString(36).toUpperCase()}`,
    findMessage(channelId, ts) {
      return channels.get(channelId)?.messages.find((message) => message.ts === ts);
    },
    removeMessage(channel, message) {
      const hasReplies = channel.messages.some(({ ts, thread_ts }) => thread_ts === message.ts && ts !== message.ts);
      const stone: SlackMessage | undefined = hasReplies
        ? {
            type: 'message',
            subtype: 'tombstone',
            hidden: true,
            ts: message.ts,
            thread_ts: message.ts,
            user: 'USLACKBOT',
            text: 'This message was deleted.',
          }
        : undefined;
      channel.messages = channel.messages.flatMap((other) => (other !== message ? [other] : stone ? [stone] : []));
      return stone;
    },
    showEphemeral(channel, message) {
      const shown = { ...message, ts: workspace.nextTs(), atMs: clock.now() };
      channel.ephemerals.push(shown);
      return shown;
    },
    openDirect(people) {
      const kind = people.length > 2 ? 'mpim' : 'im';
      const existing = [...channels.values()].find(
        ({ kind: other, members }) =>
          other === kind && members.size === people.length && people.every((id) => members.has(id)),
      );
      const name = kind === 'im' ? (people[0] ?? '') : `mpdm-${people.join('--')}`;
      return existing ?? workspace.addChannel({ id: workspace.nextId('D'), name, kind, members: people });
    },
    addUser(user) {
      const complete = { name: user.id.toLowerCase(), realName: user.id, tz: 'Europe/Berlin', ...user };
      users.set(user.id, complete);
      return complete;
    },
    addChannel({ id, name, kind = 'public', members = [], isShared = false }) {
      const channel: SlackChannel = {
        id,
        name,
        kind,
        isArchived: false,
        isShared,
        members: new Set(members),
        messages: [],
        ephemerals: [],
      };
      channels.set(id, channel);
      return channel;
    },
  };
  return workspace;
}

/** A file with every field, those not given as they are on an upload that holds no bytes yet. */
export function newFile(workspace: Workspace, given: Pick<SlackFile, 'name' | 'user'> & Partial<SlackFile>): SlackFile {
  return {
    id: workspace.nextId('F'),
    title: given.name,
    mimetype: 'text/plain',
    mode: 'hosted',
    createdMs: workspace.clock.now(),
    bytes: new Uint8Array(),
    sizeBytes: 0,
    shares: [],
    isConnectStub: false,
    ...given,
  };
}

/** How the API shows a file; `url_private` and its download twin point at the stand-in. */
export function fileRecord(workspace: Workspace, file: SlackFile, origin: string): Record<string, unknown> {
  if (file.mode === 'tombstone') return { id: file.id, mode: 'tombstone' };
  if (file.mode === 'hidden_by_limit') return { id: file.id, mode: 'hidden_by_limit' };
  const path = `${workspace.teamId}-${file.id}`;
  const name = encodeURIComponent(file.name);
  const shares: Record<'public' | 'private', Record<string, unknown[]>> = { public: {}, private: {} };
  for (const { channel, ts, threadTs } of file.shares) {
    const kind = workspace.channels.get(channel)?.kind === 'public' ? 'public' : 'private';
    const list = shares[kind][channel] ?? [];
    shares[kind][channel] = [...list, { ts, ...(threadTs ? { thread_ts: threadTs } : {}) }];
  }
  const places = file.shares.map(({ channel }) => channel);
  const ofKind = (kind: ChannelKind) => places.filter((id) => workspace.channels.get(id)?.kind === kind);
  return {
    id: file.id,
    created: Math.floor(file.createdMs / 1000),
    timestamp: Math.floor(file.createdMs / 1000),
    name: file.name,
    title: file.title,
    mimetype: file.mimetype,
    filetype: file.name.includes('.') ? file.name.slice(file.name.lastIndexOf('.') + 1) : 'text',
    pretty_type: 'File',
    user: file.user,
    mode: file.mode,
    is_external: file.mode === 'external',
    external_type: file.mode === 'external' ? 'gdrive' : '',
    size: file.sizeBytes,
    is_public: ofKind('public').length > 0,
    url_private: file.mode === 'external' ? 'https://drive.example.com/x' : `${origin}/files-pri/${path}/${name}`,
    ...(file.mode === 'external' ? {} : { url_private_download: `${origin}/files-pri/${path}/download/${name}` }),
    permalink: `${origin}/files/${file.user}/${file.id}/${name}`,
    shares,
    channels: ofKind('public'),
    groups: ofKind('private'),
    ims: [...ofKind('im'), ...ofKind('mpim')],
  };
}

/** Why a token is refused; undefined: it works. */
export function refusalOf({ isRevoked, expiresAtMs }: SlackToken, nowMs: number): string | undefined {
  if (isRevoked) return 'token_revoked';
  return expiresAtMs !== undefined && expiresAtMs <= nowMs ? 'token_expired' : undefined;
}

/** Whether a token may have a file: it is of its own, in a public channel, or in one it is in. */
export function isFileVisible(workspace: Workspace, file: SlackFile, userId: string): boolean {
  return (
    file.user === userId ||
    file.shares.some(({ channel: id }) => {
      const channel = workspace.channels.get(id);
      return channel?.kind === 'public' || channel?.members.has(userId) === true;
    })
  );
}

/** What a message or event carries for a file: Slack Connect sends no more than a hint to ask for it. */
export function fileInMessage(workspace: Workspace, file: SlackFile, origin: string): Record<string, unknown> {
  if (!file.isConnectStub) return fileRecord(workspace, file, origin);
  return { id: file.id, mode: 'file_access', file_access: 'check_file_info', created: 0, timestamp: 0 };
}
