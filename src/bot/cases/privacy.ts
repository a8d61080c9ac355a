import { chatAsker } from '../store/asking-limit.ts';
import type { CaseRow } from '../store/case-store.ts';
import type { CaseDeps } from './case-deps.ts';
import { channelOf } from './channel-of.ts';
import { projectsOf } from './channel-projects.ts';
import type { ChannelPlace, Place, ReplyPlace, ThreadPlace } from './place.ts';
import type { Person } from './ports.ts';

/** Where lines come from: whoever can see it may see what is said about it. */
export type Source =
  | { kind: 'channel'; team: string; channel: string }
  /** By key as somebody wrote it, or by id. */
  | { kind: 'ticket'; issue: string };

export interface Asker {
  team: string;
  /** Undefined: a bot, or nobody known. */
  user: string | undefined;
  /** Where they ask: some channels were given projects of the tracker. */
  channel: string;
}

/** How a question keeps who asked it; null: a bot, or nobody known. */
export function askerKey({ team, user }: Pick<Asker, 'team' | 'user'>): string | null {
  return user === undefined ? null : chatAsker({ team, user });
}

export interface Asking {
  place: ThreadPlace | ChannelPlace | ReplyPlace;
  /** The asker alone, at the same place. */
  alone: ReplyPlace;
  asker: Asker;
}

/** More readers than these are not asked about one by one. */
const mostReaders = 100;
const atOnce = 5;

export type Privacy = ReturnType<typeof createPrivacy>;

/**
 * Who may see what, and where an answer may go: the one place that decides it, from what the vendors say at that moment.
 * What they do not tell counts as no. A source that is hidden and one that does not exist cost the same calls.
 */
export function createPrivacy({ slack, jira, settings }: Pick<CaseDeps, 'slack' | 'jira' | 'settings'>) {
  type Sight = 'yes' | 'no' | 'unknown';
  type Look = (team: string, user: string) => Promise<Sight>;

  /** A look at the source that serves any number of people. */
  function lookAt(source: Source): Look {
    return source.kind === 'channel' ? lookAtChannel(source) : lookAtTicket(source.issue);
  }

  function lookAtChannel({ team, channel }: Extract<Source, { kind: 'channel' }>): Look {
    const found = once(() => channelOf(slack, team, channel));
    const members = once(() => slack.members(team, channel));
    return async (ofTeam, user) => {
      // Somebody else may have the same id in another workspace.
      if (!(await slack.areOne(ofTeam, team))) return 'no';
      const [person, itself] = await Promise.all([slack.person(ofTeam, user), found()]);
      if (itself?.visibility === 'public' && person?.kind === 'member') return 'yes';
      return (await members())?.has(user) ? 'yes' : 'no';
    };
  }

  function lookAtTicket(issue: string): Look {
    const key = once(async () => (/^\d+$/.test(issue) ? ((await standing(issue))?.issueKey ?? issue) : issue));
    return async (team, user) => {
      if (!(await slack.isChosen(team))) return 'no';
      const [person, issueKey] = await Promise.all([slack.person(team, user), key()]);
      if (person?.emailAddress && isAnswerable(person)) return await jira.mayBrowse(person.emailAddress, issueKey);
      return person === null || person.kind === 'member' ? 'unknown' : 'no';
    };
  }

  async function standing(issue: string) {
    const found = await jira.standing(issue);
    return found.status === 'found' ? found.value : null;
  }

  /** The operator has given this project to the channel: whoever reads the channel may see it. */
  async function isGiven(channel: { team: string; channel: string }, source: Source): Promise<boolean> {
    const projects = projectsOf(settings, channel);
    if (source.kind !== 'ticket' || projects.size === 0) return false;
    const found = await standing(source.issue);
    return found !== null && projects.has(found.project.key.toUpperCase());
  }

  async function isOpenSource(source: Source): Promise<boolean> {
    if (source.kind === 'channel')
      return (await channelOf(slack, source.team, source.channel))?.visibility === 'public';
    return (await standing(source.issue))?.project.isServiceDesk === false;
  }

  async function maySee({ team, user, channel }: Asker, source: Source): Promise<boolean> {
    if (user === undefined) return false;
    return (await lookAt(source)(team, user)) === 'yes' || (await isGiven({ team, channel }, source));
  }

  /** Whether everybody who reads a channel may see the source. */
  async function readersMaySee(place: ThreadPlace | ChannelPlace, source: Source): Promise<boolean> {
    if (isAt(place, source) || (await isGiven(place, source))) return true;
    const channel = await channelOf(slack, place.team, place.channel);
    if (!channel?.isMember || channel.isShared) return false;
    if (channel.visibility === 'public' && !(await isOpenSource(source))) return false;
    return await seesEach(place, source, ['yes']);
  }

  /** Whether what is known of each reader's sight of the source is one of these. */
  async function seesEach(
    { team, channel }: ThreadPlace | ChannelPlace,
    source: Source,
    enough: readonly Sight[],
  ): Promise<boolean> {
    const look = lookAt(source);
    const readers = [...((await slack.members(team, channel)) ?? [])];
    if (readers.length === 0 || readers.length > mostReaders) return false;
    for (let at = 0; at < readers.length; at += atOnce) {
      const sights = readers.slice(at, at + atOnce).map(async (user) => {
        const person = await slack.person(team, user);
        return person?.kind === 'bot' || enough.includes(await look(team, user));
      });
      if ((await Promise.all(sights)).includes(false)) return false;
    }
    return true;
  }

  return {
    maySee,
    readersMaySee,

    /**
     * Where an answer about the source goes: to the place it was asked at, or to the asker alone where others there may
     * not see it. Null: the asker may not see it either.
     */
    async answerPlace({ place, alone, asker }: Asking, source: Source): Promise<Asking['place'] | null> {
      if (isAt(place, source)) return place;
      if (!(await maySee(asker, source))) return null;
      return place.kind !== 'reply' && (await readersMaySee(place, source)) ? place : alone;
    },

    /** Whether somebody may say what holds for a project: its administrators, and those who run the bot. */
    async mayGovern({ team, user }: Asker, projectKey: string): Promise<boolean> {
      const person = user === undefined ? null : await slack.person(team, user);
      if (user === undefined || person?.kind !== 'member' || !(await slack.isChosen(team))) return false;
      const right = await jira.mayAdminister(person.emailAddress ?? 'nobody@invalid', projectKey);
      if (right === 'yes') return true;
      const ops = settings.opsPlace;
      if (ops?.kind !== 'channel' || !(await slack.areOne(ops.team, team))) return false;
      return (await slack.members(team, ops.channel))?.has(user) === true;
    },

    /** Whether somebody may have tickets made in a project: by their own right, or because it was given to the channel. */
    async mayFile({ team, user, channel }: Asker, projectKey: string): Promise<boolean> {
      const person = user === undefined ? null : await slack.person(team, user);
      if (person?.kind !== 'member') return false;
      const address = (await slack.isChosen(team)) ? person.emailAddress : undefined;
      const right = await jira.mayFile(address ?? 'nobody@invalid', projectKey);
      return right === 'yes' || projectsOf(settings, { team, channel }).has(projectKey);
    },

    /**
     * Whether somebody's mention of a ticket ties their thread to it. Nobody ties what is hidden from them; where that
     * cannot be known, the tie shows them nothing: what goes to the thread is decided by its readers.
     */
    async mayTie({ team, user, channel }: Asker, issueKey: string): Promise<boolean> {
      if (user === undefined) return true;
      const source: Source = { kind: 'ticket', issue: issueKey };
      return (await lookAt(source)(team, user)) !== 'no' || (await isGiven({ team, channel }, source));
    },

    /** Whether an answer about the source, asked for at one place, goes to another that is tied to it. */
    async mayTravel(source: Source, from: Place, to: Place): Promise<boolean> {
      if (to.kind === 'thread') return from.kind === 'ticket' && (await readersMaySee(to, source));
      if (to.kind !== 'ticket' || from.kind !== 'thread') return false;
      return (isAt(from, source) || isAt(to, source)) && (await isOpen(from));
    },

    /**
     * Whether one place may be named at another: both are open, and no reader of a thread is known not to see the ticket
     * it would name.
     */
    async mayName(at: Place, other: Place): Promise<boolean> {
      if (!(await isOpen(at)) || !(await isOpen(other))) return false;
      if (at.kind !== 'ticket' && other.kind !== 'ticket' && !(await slack.areOne(at.team, other.team))) return false;
      const source = sourceOf(other);
      if (at.kind !== 'thread' || source.kind !== 'ticket' || (await isGiven(at, source))) return true;
      return await seesEach(at, source, ['yes', 'unknown']);
    },
  };

  /** A public channel, or a ticket of no service project: may be named at others that are open too. */
  async function isOpen(place: Place): Promise<boolean> {
    return place.kind !== 'reply' && (await isOpenSource(sourceOf(place)));
  }
}

function isAnswerable({ kind }: Person): boolean {
  return kind === 'member' || kind === 'guest';
}

/** Whoever reads the place reads the source: it is the same one. */
function isAt(place: Place, source: Source): boolean {
  return place.kind === 'ticket'
    ? source.kind === 'ticket' && source.issue === place.issueId
    : source.kind === 'channel' && source.channel === place.channel && source.team === place.team;
}

export function sourceOf(place: Place): Source {
  return place.kind === 'ticket'
    ? { kind: 'ticket', issue: place.issueId }
    : { kind: 'channel', team: place.team, channel: place.channel };
}

/** A file belongs to the channel or ticket that it was brought to. */
export function sourceOfCase({ vendor, team, channel }: Pick<CaseRow, 'vendor' | 'team' | 'channel'>): Source {
  return vendor === 'jira'
    ? { kind: 'ticket', issue: channel ?? '' }
    : { kind: 'channel', team: team ?? '', channel: channel ?? '' };
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => {
    pending ??= read();
    return pending;
  };
}
