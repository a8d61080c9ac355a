import { oncePer } from '#core/once-per.ts';
import { isVariant } from '../survey/message-pattern.ts';
import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import { isBackground } from './background.ts';
import { isChange } from './changes.ts';
import { courseOf, isFewApart, isFromStart } from './course.ts';
import { commonNames, namesOf } from './names.ts';

/** Something that began before a failure and is tied to it. */
export interface Step {
  group: MessageGroup;
  spot: Spot;
  /** A word both sides name, where one does. */
  shared?: string | undefined;
  isChange: boolean;
}

/** What is traced: when it began, by what it is named, and how far after that its true start may lie. */
interface Traced {
  spot: Spot;
  names: ReadonlySet<string>;
  group: MessageGroup | undefined;
  slackMs: number;
}

interface Candidate extends Step {
  kind: 'trouble' | 'rare' | 'burst';
  names: ReadonlySet<string>;
  /** One of the single failures that come all the time. */
  isStray: boolean;
}

const maxLookbackMs = 2 * 3_600_000;
const maxSteps = 4;
/** A kind of information that comes no more often than this is an event of its own. */
const rareLines = 3;

/**
 * From the loud symptom back to what came first: lines that are new, that begin shortly before it, and that name the
 * same things or are too rare to stand there by chance. In the order of time; empty where nothing is tied to it.
 */
export function traceBack(survey: Survey, traced: Traced): Step[] {
  const candidates = candidatesOf(survey);
  const steps: Candidate[] = [];
  let head: Traced = traced;
  while (steps.length < maxSteps) {
    const told = [...steps.map((one) => one.group), traced.group];
    const next = bestBefore(survey, head, candidates, told);
    if (next === undefined) break;
    steps.unshift(next);
    // Somebody did something: what stood before that led to no line of it.
    if (next.isChange) break;
    head = { spot: next.spot, names: next.names, group: next.group, slackMs: 0 };
  }
  return steps;
}

const candidatesOf = oncePer((survey: Survey): Candidate[] =>
  survey.groups.flatMap((group) => {
    const change = isChange(group);
    const isTrouble = group.severity !== 'info';
    const isRare = group.count <= (change ? 8 : rareLines);
    if ((!isTrouble && !isRare && group.count < 20) || !begins(survey, group, isTrouble, isRare)) return [];
    const kind = isTrouble ? 'trouble' : isRare ? 'rare' : 'burst';
    const isStray = isTrouble && !change && isBackground(survey, group);
    const spots = isRare ? group.spots : [courseOf(survey, group).onset];
    const names = namesOf(group);
    return spots.map((spot) => ({ group, spot, isChange: change, kind, names, isStray }));
  }),
);

function begins(survey: Survey, group: MessageGroup, isTrouble: boolean, isRare: boolean): boolean {
  const { isEven, onset, episodes } = courseOf(survey, group);
  if (isFewApart(survey, group) || isFromStart(survey, onset)) return false;
  return isRare || (!isEven && (isTrouble || episodes.length === 1));
}

function isSame(told: MessageGroup, other: MessageGroup): boolean {
  return told === other || isVariant(told, other);
}

/** How far apart lines are: in time, or in lines where a time is missing. */
interface Ruler {
  at(spot: Spot): number | undefined;
  span: number;
  lookback: number;
  hasTimes: boolean;
}

function rulerOf({ info, isClockSteady }: Survey, { spot }: Traced): Ruler {
  const { firstTimeMs, lastTimeMs } = info;
  // Where the clock was set back, only the lines tell what came first.
  if (!isClockSteady || spot.timeMs === undefined || firstTimeMs === undefined || lastTimeMs === undefined) {
    const span = Math.max(1, info.lines);
    return { at: ({ line }) => line, span, lookback: span * 0.1, hasTimes: false };
  }
  const span = Math.max(1, lastTimeMs - firstTimeMs);
  const lookback = Math.min(maxLookbackMs, Math.max(600_000, span * 0.25));
  return { at: ({ timeMs }) => timeMs, span, lookback, hasTimes: true };
}

/** Undefined where it comes after what is traced, or too long before. */
function distanceTo(head: Traced, spot: Spot, { at, lookback, hasTimes }: Ruler): number | undefined {
  const distance = (at(head.spot) ?? Number.NaN) - (at(spot) ?? Number.NaN);
  const isBefore = distance > 0 || (distance === 0 && hasTimes && spot.line <= head.spot.line);
  const isInSlack = hasTimes && head.slackMs > 0 && -distance <= head.slackMs;
  return (isBefore || isInSlack) && distance <= lookback ? distance : undefined;
}

function bestBefore(
  survey: Survey,
  head: Traced,
  candidates: readonly Candidate[],
  told: readonly (MessageGroup | undefined)[],
): Candidate | undefined {
  const ruler = rulerOf(survey, head);
  const common = commonNames(survey);
  const peersOf = peerCounter(candidates);
  const isTold = ({ group }: Candidate) => told.some((other) => other !== undefined && isSame(other, group));
  const scored = candidates.flatMap((one) => {
    const distance = distanceTo(head, one.spot, ruler);
    if (distance === undefined || isTold(one)) return [];
    const shared = [...one.names].find((name) => head.names.has(name) && !common.has(name));
    // How many such lines would stand this near by chance, were they thrown over the file.
    const chance = (peersOf(one, shared) * Math.max(Math.abs(distance), ruler.span * 0.0005)) / ruler.span;
    const limit = limitOf(one, shared);
    // Each step further back stands on the one before it, so chance must be smaller.
    const isLikely = chance <= (shared === undefined && told.length > 1 ? limit / 4 : limit);
    return isLikely ? [{ one: { ...one, shared }, chance: chance / limit }] : [];
  });
  return scored.sort((a, b) => a.chance - b.chance || b.one.spot.line - a.one.spot.line)[0]?.one;
}

function limitOf({ isChange: change, kind, isStray }: Candidate, shared: string | undefined): number {
  if (shared !== undefined) return 0.4;
  if (change) return 0.15;
  return kind === 'trouble' && !isStray ? 0.05 : 0.025;
}

/** Counts the candidates of the same sort, with the same name where one is shared. */
function peerCounter(candidates: readonly Candidate[]): (one: Candidate, shared: string | undefined) => number {
  const counts = new Map<string, number>();
  return (one, shared) => {
    const isTrouble = one.kind === 'trouble';
    const isPeer = (peer: Candidate) =>
      isTrouble === (peer.kind === 'trouble') &&
      (!one.isChange || peer.isChange) &&
      // What comes all the time says nothing of how often something new comes.
      (one.isStray || !peer.isStray) &&
      (shared === undefined || peer.names.has(shared));
    const key = `${isTrouble} ${one.isChange} ${one.isStray} ${shared ?? ''}`;
    const count = counts.get(key) ?? candidates.filter(isPeer).length;
    counts.set(key, count);
    return count;
  };
}
