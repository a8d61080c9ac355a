import type { Investigation } from '../investigation.ts';
import type { EpisodeAsked } from './episode-asked.ts';
import { type KindLine, readLineKinds } from './line-kinds.ts';
import { namesUnit, unitsNamed } from './named-units.ts';
import { type Paired, pairKinds, type Side } from './pair-kinds.ts';
import type { EpisodesRead } from './read-episodes.ts';
import { returnOfRoutine } from './return-of-routine.ts';
import { isRoutineWord, startSides, type WordAsked, wordsAsked } from './start-sides.ts';

/**
 * The episodes of a state whatever words its lines tell it with: which lines begin it is told by the words of the
 * question, which end it by the file: they take turns with the beginnings, or the routine lines of the unit come back.
 */
export async function readTurns(
  run: Investigation,
  asked: EpisodeAsked,
  text: string,
): Promise<EpisodesRead | undefined> {
  const read = await readLineKinds(run);
  const { kinds, records } = read;
  const isInFile = (names: (text: string) => boolean) =>
    kinds.some((kind) => names(kind.text) || kind.lines?.some((line) => names(line.text)) === true);
  const units = unitsNamed(text).map(namesUnit).filter(isInFile);
  const isMeant = (line: Pick<KindLine, 'text'>) => units.every((names) => names(line.text));
  const words = wordsAsked(text, [...asked.subject, ...asked.states], asked.isEndAsked);
  const names = words.filter((word) => isRoutineWord(word, kinds, records));
  const states = words.filter((word) => !names.includes(word));
  const sides = startSides(kinds, states, asked)
    .map((side) => ofNames(side, names))
    .filter((side) => side.kinds.length > 0);
  if (sides.length === 0) return undefined;
  const pairsMeant = asked.meant.filter(({ isTold }) => isTold).map(({ pair }) => pair);
  const own = sides.filter((side) => side.kinds.some((kind) => kind.lines?.some(isMeant)));
  const paired =
    ofUnits(
      pairKinds(own, kinds, () => true, pairsMeant),
      isMeant,
    ) ?? pairKinds(own, kinds, isMeant, pairsMeant);
  const isSettled = paired !== undefined && own.every(({ fit }) => fit <= paired.start.fit + 0.3);
  const returned = isSettled
    ? undefined
    : await returnOfRoutine(run, read, own, isMeant, units.length > 0 || names.length > 0);
  const best = returned !== undefined && (paired === undefined || returned.score > paired.score) ? returned : paired;
  if (best === undefined) return undefined;
  const fitOf = ({ kinds: some }: Side) =>
    states.reduce((sum, { holds }) => sum + Math.max(0, ...some.map((kind) => holds(kind.text))), 0);
  return {
    episodes: best.episodes,
    name: 'turns',
    isTold: true,
    isEndMeant: asked.isEndAsked || fitOf(best.end) > fitOf(best.start),
    isTransition: best.start.kinds.every(({ to }) => to !== undefined && states.some(({ holds }) => holds(to) > 1)),
    quality: 1,
    records,
  };
}

/** What ends what is learned of all units; told are those of the one that was named. */
function ofUnits(paired: Paired | undefined, isMeant: (line: Pick<KindLine, 'text'>) => boolean): Paired | undefined {
  const episodes = paired?.episodes.filter(({ start }) => isMeant(start)) ?? [];
  return paired === undefined || episodes.length === 0 ? undefined : { ...paired, episodes };
}

/** Of kinds that fit alike those that name what the question names. */
function ofNames(side: Side, names: readonly WordAsked[]): Side {
  const held = side.kinds.map((kind) => names.filter(({ holds }) => holds(kind.text) > 0).length);
  const most = Math.max(0, ...held);
  return { ...side, kinds: side.kinds.filter((_, index) => held[index] === most), fit: side.fit + 0.5 * most };
}
