import type { Json } from '#jobs/queue.ts';
import type { ThreadPlace, TicketPlace } from './place.ts';

/**
 * What cases need of a chat and a tracker, in words of neither vendor. bot/slack and bot/jira implement them.
 * Expected outcomes are values. Trouble that may pass (429, 5xx, timeouts, a rejected token) is thrown as RemoteError
 * of core/errors.ts, and the job runs again. Every call ends within 15 s, bytes of downloads excepted.
 */

export type Fetched<T> =
  | { status: 'found'; value: T }
  /** Deleted, or never visible to the bot. */
  | { status: 'gone' }
  /** `missingScope`: the permission by its vendor's name, where the vendor tells it. */
  | { status: 'forbidden'; reason: string; missingScope?: string };

/** Why a listed file has no bytes for us. */
export type SkipReason =
  /** Lies in another system (a linked drive document). */
  | 'external'
  /** Deleted; only its grave is listed. */
  | 'deleted'
  /** Behind the free plan's limit. */
  | 'hidden_by_limit'
  /** A canvas, list, post, e-mail or anything else that is not bytes of a file. */
  | 'not_a_file';

/** A file as a message or ticket lists it, fetched fresh. Name and type are whatever the sender wrote. */
export interface ListedFile {
  id: string;
  name: string;
  /** As announced; undefined where the vendor does not say. */
  sizeBytes: number | undefined;
  mimeType: string | undefined;
  skip?: SkipReason;
}

export type Download =
  /** `sizeBytes`: announced by the vendor, for the check when the stream has ended. */
  | {
      status: 'ok';
      name: string;
      mimeType: string | undefined;
      sizeBytes: number | undefined;
      stream: ReadableStream<Uint8Array>;
    }
  /** The vendor answered with its sign-in page instead of the file. `missingScope` as the vendor names it: `files:read`. */
  | { status: 'signed_out'; missingScope: string }
  | { status: 'forbidden'; reason: string; missingScope?: string }
  | { status: 'skipped'; reason: SkipReason }
  /** The address it lies at, or redirects to, is not one we may ask. `host` only, for the message to the operator. */
  | { status: 'blocked'; host: string }
  /** An answer that another request would not change: no content, a part, a redirect to nowhere. */
  | { status: 'not_the_file'; httpStatus: number }
  | { status: 'gone' };

export interface MessageRef {
  team: string;
  channel: string;
  ts: string;
  /** Where the sender of the event told it; the fetched message says the truth. */
  threadTs?: string;
}

export interface ChatMessage {
  team: string;
  channel: string;
  ts: string;
  /** The thread it stands in; its own `ts` where it starts one. */
  threadTs: string;
  /** When its author changed it last. */
  editedTs?: string;
  /** Plain text: mentions of the bot taken out, other mentions, links and entities written as people read them. */
  text: string;
  /** The same without mentions: what is said, not to whom. */
  spoken: string;
  /** Every address linked in the message, as it is. */
  urls: string[];
  mentionsBot: boolean;
  mentionsOthers: boolean;
  author: { kind: 'person' | 'own_bot' | 'other_bot'; id: string | undefined };
  files: ListedFile[];
}

export interface Channel {
  id: string;
  /** Without `#`; undefined in direct messages. */
  name: string | undefined;
  /** `direct`: one person or a group of them and the bot. `shared` with another organisation counts as private. */
  visibility: 'public' | 'private' | 'direct';
  isMember: boolean;
  /** With another organisation: who reads it there is not known here. */
  isShared: boolean;
}

/** Somebody in the chat, as far as it tells what they may see. */
export interface Person {
  /** A `guest` sees the channels they are in and no others; so does somebody `external`, of another organisation. */
  kind: 'member' | 'guest' | 'external' | 'bot' | 'gone';
  /** Confirmed by the chat; undefined where it does not tell. */
  emailAddress: string | undefined;
}

/** A message link as a person pastes it, taken apart by the adapter. */
export type ChatLink = { kind: 'message'; ref: MessageRef } | { kind: 'file'; team: string; fileId: string };

/** A stored message, as far as it tells whether somebody should look at it. */
export interface RecentMessage {
  ts: string;
  threadTs: string | undefined;
  hasFiles: boolean;
  mentionsBot: boolean;
}

export interface SlackPort {
  /** The workspaces the bot is in, as the other calls take them. */
  teams(): Promise<string[]>;
  /** Whether ids of the one workspace mean the same in the other: it is the same, or of the same organisation. */
  areOne(team: string, other: string): Promise<boolean>;
  /** Whether the operator chose this workspace: what a stranger's says of people's addresses proves nothing. */
  isChosen(team: string): Promise<boolean>;
  /** A workspace by its id, and the conversations the bot is a member of there. */
  conversations(team: string): Promise<{ team: string; channels: { id: string; isDirect: boolean }[] }>;
  /** What people wrote to a conversation since, replies included, as far as the bot was a member then; oldest first. */
  recentMessages(of: { team: string; channel: string }, sinceMs: number): Promise<RecentMessage[]>;
  /** The bot in that workspace. Kept by the adapter; a workspace it is not installed in throws `unauthorized`. */
  identity(team: string): Promise<{ team: string; userId: string; botId: string | undefined }>;
  message(ref: MessageRef): Promise<Fetched<ChatMessage>>;
  /** The first message of a thread. */
  threadRoot(place: ThreadPlace): Promise<Fetched<ChatMessage>>;
  /** Where a file was shared: a `file_shared` event names no message. Those the bot can see, newest first. */
  shares(team: string, fileId: string): Promise<Fetched<MessageRef[]>>;
  channel(team: string, channel: string): Promise<Fetched<Channel>>;
  /** Ids of those in a channel, bots included; null where the chat does not tell, or there are too many to read. */
  members(team: string, channel: string): Promise<ReadonlySet<string> | null>;
  /** Null where the chat does not tell. The adapter keeps the answer for some minutes. */
  person(team: string, user: string): Promise<Person | null>;
  /** Who has this address there, confirmed by the chat; null where nobody has, or the chat does not tell. */
  userByEmail(team: string, emailAddress: string): Promise<string | null>;
  /** The messages of a thread, the first one included, oldest first; of a very long one those that come first. */
  thread(place: ThreadPlace): Promise<Fetched<ChatMessage[]>>;
  /**
   * Fetches the file's record anew, or takes it from the message that brought the file where it is not to be had, then
   * its bytes. `signal` ends the stream too.
   */
  download(file: { team: string; fileId: string; message?: MessageRef }, signal: AbortSignal): Promise<Download>;
  /** Address of a message for people, or undefined where it is not to be had. Never throws. */
  permalink(team: string, channel: string, ts: string): Promise<string | undefined>;
  /** Null where the address is none of this chat's. Pure. */
  readLink(url: string, team: string): ChatLink | null;
}

export interface Ticket {
  site: string;
  issueId: string;
  issueKey: string;
  project: { id: string; key: string; isServiceDesk: boolean };
  summary: string;
  /** Plain text of the description, whatever form the vendor keeps it in. */
  description: string;
  attachments: (ListedFile & { author: { isOwn: boolean }; createdMs: number | undefined })[];
  labels: readonly string[];
  /** Names of the versions it says it affects. */
  versions: readonly string[];
  /** Address for people. */
  url: string;
}

export interface KnownProject {
  id: string;
  key: string;
  isServiceDesk: boolean;
}

/** Where a ticket stands now: its key and project change when it moves. */
export interface IssueStanding {
  issueKey: string;
  project: KnownProject;
  isDone: boolean;
  /** Names of the versions it affects, and of those it is fixed in. */
  versions: readonly string[];
  fixVersions: readonly string[];
}

/** What somebody wrote below a ticket. */
export interface TicketComment {
  /** Plain text without mentions. */
  text: string;
  mentionsBot: boolean;
  createdAtMs: number;
  /** When its author last edited it; undefined: never. */
  editedAtMs: number | undefined;
  /** Shown to some of the ticket's readers only. */
  isRestricted: boolean;
  /** `person`: Data Center does not tell members from customers. */
  author: {
    id: string;
    emailAddress: string | undefined;
    kind: 'member' | 'customer' | 'person' | 'own_bot' | 'other_bot';
  };
}

export interface FoundTickets {
  tickets: Pick<Ticket, 'issueId' | 'issueKey' | 'attachments'>[];
  /** Hand it in for the tickets that follow; undefined: these were the last. */
  next: string | undefined;
}

/** A ticket to be made from an answer. */
export interface NewTicket {
  projectKey: string;
  summary: string;
  /** Plain text, paragraphs apart by an empty line. */
  text: string;
  /** Shown letter by letter; empty: none. */
  evidence: string;
  /** Where its readers find the file and what was said of it. */
  links: { label: string; url: string }[];
  /** Of this ticket alone: what an earlier try may have made is found by it. */
  label: string;
  mayExist: boolean;
}

export interface JiraPort {
  /** Origin and context path, as in TicketPlace. */
  site: string;
  /** The account the bot writes with; its own actions are ignored. */
  identity(): Promise<{ accountId: string }>;
  ticket(idOrKey: string): Promise<Fetched<Ticket>>;
  standing(idOrKey: string): Promise<Fetched<IssueStanding>>;
  comment(issueId: string, commentId: string): Promise<Fetched<TicketComment>>;
  /** Tickets that match a query in the tracker's own language. Throws `rejected` where it is none. */
  search(query: string, after?: string): Promise<FoundTickets>;
  /** Ids of the comments written to a ticket since. */
  recentComments(issueId: string, sinceMs: number): Promise<string[]>;
  /** Whether a ticket matches a query, also one that was changed this moment. */
  matches(issueId: string, query: string): Promise<boolean>;
  /** Changes the labels of a ticket and leaves the others as they are. */
  label(issueId: string, change: { add?: readonly string[]; remove?: readonly string[] }): Promise<void>;
  /** Keeps a value at a ticket under a name that only programs see. */
  setProperty(issueId: string, name: string, value: Json): Promise<void>;
  /** Makes a ticket; its id, or null where the tracker will not have it in that project. */
  create(ticket: NewTicket): Promise<string | null>;
  /** Whether the person with that account may make tickets in a project, whether or not there is such a project. */
  mayFile(emailAddress: string, projectKey: string): Promise<'yes' | 'no' | 'unknown'>;
  /** The same for changing a project's settings. */
  mayAdminister(emailAddress: string, projectKey: string): Promise<'yes' | 'no' | 'unknown'>;
  /**
   * Whether the person with that account may browse a ticket: asked for in the same way whether or not there is such a
   * ticket. `unknown`: the tracker does not let the bot look people up.
   */
  mayBrowse(emailAddress: string, issueKey: string): Promise<'yes' | 'no' | 'unknown'>;
  download(file: { attachmentId: string }, signal: AbortSignal): Promise<Download>;
  /** Projects the bot can see, by upper-case key. The adapter keeps the answer for some minutes. */
  projects(): Promise<ReadonlyMap<string, KnownProject>>;
  /** Key of the ticket an address leads to, or null. Pure. */
  readLink(url: string): string | null;
  /** Address of a ticket for people. Pure. */
  ticketUrl(issueKey: string): string;
}

/** How its place is named elsewhere; customers read that of a service project, so it counts as closed. */
export function ticketSeen({ issueKey, url, project }: Ticket): { label: string; url: string; isOpen: boolean } {
  return { label: issueKey, url, isOpen: !project.isServiceDesk };
}

/** Builds the place of a fetched ticket. */
export function ticketPlace(ticket: Ticket): TicketPlace {
  return {
    kind: 'ticket',
    site: ticket.site,
    issueId: ticket.issueId,
    issueKey: ticket.issueKey,
    projectId: ticket.project.id,
    isServiceDesk: ticket.project.isServiceDesk,
  };
}

/**
 * Bytes by the download rule: allowed origins only, redirects by hand, credentials never beyond the vendor's own
 * origin. Adapters fetch every file through this.
 */
export interface Downloader {
  get(request: {
    url: string;
    /** Whose file it is: sets which origins are the vendor's own. */
    vendor: 'slack' | 'jira';
    /** Value of the Authorization header; sent to the vendor's own origins alone. */
    authorization?: string;
    signal: AbortSignal;
  }): Promise<DownloadResponse>;
}

export type DownloadResponse =
  | { status: 'response'; httpStatus: number; headers: Headers; url: string; body: ReadableStream<Uint8Array> }
  | { status: 'blocked'; host: string };

/** Where the files of a message come from. */
export function sourceOfMessage({ team, channel, ts, author }: ChatMessage) {
  return { vendor: 'slack' as const, team, channel, ts, author: author.kind === 'person' ? author.id : undefined };
}
