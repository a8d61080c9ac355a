import { denial, type KindLine, type LineKind } from './line-kinds.ts';
import { type Episode, linkEpisodes, type PairEvent } from './link-episodes.ts';
import { stateIn } from './state-in.ts';
import type { StatePair } from './state-pair.ts';
import { statePairs } from './state-pairs.ts';
import { statedLength } from './stated-length.ts';
import { type UnitToken, unitTokens } from './unit-tokens.ts';

/** Kinds of lines that begin, or end, the same. */
export interface Side {
  kinds: readonly LineKind[];
  /** How well the side fits what was asked. */
  fit: number;
}

export interface Paired {
  start: Side;
  end: Side;
  episodes: Episode[];
  score: number;
}

const mostWork = 120_000;
const mostEvents = 1200;
const surelyOver = 4;

/**
 * For lines that begin something those that end it: they take turns, name the same unit, share their words, turn the
 * state back or say the opposite. Undefined where no such lines are.
 */
export function pairKinds(
  starts: readonly Side[],
  kinds: readonly LineKind[],
  isMeant: (line: KindLine) => boolean,
  pairsMeant: readonly StatePair[],
): Paired | undefined {
  const eventsOf = eventReader(isMeant);
  const sides = endSides(kinds);
  let best: Paired | undefined;
  let work = 0;
  for (const start of starts) {
    const begun = start.kinds.flatMap((kind) => eventsOf(kind, true));
    if (begun.length === 0 || begun.length > mostEvents) continue;
    const first = begun.reduce((low, { place }) => Math.min(low, place), Number.POSITIVE_INFINITY);
    for (const end of sides) {
      if (end.kinds.some((kind) => start.kinds.includes(kind))) continue;
      if (work > mostWork) return best;
      if (!isNear(end, begun.length)) continue;
      const ended = end.kinds.flatMap((kind) => eventsOf(kind, false)).filter(({ place }) => place > first);
      if (ended.length === 0 || ended.length > 3 * begun.length + 2 || begun.length > 6 * ended.length + 2) continue;
      work += begun.length + ended.length;
      const related = relation(start.kinds, end.kinds, pairsMeant);
      const events = [...begun, ...ended].sort((a, b) => a.place - b.place);
      const episodes = linkEpisodes(events, false);
      const found = scored(start, end, episodes, ended.length, related);
      if (found !== undefined && (best === undefined || found.score > best.score + 1e-9)) best = found;
    }
  }
  return best;
}

/** Of about as many lines as the other side has, or of units of which only some are meant. */
function isNear({ kinds }: Side, begun: number): boolean {
  const lines = kinds.reduce((sum, { count }) => sum + count, 0);
  return lines <= 30 * begun + 200 && lines * 6 + 2 >= begun;
}

function scored(start: Side, end: Side, episodes: Episode[], ends: number, related: number): Paired | undefined {
  const over = episodes.filter((one) => one.end !== undefined);
  if (over.length === 0) return undefined;
  const running = new Set(episodes.filter((one) => one.end === undefined).map(({ unit }) => unit)).size;
  const turns = over.length / Math.max(1, episodes.length - running);
  const used = over.length / ends;
  const quality = turns * Math.sqrt(used);
  const same =
    over.filter((one) => {
      const names = new Set(one.start.tokens.filter(({ isName }) => isName).map(({ key }) => key));
      return one.end!.tokens.some(({ key }) => names.has(key));
    }).length / over.length;
  const tie = related >= surelyOver ? related : same + related;
  // That they take turns again and again tells by itself.
  const leastTie = quality < 0.9 || over.length < 2 ? 0.8 : over.length < 3 ? 0.5 : 0.3;
  if (quality < 0.55 || tie < leastTie) return undefined;
  // Of sides that fit alike the one that tells of more.
  const more = 0.2 * Math.min(4, Math.log2(over.length));
  return { start, end, episodes, score: 1.2 * start.fit + 2 * quality + tie + more };
}

/** How much the words of two sides tell that one ends the other. */
function relation(starts: readonly LineKind[], ends: readonly LineKind[], pairsMeant: readonly StatePair[]): number {
  let best = Number.NEGATIVE_INFINITY;
  for (const a of starts.slice(0, 6))
    for (const b of ends.slice(0, 6)) {
      const shared = [...a.words].filter((word) => b.words.has(word)).length;
      const likeness = shared / Math.max(1, Math.min(a.words.size, b.words.size));
      const isBack = a.to !== undefined && b.from === a.to;
      // A state that is left is over, whatever the next is called.
      if (isBack) return surelyOver;
      const isOpposite = statePairs.some(
        ({ on, off }) => stateIn(a.text, on, off) === 'on' && stateIn(b.text, on, off) === 'off',
      );
      const isEndMeant = pairsMeant.some(({ off, on }) => stateIn(b.text, on, off) === 'off');
      const isDenialGone = denial.test(a.text) && !denial.test(b.text) && likeness > 0.3;
      const tie =
        1.2 * likeness +
        (isOpposite || isUndone(a.words, b.words) ? 1 : 0) +
        (isEndMeant ? 0.8 : 0) +
        (isDenialGone ? 0.8 : 0) -
        (b.isTrouble ? 0.7 : 0);
      best = Math.max(best, tie);
    }
  return best;
}

/** "Fencing" and "unfenced", "mounted" and "unmounted": the same word but for what undoes it. */
function isUndone(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const beginning = (word: string) => word.slice(0, Math.max(4, word.length - 3));
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const)
    for (const word of one) {
      const bare = /^(?:un|dis|de|re|ent)-?(\p{L}{4,})$/u.exec(word)?.[1];
      if (bare !== undefined && [...other].some((known) => known.length > 3 && beginning(known) === beginning(bare)))
        return true;
    }
  return false;
}

/** Kinds of lines that hold the same word, or leave the same state. */
function endSides(kinds: readonly LineKind[]): Side[] {
  const held = new Map<string, LineKind[]>();
  for (const kind of kinds) {
    if (kind.lines === undefined) continue;
    const marks = [...kind.words, ...(kind.from === undefined ? [] : [`${kind.from} ->`])];
    for (const mark of marks) {
      const known = held.get(mark);
      if (known !== undefined) known.push(kind);
      else held.set(mark, [kind]);
    }
  }
  const unique = new Map<string, LineKind[]>();
  const numbers = new Map(kinds.map((kind, index) => [kind, index]));
  for (const list of held.values()) unique.set(list.map((kind) => numbers.get(kind)).join(' '), list);
  return [...unique.values()].map((list) => ({ kinds: list, fit: 0 }));
}

function eventReader(isMeant: (line: KindLine) => boolean) {
  const known = new Map<LineKind, { line: KindLine; tokens: UnitToken[]; statedMs: number | undefined }[]>();
  return (kind: LineKind, isStart: boolean): PairEvent[] => {
    let read = known.get(kind);
    if (read === undefined) {
      read = (kind.lines ?? [])
        .filter(isMeant)
        .map((line) => ({ line, tokens: unitTokens(line.text), statedMs: statedLength(line.text) }));
      known.set(kind, read);
    }
    return read.map(({ line, tokens, statedMs }) => ({
      ...line,
      isStart,
      tokens,
      ...(statedMs === undefined || isStart ? {} : { statedMs }),
    }));
  };
}
