/** A thread: `threadTs` is the ts of its first message, also where nobody has replied yet. */
export interface ThreadPlace {
  kind: 'thread';
  team: string;
  channel: string;
  threadTs: string;
}

/** A new message of the bot in a channel: where the answer to a command goes. Follow-ups go to the thread below it. */
export interface ChannelPlace {
  kind: 'channel';
  team: string;
  channel: string;
}

/**
 * One person alone, where they asked: through a command's `response_url` (five uses within 30 minutes, also where the bot
 * is not in the channel), else as an ephemeral message.
 */
export interface ReplyPlace {
  kind: 'reply';
  team: string;
  channel: string;
  user: string;
  /** Sealed. Empty: it was no command. */
  responseUrl: string;
  /** The thread they asked in. */
  threadTs?: string;
}

export interface TicketPlace {
  kind: 'ticket';
  /** Origin and context path of the tracker, without a slash at the end. */
  site: string;
  issueId: string;
  /** As last seen: it changes when the ticket moves to another project, `issueId` does not. */
  issueKey: string;
  projectId: string;
  /** Comments here are internal or not written at all. */
  isServiceDesk: boolean;
}

export type Place = ThreadPlace | ChannelPlace | ReplyPlace | TicketPlace;

/** One string a place, the same for ever: the key of its rows. */
export function placeKey(place: Place): string {
  switch (place.kind) {
    case 'thread':
      return `thread:${place.team}:${place.channel}:${place.threadTs}`;
    case 'channel':
      return `channel:${place.team}:${place.channel}`;
    case 'reply':
      return `reply:${place.team}:${place.channel}:${place.user}${place.threadTs ? `:${place.threadTs}` : ''}`;
    case 'ticket':
      return `ticket:${place.site}:${place.issueId}`;
  }
}

/** Whose work this is where many wait: a channel with a thousand files takes turns with one that has a single file. */
export function fairKeyOf(place: Place): string {
  return place.kind === 'ticket' ? trackerFairKey(place.issueKey) : chatFairKey(place);
}

export function chatFairKey({ team, channel }: { team: string; channel: string | null }): string {
  return `slack:${team}:${channel ?? ''}`;
}

/** What somebody asks takes turns with what others ask at the same place. */
export function askerFairKey({ team, user }: { team: string; user: string }): string {
  return `slack:${team}:@${user}`;
}

/** By the project in a ticket's key; by the ticket where only its id is known. */
export function trackerFairKey(issue: string): string {
  return `jira:${issue.replace(/-\d+$/, '')}`;
}
