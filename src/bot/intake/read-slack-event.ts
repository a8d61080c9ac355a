import { z } from 'zod';
import { changesQuestion, isPromptlyEdited } from '../cases/edited-question.ts';
import type { MessageRef } from '../cases/ports.ts';

/** What a Slack event asks for. Ids only: everything else is fetched anew when the work starts. */
export type SlackWish =
  /** Files, a mention or a direct message: surely for us. `editedTs`: what it asks was changed then. */
  | { do: 'read-message'; ref: MessageRef; editedTs?: string }
  /** A reply in a thread: for us only where we are at home in it. */
  | { do: 'read-reply'; ref: MessageRef & { threadTs: string } }
  | { do: 'find-shares'; team: string; fileId: string; channel: string | null }
  | { do: 'cancel-message'; team: string; channel: string; ts: string }
  | { do: 'cancel-file'; team: string; fileId: string }
  | { do: 'show-home'; team: string; user: string }
  | { do: 'unfurl'; shared: SharedLinks }
  /** The app was removed there, or its token taken back. `organisation`: it was let in by all of its workspaces at once. */
  | { do: 'leave'; teams: string[]; organisation: string | null; reason: string }
  | { do: 'ignore'; reason: string };

/** Links to our own pages that somebody wrote. */
export interface SharedLinks {
  team: string;
  channel: string;
  ts: string;
  threadTs?: string;
  user: string;
  urls: string[];
}

const id = z.string().min(1).max(100);
/** Links of one message that are looked at. */
const mostLinks = 10;
/** Workspaces of one event that are looked at. */
const mostTeams = 1_000;

const envelopeSchema = z.object({
  team_id: id.nullish(),
  enterprise_id: id.nullish(),
  event_id: id.optional(),
  authorizations: z
    .array(z.object({ enterprise_id: id.nullish(), team_id: id.nullish(), user_id: id.nullish() }))
    .optional(),
  event: z.object({
    type: z.string(),
    subtype: z.string().nullish(),
    team: id.nullish(),
    channel: id.nullish(),
    channel_id: id.nullish(),
    channel_type: z.string().nullish(),
    user: id.nullish(),
    user_id: id.nullish(),
    ts: id.nullish(),
    thread_ts: id.nullish(),
    event_ts: id.nullish(),
    deleted_ts: id.nullish(),
    file_id: id.nullish(),
    file: z.object({ id: id.nullish() }).nullish(),
    files: z.array(z.unknown()).nullish(),
    text: z.string().nullish(),
    tab: z.string().nullish(),
    message_ts: id.nullish(),
    tokens: z.object({ bot: z.array(id).nullish() }).nullish(),
    team_ids: z.array(id).nullish(),
    links: z.array(z.object({ url: z.string().max(4_000) })).nullish(),
    message: z
      .object({
        subtype: z.string().nullish(),
        ts: id.nullish(),
        thread_ts: id.nullish(),
        user: id.nullish(),
        bot_id: id.nullish(),
        text: z.string().nullish(),
        files: z.array(z.unknown()).nullish(),
        edited: z.object({ ts: id.nullish() }).nullish(),
      })
      .nullish(),
    previous_message: z.object({ text: z.string().nullish() }).nullish(),
  }),
});

type SlackEvent = z.infer<typeof envelopeSchema>['event'];

interface ReadEvent {
  /** The same for each delivery of one event. */
  key: string;
  wish: SlackWish;
  /** Who asks something in words, and brings no file. */
  asker?: string;
}

/** Reads an `event_callback` envelope. Undefined: not an envelope. */
export function readSlackEvent(envelope: unknown): ReadEvent | undefined {
  const parsed = envelopeSchema.safeParse(envelope);
  if (!parsed.success) return undefined;
  const { event, event_id, team_id, enterprise_id, authorizations } = parsed.data;
  // In a channel shared between organisations team_id may be the other one; the authorization is ours.
  const authorization = authorizations?.[0];
  const team = authorization?.team_id ?? team_id ?? event.team ?? '';
  const organisation = enterprise_id ?? authorization?.enterprise_id ?? null;
  const fallback = `${event.type}:${event.channel ?? ''}:${event.event_ts ?? event.ts ?? ''}`;
  const asker = bringsFiles(event) ? undefined : event.user;
  return {
    key: `slack:${team}:${event_id ?? fallback}`,
    wish: readRemoval(event, team, organisation) ?? readWish(event, team, authorization?.user_id),
    ...(asker ? { asker } : {}),
  };
}

function bringsFiles({ files, subtype }: Pick<SlackEvent, 'files' | 'subtype'>): boolean {
  return (files?.length ?? 0) > 0 || subtype === 'file_share';
}

function readRemoval(event: SlackEvent, team: string, organisation: string | null): SlackWish | undefined {
  const { type, tokens, team_ids: teams } = event;
  // An organisation let go of some of its workspaces: the event comes from it, or from any of them.
  if (type === 'team_access_revoked')
    return teams?.length
      ? { do: 'leave', teams: [...new Set(teams)].slice(0, mostTeams), organisation, reason: type }
      : { do: 'ignore', reason: 'team_access_revoked without a workspace' };
  const isRemoval = type === 'app_uninstalled' || (type === 'tokens_revoked' && (tokens?.bot?.length ?? 0) > 0);
  return isRemoval ? { do: 'leave', teams: [team], organisation, reason: type } : undefined;
}

function readWish(event: SlackEvent, team: string, ownUser: string | null | undefined): SlackWish {
  const user = event.user ?? event.user_id;
  if (user && user === ownUser && event.type !== 'file_deleted') return { do: 'ignore', reason: 'own action' };
  switch (event.type) {
    case 'message':
      return readMessage(event, team, ownUser);
    case 'app_mention':
      return toRef(event, team);
    case 'file_shared': {
      const fileId = event.file_id ?? event.file?.id;
      if (!fileId) return { do: 'ignore', reason: 'file_shared without a file id' };
      return { do: 'find-shares', team, fileId, channel: event.channel_id ?? event.channel ?? null };
    }
    case 'file_deleted': {
      const fileId = event.file_id ?? event.file?.id;
      return fileId ? { do: 'cancel-file', team, fileId } : { do: 'ignore', reason: 'file_deleted without a file id' };
    }
    case 'app_home_opened':
      return user && event.tab === 'home'
        ? { do: 'show-home', team, user }
        : { do: 'ignore', reason: 'not the home tab' };
    case 'link_shared':
      return readLinks(event, team);
    default:
      return { do: 'ignore', reason: `event ${event.type.slice(0, 40)} is not used` };
  }
}

// What stands in a channel's history as its own doing, not as somebody's message.
const spoken = new Set([undefined, null, '', 'file_share', 'thread_broadcast', 'bot_message', 'me_message']);

function readMessage(event: SlackEvent, team: string, ownUser: string | null | undefined): SlackWish {
  const channel = event.channel;
  if (!channel) return { do: 'ignore', reason: 'message without a channel' };
  if (event.subtype === 'message_deleted') {
    const ts = event.deleted_ts;
    return ts
      ? { do: 'cancel-message', team, channel, ts }
      : { do: 'ignore', reason: 'deletion that names no message' };
  }
  if (event.subtype === 'message_changed') {
    // The first message of a thread with replies is not deleted but turned into a gravestone.
    const ts = event.message?.subtype === 'tombstone' ? event.message.ts : undefined;
    return ts ? { do: 'cancel-message', team, channel, ts } : readEdit(event, team, channel, ownUser);
  }
  if (!spoken.has(event.subtype)) return { do: 'ignore', reason: `message of subtype ${event.subtype?.slice(0, 40)}` };
  const isDirect = event.channel_type === 'im';
  const isMention = mentions(ownUser, event.text);
  if (bringsFiles(event) || isDirect || isMention) return toRef(event, team);
  if (event.thread_ts && event.ts && event.thread_ts !== event.ts && event.subtype !== 'bot_message') {
    return { do: 'read-reply', ref: { team, channel, ts: event.ts, threadTs: event.thread_ts } };
  }
  return { do: 'ignore', reason: 'talk between people' };
}

/** A question that its author soon changes is asked again; so is the bot where an edit mentions it for the first time. */
function readEdit(event: SlackEvent, team: string, channel: string, ownUser: string | null | undefined): SlackWish {
  const { message, previous_message: before, channel_type: kind } = event;
  const [ts, editedTs] = [message?.ts, message?.edited?.ts];
  // Unfurling a link, and what an app does with its own message, are no edits by their author.
  const isByPerson = message?.user && message.user !== ownUser && !message.bot_id;
  if (!ts || !editedTs || !isByPerson || bringsFiles(message)) return { do: 'ignore', reason: 'an edit asks nothing' };
  const isDirect = kind === 'im';
  if (!isDirect && !mentions(ownUser, message.text)) return { do: 'ignore', reason: 'talk between people' };
  if (!before || !changesQuestion(before.text ?? '', message.text ?? ''))
    return { do: 'ignore', reason: 'the same question' };
  const wasAsked = isDirect || mentions(ownUser, before.text);
  if (wasAsked && !isPromptlyEdited(ts, editedTs)) return { do: 'ignore', reason: 'edited too late' };
  const { thread_ts: threadTs } = message;
  return { do: 'read-message', ref: { team, channel, ts, ...(threadTs ? { threadTs } : {}) }, editedTs };
}

function mentions(user: string | null | undefined, text: string | null | undefined): boolean {
  return Boolean(user && text?.includes(`<@${user}`));
}

function readLinks(event: SlackEvent, team: string): SlackWish {
  const { channel, message_ts: ts, thread_ts: threadTs, user, links } = event;
  // A message that is still being written has no place yet.
  if (!channel || !ts || !user || !links || channel === 'COMPOSER')
    return { do: 'ignore', reason: 'links of no message' };
  const urls = links.slice(0, mostLinks).map(({ url }) => url);
  return { do: 'unfurl', shared: { team, channel, ts, ...(threadTs ? { threadTs } : {}), user, urls } };
}

function toRef(event: SlackEvent, team: string): SlackWish {
  const { channel, ts, thread_ts: threadTs } = event;
  if (!channel || !ts) return { do: 'ignore', reason: 'event without channel or ts' };
  return { do: 'read-message', ref: { team, channel, ts, ...(threadTs ? { threadTs } : {}) } };
}
