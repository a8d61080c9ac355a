import { z } from 'zod';
import type { Channel, ListedFile, MessageRef, Person, SkipReason } from '../cases/ports.ts';

// Only the fields that are read. Slack leaves many out, and other servers of its API leave out more.
const optionalText = z.string().optional().catch(undefined);

export const slackFile = z.object({
  id: z.string(),
  name: optionalText,
  title: optionalText,
  mimetype: optionalText,
  size: z.number().nonnegative().optional().catch(undefined),
  mode: optionalText,
  is_external: z.boolean().optional().catch(undefined),
  file_access: optionalText,
  url_private: optionalText,
  url_private_download: optionalText,
  shares: z
    .record(z.string(), z.record(z.string(), z.array(z.object({ ts: z.string(), thread_ts: optionalText }))))
    .optional()
    .catch(undefined),
});
export type SlackFile = z.infer<typeof slackFile>;

const slackMessage = z.object({
  ts: z.string(),
  thread_ts: optionalText,
  user: optionalText,
  bot_id: optionalText,
  app_id: optionalText,
  subtype: optionalText,
  latest_reply: optionalText,
  edited: z.object({ ts: z.string() }).optional().catch(undefined),
  text: z.string().catch(''),
  files: z.array(slackFile).optional().catch(undefined),
  metadata: z
    .object({ event_type: z.string(), event_payload: z.record(z.string(), z.unknown()) })
    .optional()
    .catch(undefined),
  blocks: z
    .array(z.looseObject({ block_id: optionalText }))
    .optional()
    .catch(undefined),
});
export type SlackMessage = z.infer<typeof slackMessage>;

export const messagePage = z.object({
  messages: z.array(slackMessage),
  has_more: z.boolean().optional().catch(undefined),
  response_metadata: z.object({ next_cursor: optionalText }).optional().catch(undefined),
});

const slackChannel = z.object({
  id: z.string(),
  name: optionalText,
  is_im: z.boolean().optional(),
  is_mpim: z.boolean().optional(),
  is_private: z.boolean().optional(),
  is_group: z.boolean().optional(),
  is_ext_shared: z.boolean().optional(),
  is_pending_ext_shared: z.boolean().optional(),
  is_member: z.boolean().optional(),
});

export const channelPage = z.object({
  channels: z.array(slackChannel),
  response_metadata: z.object({ next_cursor: optionalText }).optional().catch(undefined),
});

const slackUser = z.object({
  team_id: optionalText,
  /** Of an organisation's people: every workspace they are in. */
  enterprise_user: z
    .object({ teams: z.array(z.string()) })
    .optional()
    .catch(undefined),
  deleted: z.boolean().optional(),
  is_bot: z.boolean().optional(),
  is_restricted: z.boolean().optional(),
  is_ultra_restricted: z.boolean().optional(),
  is_stranger: z.boolean().optional(),
  profile: z.object({ email: optionalText }).optional().catch(undefined),
});

export const memberPage = z.object({
  members: z.array(z.string()),
  response_metadata: z.object({ next_cursor: optionalText }).optional().catch(undefined),
});

const bytelessModes: Record<string, SkipReason> = {
  external: 'external',
  tombstone: 'deleted',
  hidden_by_limit: 'hidden_by_limit',
};

/** A file as a message lists it; `skip` says why there are no bytes to be had. */
export function toListedFile(file: SlackFile): ListedFile {
  const skip = skipReason(file);
  return {
    id: file.id,
    name: file.name ?? file.title ?? file.id,
    sizeBytes: file.size,
    mimeType: file.mimetype,
    ...(skip ? { skip } : {}),
  };
}

export function skipReason(file: SlackFile): SkipReason | undefined {
  if (file.is_external) return 'external';
  const { mode } = file;
  if (mode === undefined || mode === 'hosted' || mode === 'snippet' || mode === 'file_access') return undefined;
  return Object.hasOwn(bytelessModes, mode) ? bytelessModes[mode] : 'not_a_file';
}

/** Files of other organisations come as a hint that has to be asked about. */
export function isStub(file: SlackFile): boolean {
  return file.mode === 'file_access' || file.file_access === 'check_file_info';
}

export function toChannel(value: unknown): Channel {
  const channel = slackChannel.parse(value);
  const isDirect = channel.is_im === true || channel.is_mpim === true;
  const isShared = channel.is_ext_shared === true || channel.is_pending_ext_shared === true;
  const isPrivate = channel.is_private || channel.is_group || isShared;
  return {
    id: channel.id,
    name: isDirect ? undefined : channel.name,
    visibility: isDirect ? 'direct' : isPrivate ? 'private' : 'public',
    isMember: channel.is_member !== false,
    isShared,
  };
}

/** Where a file was shared, newest first. */
export function toShares(file: SlackFile, team: string): MessageRef[] {
  const refs: MessageRef[] = [];
  for (const byChannel of Object.values(file.shares ?? {})) {
    for (const [channel, shares] of Object.entries(byChannel)) {
      for (const { ts, thread_ts: threadTs } of shares)
        refs.push({ team, channel, ts, ...(threadTs ? { threadTs } : {}) });
    }
  }
  return refs.sort((a, b) => Number(b.ts) - Number(a.ts));
}

/** `team` is the workspace the bot is in. Null: not to be read. */
export function readPerson(value: unknown, team: string): Person | null {
  const parsed = slackUser.safeParse(value);
  return parsed.success ? { kind: kindOf(parsed.data, team), emailAddress: parsed.data.profile?.email } : null;
}

function kindOf(user: z.infer<typeof slackUser>, team: string): Person['kind'] {
  if (user.deleted) return 'gone';
  if (user.is_bot) return 'bot';
  const teams = [user.team_id ?? team, ...(user.enterprise_user?.teams ?? [])];
  if (user.is_stranger || (team !== '' && !teams.includes(team))) return 'external';
  return user.is_restricted || user.is_ultra_restricted ? 'guest' : 'member';
}
