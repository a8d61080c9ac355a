import { eachLine, type PassLine } from '../calculate/pass.ts';
import type { Investigation } from '../investigation.ts';
import { type KindLine, type LineKinds, wordsOfLine } from './line-kinds.ts';
import type { Episode, PairEvent } from './link-episodes.ts';
import type { Paired, Side } from './pair-kinds.ts';
import { unitTokens } from './unit-tokens.ts';

const mostSides = 2;
const mostLanes = 200;
const ofWholeFile = 0.005;

interface Lane {
  lastMs: number;
  gaps: number;
  gapsMs: number;
}

/**
 * A unit that reports all the time and is silent, or tells only of its trouble, from a line on until it reports again.
 */
export async function returnOfRoutine(
  run: Investigation,
  read: LineKinds,
  sides: readonly Side[],
  isMeant: (line: Pick<KindLine, 'text'>) => boolean,
  isNamed: boolean,
): Promise<Paired | undefined> {
  let best: Paired | undefined;
  for (const side of sides.slice(0, mostSides)) {
    const found = await returnsOf(run, read, side, isMeant, isNamed);
    if (found !== undefined && (best === undefined || found.score > best.score)) best = found;
  }
  return best;
}

async function returnsOf(
  run: Investigation,
  { kinds, records, kindOf }: LineKinds,
  side: Side,
  isMeant: (line: Pick<KindLine, 'text'>) => boolean,
  isNamed: boolean,
): Promise<Paired | undefined> {
  const begins = new Set(side.kinds);
  const least = Math.max(20, records * ofWholeFile);
  const words = new Set(side.kinds.flatMap((kind) => [...kind.words]));
  const routine = new Set(
    kinds.filter(
      (kind) =>
        !begins.has(kind) &&
        !kind.isTrouble &&
        kind.count >= least &&
        kind.count >= 2 * Math.max(...side.kinds.map(({ count }) => count)) &&
        (isNamed || [...kind.words].some((word) => words.has(word))),
    ),
  );
  if (routine.size === 0) return undefined;
  const laneOf = (line: KindLine) => (isNamed ? '' : (unitTokens(line.text).find(({ isName }) => isName)?.key ?? ''));
  const lanes = new Map<string, Lane>();
  for (const kind of side.kinds)
    for (const line of kind.lines ?? [])
      if (isMeant(line) && lanes.size < mostLanes)
        lanes.set(laneOf(line), { lastMs: line.timeMs, gaps: -1, gapsMs: 0 });
  const open = new Map<string, Episode>();
  const episodes: Episode[] = [];
  const see = (line: PassLine) => {
    const known = kindOf(line);
    if (line.timeMs === undefined || known === undefined || !(begins.has(known) || routine.has(known))) return;
    const text = wordsOfLine(line);
    const { place, timeMs } = line;
    if (!isMeant({ text })) return;
    const event: PairEvent = { isStart: begins.has(known), place, timeMs, text, tokens: unitTokens(text) };
    if (event.isStart) {
      const lane = laneOf(event);
      if (open.has(lane) || !lanes.has(lane)) return;
      const episode = { start: event, unit: lane };
      open.set(lane, episode);
      episodes.push(episode);
      return;
    }
    for (const [key, lane] of lanes) {
      if (key !== '' && !event.tokens.some((token) => token.key === key)) continue;
      const running = open.get(key);
      if (running === undefined) {
        lane.gaps++;
        if (lane.gaps > 0) lane.gapsMs += timeMs - lane.lastMs;
      } else {
        running.end = event;
        running.lengthMs = timeMs - running.start.timeMs;
        open.delete(key);
      }
      lane.lastMs = timeMs;
    }
  };
  await eachLine(run, { see });
  const ended = episodes.filter(({ lengthMs, unit }) => {
    const lane = lanes.get(unit);
    return lengthMs !== undefined && lane !== undefined && lane.gaps >= 5 && lengthMs > (1.5 * lane.gapsMs) / lane.gaps;
  });
  const isSilence = ended.length >= episodes.filter(({ lengthMs }) => lengthMs !== undefined).length * 0.8;
  if (ended.length === 0 || !isSilence) return undefined;
  const end = { kinds: [...routine], fit: 0 };
  return { start: side, end, episodes, score: 1.2 * side.fit + 2 + (isNamed ? 0.6 : 0.3) };
}
