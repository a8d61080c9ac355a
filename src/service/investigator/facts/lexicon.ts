import { listed } from './listed.ts';
import { stem } from './stem.ts';

/** A state something is in between two kinds of line. `begins` and `ends` are words of messages. */
export interface StateWords {
  state: string;
  /** The state that lines of `ends` begin. */
  opposite: string;
  begins: readonly string[];
  ends: readonly string[];
  /** How questions call it. */
  asked: readonly string[];
  /** Lines with one of these tell nothing of it: a login that failed. */
  unless?: readonly string[];
  /** The column whose values are the state: it lasts until the same thing states another. Without `ends`, any other. */
  column?: string;
  /** Where `begins` and `ends` are stems: those of lines that have one of them and tell nothing of the state. */
  others?: readonly string[];
  /** Of those: what has words of both sides begins it. */
  isBegunFirst?: boolean;
  /** The column that names what is in it, where that was learnt. */
  ofColumn?: string;
  /** A word that only this file's lines have for a state, learnt from their order. */
  learnt?: {
    /** Lines of the end have the word too: "restart done". */
    isNoun: boolean;
    /** Told so few times that it may be chance. */
    isSeldom: boolean;
  };
}

/** End an outage, unless lines say in words of their own that it is over. */
export const restarts: readonly string[] = ['started', 'restarted'];

const down: StateWords = {
  state: 'down',
  opposite: 'up',
  begins: listed(
    'down, offline, unreachable, unhealthy, unavailable, lost, dead, crashed, failed, not responding, degraded',
  ),
  ends: [
    ...listed(
      'up, online, reachable, healthy, available, restored, recovered, back, alive, responding, ready, reconnected',
      'registered, rejoined',
    ),
    ...restarts,
  ],
  asked: listed(
    'down, offline, unreachable, unhealthy, unavailable, outage, outages, downtime, dead, degraded, gone, away',
    'absent, lost',
  ),
};

export const connected: StateWords = {
  state: 'connected',
  opposite: 'disconnected',
  begins: listed('connected, joined, join, joins, attached, established, associated, logged in, reconnected'),
  ends: listed('disconnected, left, leaves, detached, disassociated, logged out, deauthenticated'),
  asked: listed('connected, attached, associated, joined'),
};

const loggedIn: StateWords = {
  state: 'logged-in',
  opposite: 'logged-out',
  begins: listed(
    'logged in, logged on, signed in, session opened, login, logon, accepted password, accepted publickey',
  ),
  ends: listed('logged out, logged off, signed out, session closed, session ended, logout, logoff, disconnected'),
  asked: listed('logged-in, logged in, signed in'),
  unless: listed('failed, failure, rejected, denied, refused, invalid, wrong, incorrect'),
};

/** Out of reach, in whichever words: tried where lines do not tell it in those of the question. */
const outage: StateWords = {
  state: 'outage',
  opposite: 'in service',
  begins: [...down.begins, ...connected.ends],
  ends: [...down.ends, ...connected.begins],
  asked: ['outage'],
};

/** The one list of states: how lines tell that they begin and end, and how people ask for them. */
export const states: readonly StateWords[] = [
  down,
  {
    state: 'running',
    opposite: 'stopped',
    begins: listed(
      'started, starting, start, begin, began, begun, launched, running, executing, launching, resumed, booted',
      'processing',
    ),
    ends: listed(
      'finished, completed, succeeded, complete, done, ended, end, stopped, exited, terminated, aborted, failed',
      'killed, cancelled, shutdown, paused, passed, skipped',
    ),
    asked: listed('running, active, run, ran, take, took, last, lasted, working, progress, going, processing'),
  },
  connected,
  loggedIn,
  {
    state: 'open',
    opposite: 'closed',
    begins: ['opened', 'open'],
    ends: ['closed', 'close', 'closure'],
    asked: ['open', 'opened'],
  },
  {
    state: 'locked',
    opposite: 'unlocked',
    begins: ['locked', 'acquired'],
    ends: ['unlocked', 'released'],
    asked: listed('locked, held, holding'),
  },
  {
    state: 'enabled',
    opposite: 'disabled',
    begins: ['enabled', 'activated'],
    ends: ['disabled', 'deactivated'],
    asked: ['enabled', 'activated'],
  },
  { state: 'on', opposite: 'off', begins: ['on'], ends: ['off'], asked: ['on', 'switched on', 'turned on'] },
  {
    state: 'alarm',
    opposite: 'clear',
    begins: listed('raised, triggered, alarm, firing, fired, tripped, coming, came'),
    ends: listed('cleared, ceased, resolved, normal, reset, going, gone'),
    asked: listed('alarm, alarmed, firing, alerting, triggered'),
  },
  {
    state: 'suspended',
    opposite: 'awake',
    begins: listed('suspended, suspending, suspend, sleep, sleeping'),
    ends: listed('resumed, resume, awake, woke, wakeup'),
    asked: listed('suspended, asleep, sleeping'),
  },
  {
    state: 'blocked',
    opposite: 'unblocked',
    begins: listed('blocked, stalled, waiting'),
    ends: listed('unblocked, unstalled, resumed'),
    asked: listed('blocked, stalled, waiting'),
  },
  {
    state: 'paused',
    opposite: 'resumed',
    begins: listed('paused, halted, stopped, on hold'),
    ends: listed('resumed, unpaused, continued, started, restarted, running'),
    asked: listed('paused, halted, on hold'),
  },
  outage,
];

export interface StateAsked {
  words: StateWords;
  /** Its opposite is asked for. */
  isOpposite: boolean;
}

/** Words that ask for one state by the name of the other: "is it up" is "is it not down". */
export function stateAsked(word: string): StateAsked | undefined {
  const low = word.toLowerCase();
  const own = states.find(({ state }) => state === low);
  if (own !== undefined) return { words: own, isOpposite: false };
  const asking = states.find(({ asked }) => asked.includes(low));
  if (asking !== undefined) return { words: asking, isOpposite: false };
  // "How often was it started" does not ask for ends of an outage.
  const isEnd = (words: StateWords) => words.ends.includes(low) && !(words === down && restarts.includes(low));
  const words = states.find((one) => one.opposite === low || isEnd(one));
  return words && { words, isOpposite: true };
}

/** What is said of anything that has begun and not ended. */
export const isAnyState = (word: string | undefined): boolean =>
  word !== undefined && /^(?:active|progress|ongoing|underway|pending|outstanding|open|on|going|running)$/i.test(word);

/** Always so is never the opposite. */
export function oppositeOf(word: string): string {
  const asked = stateAsked(word);
  if (asked === undefined) return `not ${word}`;
  return asked.isOpposite ? asked.words.state : asked.words.opposite;
}

/** Of what is not the one it is said that it is the other. */
const counterparts: readonly (readonly [string, string])[] = [
  ['up', 'down'],
  ['online', 'offline'],
  ['reachable', 'unreachable'],
  ['healthy', 'unhealthy'],
  ['available', 'unavailable'],
  ['active', 'inactive'],
  ['ready', 'not ready'],
  ...states.map(({ state, opposite }) => [state, opposite] as const),
];

/** Is said of what is in the state, and not only of how it came to be in it. */
export const isSaidOfState = (word: string): boolean =>
  counterparts.some((pair) => pair.includes(word)) || /^(?:lost|dead|alive|degraded)$/.test(word);

/** What is not up is down; of what is not idle no more is known. */
export function otherState(word: string): string {
  const pair = counterparts.find((one) => one.includes(word));
  return pair === undefined ? `not ${word}` : pair[0] === word ? pair[1] : pair[0];
}

/** A state that is a value of a column of this file. */
export const stateOfColumn = (word: string, column: string): StateWords => ({
  state: word,
  opposite: `not ${word}`,
  begins: [word.toLowerCase()],
  ends: [],
  asked: [word],
  column,
});

/** Names of the same thing: lines may use any of them, also in one file. */
const same: readonly (readonly string[])[] = [
  listed(
    'login, logon, signin, logged in, sign in, signed in, log in, log on, logged on, accepted password',
    'accepted publickey, failed password, authentication succeeded, authentication failed',
    'authentication failure',
  ),
  listed('logout, logoff, signout, logged out, sign out, log out, log off, logged off'),
  listed('timeout, timed out, time out, deadline exceeded'),
  ['oom', 'out of memory'],
  ['disk full', 'no space left'],
  ['temperature', 'temp'],
  ['authorisation', 'authorization', 'auth'],
  ['configuration', 'config'],
];

/** Words that mean the same where the file does not use the one that is asked for. */
const groups: readonly (readonly string[])[] = [
  ...same,
  ['restart', 'reboot'],
  ['reload', 'reconfigure', 'sighup'],
  listed(
    'crash, panic, segfault, core dumped, terminated unexpectedly, fatal exception, fatal signal',
    'unhandled exception, uncaught exception',
  ),
  ['fail', 'unsuccessful'],
  ['deliver', 'sent'],
  listed('finish, complete, done, end'),
  listed('begin, start, launch, execute'),
  listed('deny, denied, refuse, reject, block'),
  ['delete', 'remove'],
  ['shutdown', 'shut down', 'shutting down'],
  listed('disconnect, connection lost, connection closed, drop off, dropped off'),
  listed('retry, retries, retried, attempt'),
  ['query', 'statement'],
  ['deploy', 'rollout', 'release'],

  ['exception', 'traceback'],
  ['upload', 'uploaded'],
  ['db', 'database'],
  ['auth', 'authentication'],
];

const otherForms = new Map<string, Set<string>>();
for (const group of groups) {
  for (const word of group) {
    const known = otherForms.get(stem(word)) ?? new Set<string>();
    for (const other of group) if (other !== word) known.add(other);
    otherForms.set(stem(word), known);
  }
}

/** Other words that lines may have for one, by its stem. */
export function synonymsOf(word: string): string[] {
  return [...(otherForms.get(stem(word)) ?? [])];
}

/** Names of the same thing as a word or two. */
export function samesOf(word: string): readonly string[] {
  const one = word.split(' ').map(stem).join(' ');
  const group = same.find((words) => words.some((other) => other.split(' ').map(stem).join(' ') === one));
  return group?.filter((other) => other !== word) ?? [];
}

/** What values of a field for outcomes mean, and words that ask for it. */
export const failedWord =
  /^(?:fail(?:ed|ure|ures|s|ing)?|error(?:ed)?|timeout|timed[ _-]?out|refused|rejected|denied|unhealthy|crash(?:ed)?|aborted|unsuccessful(?:ly)?|nok|ng)$/i;
export const succeededWord =
  /^(?:ok|success(?:ful|fully)?|succeed(?:ed|s)?|succeeding|passed|pass|accepted|completed|done|healthy)$/i;
