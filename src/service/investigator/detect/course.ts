import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';

/** A stretch in which the lines of one kind come together. */
export interface Episode {
  from: Spot;
  to: Spot;
  count: number;
}

/** How the lines of one kind lie in the document. */
interface Course {
  /** As often before as after, all over the document: background, which explains nothing that begins somewhere. */
  isEven: boolean;
  /** Where its rate leaves what it was before. */
  onset: Spot;
  /** Stretches of it in order, few stray lines left out; one where it never stops for long. */
  episodes: Episode[];
}

const known = new WeakMap<MessageGroup, Course>();
/** Kolmogorov's bound for one chance in a hundred. */
const evenBound = 1.63;
/** Where so many lines differ less than this from an even course, it is even for whoever looks at it. */
const evenDistance = 0.15;
const fewestOfCourse = 4;

export function courseOf(survey: Survey, group: MessageGroup): Course {
  const found = known.get(group) ?? findCourse(survey, group);
  known.set(group, found);
  return found;
}

/** It begins somewhere in the document, and not with it. */
export function beginsWithin(survey: Survey, group: MessageGroup): boolean {
  const { isEven, onset } = courseOf(survey, group);
  return !isEven && onset.line > survey.info.lines * 0.02;
}

/** With the first lines of the document: it began before they were written. */
export const isFromStart = ({ info }: Survey, { line }: Spot): boolean => line <= Math.max(3, info.lines * 0.002);

/** A few lines far from each other: no beginning of anything. */
export function isFewApart({ info }: Survey, { count, first, last }: MessageGroup): boolean {
  return count > 1 && count < 4 && Math.abs(last.line - first.line) > info.lines * 0.1;
}

function findCourse(survey: Survey, group: MessageGroup): Course {
  const spots = spotsOf(group);
  const episodes = episodesOf(survey, spots);
  const isEven = isEvenOver(survey, spots);
  return { isEven, onset: (isEven ? spots[0] : episodes[0]?.from) ?? group.first, episodes };
}

/** Lines in the order of their time. */
function spotsOf(group: MessageGroup): Spot[] {
  const { lines, timesMs } = group.at;
  const isWhole = lines.length >= group.count;
  const spots: Spot[] = isWhole
    ? lines.map((line, index) => {
        const timeMs = timesMs[index]!;
        return { line, lineEnd: line, timeMs: Number.isNaN(timeMs) ? undefined : timeMs };
      })
    : [...group.spots];
  if (!isWhole) {
    if (spots[0] === undefined || group.first.line < spots[0].line) spots.unshift(group.first);
    if (group.last.line > spots.at(-1)!.line) spots.push(group.last);
  }
  return spots.every((spot) => spot.timeMs !== undefined)
    ? spots.sort((a, b) => a.timeMs! - b.timeMs! || a.line - b.line)
    : spots.sort((a, b) => a.line - b.line);
}

/** Even over the lines, or over the time: what floods a log thins out everything else in lines, not in time. */
function isEvenOver({ info }: Survey, spots: readonly Spot[]): boolean {
  if (spots.length < fewestOfCourse) return false;
  const byLine = spots.map((spot) => (spot.line - 1) / Math.max(1, info.lines - 1)).sort((a, b) => a - b);
  if (looksEven(byLine)) return true;
  const { firstTimeMs, lastTimeMs } = info;
  if (firstTimeMs === undefined || lastTimeMs === undefined || lastTimeMs - firstTimeMs < 1000) return false;
  if (spots.some((spot) => spot.timeMs === undefined)) return false;
  return looksEven(spots.map((spot) => (spot.timeMs! - firstTimeMs) / (lastTimeMs - firstTimeMs)));
}

/** Whether places between 0 and 1, in order, could as well have been thrown there by chance. */
function looksEven(places: readonly number[]): boolean {
  const size = places.length;
  const width = places.at(-1)! - places[0]!;
  // So many within so small a part is no chance, however few they are.
  if (size * width ** (size - 1) < 0.01) return false;
  let distance = 0;
  for (let index = 0; index < size; index++) {
    distance = Math.max(distance, places[index]! - index / size, (index + 1) / size - places[index]!);
  }
  return distance * Math.sqrt(size) < evenBound || (size >= 30 && distance < evenDistance);
}

const mostEpisodes = 40;

/** Cuts where it is quiet far longer than between its lines; without times, by lines. */
function episodesOf({ info }: Survey, spots: readonly Spot[]): Episode[] {
  if (spots.length === 0) return [];
  const hasTimes = spots.every((spot) => spot.timeMs !== undefined);
  const at = (spot: Spot) => (hasTimes ? spot.timeMs! : spot.line);
  const steps = spots.slice(1).map((spot, index) => at(spot) - at(spots[index]!));
  const sorted = [...steps].sort((a, b) => a - b);
  // The usual step of the dense part: strays between episodes are few.
  const usual = sorted[Math.floor(sorted.length * 0.6)] ?? 0;
  const whole = hasTimes ? (info.lastTimeMs ?? at(spots.at(-1)!)) - (info.firstTimeMs ?? at(spots[0]!)) : info.lines;
  const quiet = Math.max(usual * 8, whole * 0.02, hasTimes ? 60_000 : 50);
  const episodes: Episode[] = [];
  for (const [index, spot] of spots.entries()) {
    const current = episodes.at(-1);
    if (current === undefined || at(spot) - at(spots[index - 1]!) > quiet)
      episodes.push({ from: spot, to: spot, count: 1 });
    else {
      current.to = spot;
      current.count++;
    }
  }
  const most = Math.max(...episodes.map((one) => one.count));
  return (most >= 8 ? episodes.filter((one) => one.count >= Math.max(3, most * 0.1)) : episodes).slice(0, mostEpisodes);
}
