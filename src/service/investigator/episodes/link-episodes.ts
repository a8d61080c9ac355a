import type { UnitToken } from './unit-tokens.ts';

/** A line that tells of a beginning or an end. */
export interface PairEvent {
  isStart: boolean;
  place: number;
  timeMs: number;
  text: string;
  tokens: UnitToken[];
  /** The length an ending line states by itself. */
  statedMs?: number;
}

/** From a line that begins something to the one that ends it. */
export interface Episode {
  start: PairEvent;
  /** Absent where the file ends before it. */
  end?: PairEvent;
  /** What both lines name and others do not; empty where all are of one thing. */
  unit: string;
  lengthMs?: number;
}

/** Each beginning with the next end of the same thing: what both lines name tells which, where several overlap. */
export function linkEpisodes(events: readonly PairEvent[], isWork: boolean): Episode[] {
  const sequences = sequencesOf(events);
  const whole = alternation(
    events,
    events.map((_, index) => index),
  );
  const isInTurn = whole >= 0.999;
  const keys = events.map((event) => (isInTurn ? undefined : keyOf(event, sequences, whole)));
  const lanes = laneKeys(events, keys);
  const episodes: Episode[] = [];
  const open = new Map<string, Episode>();
  events.forEach((event, index) => {
    const lane = isInTurn ? '' : lanes[index]!;
    const running = open.get(lane);
    if (event.isStart) {
      if (running !== undefined && !isWork) return;
      const episode: Episode = { start: event, unit: lane };
      open.set(lane, episode);
      episodes.push(episode);
      return;
    }
    const ended = running ?? (isInTurn ? undefined : sharingOne(event, open, sequences, whole));
    if (ended === undefined || event.timeMs < ended.start.timeMs) return;
    ended.end = event;
    ended.lengthMs = event.statedMs ?? event.timeMs - ended.start.timeMs;
    open.delete(running === undefined ? ended.unit : lane);
  });
  return nameUnits(episodes, sequences, events.length);
}

const mostLooked = 500;

/** The open one whose beginning shares a telling name with this end, though each would choose another. */
function sharingOne(
  event: PairEvent,
  open: ReadonlyMap<string, Episode>,
  sequences: ReadonlyMap<string, Sequence>,
  whole: number,
): Episode | undefined {
  const telling = new Set(event.tokens.map(({ key }) => key).filter((key) => (sequences.get(key)?.share ?? 0) > whole));
  if (telling.size === 0) return undefined;
  return [...open.values()].slice(-mostLooked).find(({ start }) => start.tokens.some(({ key }) => telling.has(key)));
}

interface Sequence {
  token: UnitToken;
  at: number[];
  share: number;
}

function sequencesOf(events: readonly PairEvent[]): Map<string, Sequence> {
  const all = new Map<string, Sequence>();
  events.forEach(({ tokens }, index) => {
    for (const token of tokens) {
      const known = all.get(token.key);
      if (known !== undefined) known.at.push(index);
      else if (all.size < 50_000) all.set(token.key, { token, at: [index], share: 0 });
    }
  });
  for (const [key, one] of all) {
    const starts = one.at.filter((index) => events[index]!.isStart).length;
    if (starts === 0 || starts === one.at.length) all.delete(key);
    else one.share = alternation(events, one.at);
  }
  return all;
}

/** How well beginnings and ends take turns, 0 to 1; one that is open at the end is no flaw. */
export function alternation(events: readonly PairEvent[], at: readonly number[]): number {
  let pairs = 0;
  for (let index = 0; index + 1 < at.length; index++)
    if (events[at[index]!]!.isStart && !events[at[index + 1]!]!.isStart) pairs++;
  const last = at.at(-1);
  const isOpen = last !== undefined && events[last]!.isStart;
  const first = at[0];
  const isCutOff = first !== undefined && !events[first]!.isStart;
  const counted = at.length - (isOpen ? 1 : 0) - (isCutOff ? 1 : 0);
  return counted === 0 ? 0 : (2 * pairs) / counted;
}

function keyOf(event: PairEvent, sequences: ReadonlyMap<string, Sequence>, whole: number): Sequence | undefined {
  let best: { sequence: Sequence; score: number } | undefined;
  for (const token of event.tokens) {
    const sequence = sequences.get(token.key);
    if (sequence === undefined) continue;
    const score = sequence.share + (token.isName ? 0.2 : 0);
    const isBetter = best === undefined || score > best.score + 1e-9;
    const isAlike = best !== undefined && Math.abs(score - best.score) < 1e-9;
    if (isBetter || (isAlike && isBefore(sequence, best!.sequence))) best = { sequence, score };
  }
  return best !== undefined && best.sequence.share > whole ? best.sequence : undefined;
}

/** Of names that fit alike the rarer, so that both lines choose the same. */
function isBefore(a: Sequence, b: Sequence): boolean {
  return a.at.length < b.at.length || (a.at.length === b.at.length && a.token.key < b.token.key);
}

/** Lines that share their key are in one lane; a beginning whose name no end holds has one of its own. */
function laneKeys(events: readonly PairEvent[], keys: readonly (Sequence | undefined)[]): string[] {
  const positions = new Map<number, number>();
  events.forEach((event, index) => {
    const key = keys[index]?.token.key;
    const at = key === undefined ? -1 : event.tokens.findIndex((token) => token.key === key);
    if (event.isStart && at >= 0) positions.set(at, (positions.get(at) ?? 0) + 1);
  });
  const usual = [...positions].sort((a, b) => b[1] - a[1])[0]?.[0];
  return events.map((event, index) => {
    const key = keys[index];
    if (key !== undefined) return key.token.key;
    const own = usual === undefined ? undefined : event.tokens[usual];
    return own?.isName === true ? own.key : '';
  });
}

/** What an episode is told by: what both its lines name and not all others do. */
function nameUnits(episodes: readonly Episode[], sequences: ReadonlyMap<string, Sequence>, total: number): Episode[] {
  return episodes.map((episode) => {
    const { start, end } = episode;
    const known = start.tokens.find(({ key }) => key === episode.unit);
    if (known !== undefined) return { ...episode, unit: known.text };
    const ends = new Set(end?.tokens.map(({ key }) => key));
    const [shared] = start.tokens
      .filter(
        ({ key, isName }) =>
          isName && (end === undefined || ends.has(key)) && (sequences.get(key)?.at.length ?? 1) < total,
      )
      .sort((a, b) => (sequences.get(a.key)?.at.length ?? 0) - (sequences.get(b.key)?.at.length ?? 0));
    return { ...episode, unit: shared?.text ?? '' };
  });
}
