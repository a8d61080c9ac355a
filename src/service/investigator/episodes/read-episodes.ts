import { singular } from '../calculate/columns.ts';
import { onceAForm } from '../calculate/form-memo.ts';
import { eachLine, type PassLine } from '../calculate/pass.ts';
import type { Investigation } from '../investigation.ts';
import { patternOf } from '../survey/message-pattern.ts';
import type { EpisodeAsked } from './episode-asked.ts';
import { wordsOfLine } from './line-kinds.ts';
import { alternation, type Episode, linkEpisodes, type PairEvent } from './link-episodes.ts';
import { stateIn } from './state-in.ts';
import { isLikely, statedLength } from './stated-length.ts';
import { lineHolds, unitTokens } from './unit-tokens.ts';

/** The episodes of the state that was asked about, in order. */
export interface EpisodesRead {
  episodes: Episode[];
  /** Of the states. */
  name: string;
  /** The question names the state; else it is one of those that last. */
  isTold: boolean;
  /** The question asks whether the state is over. */
  isEndMeant: boolean;
  /** Told as "A -> B", with the word that was asked for. */
  isTransition?: boolean;
  /** How surely the lines tell of this state of this thing. */
  quality: number;
  records: number;
}

interface Seen extends PairEvent {
  hits: number;
  stateHits: number;
}

const mostEvents = 30_000;
const maxChars = 500;
const isNamed = /\d|[._/:@]|\p{Ll}\p{Lu}/u;

/** Undefined where no lines tell of a beginning and an end of what was asked about. */
export async function readEpisodes(run: Investigation, asked: EpisodeAsked): Promise<EpisodesRead | undefined> {
  const words = asked.subject.map((word) => ({ word, holds: lineHolds(word) }));
  const states = asked.states.map(lineHolds);
  const sets = asked.meant.map((meant) => ({
    meant,
    events: [] as Seen[] | undefined,
    least: { on: 0, off: 0 },
    on: meant.isFlipped ? meant.pair.off : meant.pair.on,
    off: meant.isFlipped ? meant.pair.on : meant.pair.off,
  }));
  const statesOf = statesReader(sets);
  let below: Seen[] = [];
  const see = (line: PassLine) => {
    below = [];
    if (line.timeMs === undefined) return;
    let common: Pick<Seen, 'text' | 'tokens'> | undefined;
    let held: Pick<Seen, 'hits' | 'stateHits'> | undefined;
    for (const { set, state } of statesOf(line)) {
      if (set.events === undefined) continue;
      held ??= hitsOf(line.text.slice(0, 2000), words, states);
      if (held.hits < set.least[state]) continue;
      if (common === undefined) {
        const text = wordsOfLine(line);
        common = { text, tokens: unitTokens(text) };
      }
      const statedMs = state === 'off' ? statedLength(common.text) : undefined;
      const event: Seen = {
        ...common,
        ...held,
        isStart: state === 'on',
        place: line.place,
        timeMs: line.timeMs,
        ...(statedMs === undefined ? {} : { statedMs }),
      };
      set.events.push(event);
      below.push(event);
      if (set.events.length >= mostEvents) narrow(set, words.length > 0);
    }
  };
  const totals = await eachLine(run, {
    see,
    isDone: () => sets.every(({ events }) => events === undefined),
    seeBelow(text) {
      for (const event of below) {
        const more = hitsOf(text.slice(0, maxChars), words, states);
        event.hits = Math.max(event.hits, more.hits);
        event.stateHits = Math.max(event.stateHits, more.stateHits);
      }
    },
  });
  const wantsName = words.filter(({ word }) => isNamed.test(word));
  let best: (EpisodesRead & { score: number }) | undefined;
  for (const { meant, events } of sets) {
    if (events === undefined) continue;
    const chosen = chooseEvents(events, words.length > 0);
    if (chosen === undefined) continue;
    if (wantsName.some(({ holds }) => !chosen.events.some(({ text }) => holds(text)))) continue;
    const episodes = linkEpisodes(chosen.events, meant.pair.isWork === true);
    const ended = episodes.filter((one) => one.end !== undefined);
    if (ended.length === 0 && !(asked.wants === 'state' || asked.wants === 'open')) continue;
    for (const one of ended)
      if (
        one.end!.statedMs !== undefined &&
        !isLikely(one.end!.statedMs, one.end!.timeMs - one.start.timeMs, one.end!.text)
      )
        one.lengthMs = one.end!.timeMs - one.start.timeMs;
    const named = episodes.map((one) => nameByNoun(one, asked.nouns));
    // The last of each thing may go on beyond the file.
    const running = new Set(episodes.filter(({ end }) => end === undefined).map(({ unit }) => unit)).size;
    const quality = (2 * ended.length) / Math.max(1, chosen.events.length - running);
    const score = 3 * chosen.hits + 2 * quality + (meant.isTold ? 2 : 0) + chosen.stateHits;
    if (best === undefined || score > best.score + 1e-9)
      best = {
        episodes: named,
        name: meant.pair.name,
        isTold: meant.isTold,
        isEndMeant: false,
        quality,
        records: totals.records,
        score,
      };
  }
  return best;
}

interface StateSet {
  /** Undefined where they are too many to be told apart. */
  events: Seen[] | undefined;
  /** How many of the words that were named a line of a state must hold. */
  least: { on: number; off: number };
  on: RegExp;
  off: RegExp;
}

/** The states a line tells of: of lines that differ only in words with a digit once, where such a word is none of them. */
function statesReader<T extends StateSet>(sets: readonly T[]) {
  const anyState = new RegExp(sets.flatMap(({ on, off }) => [on.source, off.source]).join('|'), 'iu');
  const statesIn = (text: string) =>
    sets.flatMap((set) => {
      const state = stateIn(text, set.on, set.off);
      return state === undefined ? [] : [{ set, state }];
    });
  return onceAForm(
    (line) => (anyState.test(line.text) ? statesIn(wordsOfLine(line)) : []),
    (told, line) => {
      const constant = wordsOfLine(line).replace(variable, '0');
      const still = statesIn(constant);
      return (
        still.length === told.length &&
        still.every(({ set, state }, n) => told[n]!.set === set && told[n]!.state === state)
      );
    },
  );
}

const variable = /[^\s,:;=#|()[\]{}<>"'!?*]*\d[^\s,:;=#|()[\]{}<>"'!?*]*/g;

/** Of too many those that hold the most of what was named, at least a word of it; none where they are still too many. */
function narrow(set: StateSet, isNamedAtAll: boolean): void {
  const events = set.events ?? [];
  const leastOf = (wanted: boolean) => Math.max(1, most(events.filter(({ isStart }) => isStart === wanted)));
  set.least = { on: leastOf(true), off: leastOf(false) };
  const named = events.filter(({ isStart, hits }) => hits >= (isStart ? set.least.on : set.least.off));
  set.events = !isNamedAtAll || named.length > events.length / 2 ? undefined : named;
}

/** "Which job": of what both lines name, what stands behind that noun. */
function nameByNoun(episode: Episode, asked: readonly string[]): Episode {
  const nouns = new Set(asked.map(singular));
  const ends = new Set(episode.end?.tokens.map(({ key }) => key));
  const token = episode.start.tokens.find(
    ({ key, before }) =>
      nouns.has(singular(before)) && !nouns.has(singular(key)) && (episode.end === undefined || ends.has(key)),
  );
  if (token === undefined || token.text === episode.unit) return episode;
  return { ...episode, unit: episode.unit === '' ? token.text : `${token.text}, ${episode.unit}` };
}

function hitsOf(
  text: string,
  words: readonly { holds: (text: string) => boolean }[],
  states: readonly ((text: string) => boolean)[],
) {
  return {
    hits: words.filter(({ holds }) => holds(text)).length,
    stateHits: states.some((holds) => holds(text)) ? 1 : 0,
  };
}

/** Of beginnings and of ends those that hold the most of what was named; where one side names none of it, the kind that takes turns with the other. */
function chooseEvents(
  events: readonly Seen[],
  isNamedAtAll: boolean,
): { events: Seen[]; hits: number; stateHits: number } | undefined {
  const starts = events.filter((event) => event.isStart);
  const ends = events.filter((event) => !event.isStart);
  const [startHits, endHits] = [most(starts), most(ends)];
  if (isNamedAtAll && startHits + endHits === 0) return undefined;
  let chosenStarts = starts.filter((event) => event.hits === startHits);
  const stateHits = Math.max(0, ...chosenStarts.slice(0, 5000).map((event) => event.stateHits));
  if (stateHits > 0) chosenStarts = chosenStarts.filter((event) => event.stateHits > 0);
  let chosenEnds = ends.filter((event) => event.hits === endHits);
  if (isNamedAtAll && startHits === 0) chosenStarts = kindInTurn(chosenStarts, chosenEnds);
  else if (isNamedAtAll && endHits === 0) chosenEnds = kindInTurn(chosenEnds, chosenStarts);
  if (chosenStarts.length === 0) return undefined;
  const both = [...chosenStarts, ...chosenEnds].sort((a, b) => a.place - b.place);
  return { events: both, hits: startHits + endHits, stateHits };
}

function most(events: readonly Seen[]): number {
  return events.reduce((high, { hits }) => Math.max(high, hits), 0);
}

/** Lines of one kind that stand between the others about as often as those do. */
function kindInTurn(events: readonly Seen[], others: readonly Seen[]): Seen[] {
  const kinds = new Map<string, Seen[]>();
  for (const event of events) {
    const kind = patternOf(event.text);
    const known = kinds.get(kind);
    if (known !== undefined) known.push(event);
    else if (kinds.size < 300) kinds.set(kind, [event]);
  }
  let best: { kind: Seen[]; share: number } | undefined;
  for (const kind of kinds.values()) {
    if (kind.length > others.length * 1.5 + 1) continue;
    const both = [...kind, ...others].sort((a, b) => a.place - b.place);
    const share = alternation(
      both,
      both.map((_, index) => index),
    );
    if (share >= 0.8 && (best === undefined || share > best.share)) best = { kind, share };
  }
  return best?.kind ?? [];
}
