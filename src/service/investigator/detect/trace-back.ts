import { isVariant } from '../survey/message-pattern.ts';
import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import { isBackground } from './background.ts';
import { isChange } from './changes.ts';
import { courseOf } from './course.ts';
import { commonNames, namesOf } from './names.ts';

/** Something that began before a failure and is tied to it. */
export interface Step {
  group: MessageGroup;
  spot: Spot;
  /** A word both sides name, where one does. */
  shared?: string;
  isChange: boolean;
}

/** What is traced: when it began, by what it is named, and how far after that its true start may lie. */
interface Traced {
  spot: Spot;
  names: ReadonlySet<string>;
  group?: MessageGroup;
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

const known = new WeakMap<Survey, Candidate[]>();

function candidatesOf(survey: Survey): Candidate[] {
  const found = known.get(survey) ?? findCandidates(survey);
  known.set(survey, found);
  return found;
}

function findCandidates(survey: Survey): Candidate[] {
  const found: Candidate[] = [];
  for (const group of survey.groups) {
    const change = isChange(group);
    const isTrouble = group.severity !== 'info';
    const isRare = group.count <= (change ? 8 : rareLines);
    const course = isTrouble || isRare || group.count >= 20 ? courseOf(survey, group) : undefined;
    if (course === undefined || (course.isEven && !isRare)) continue;
    // A few lines far apart are no beginning of anything.
    if (group.count > 1 && group.count < 4 && isScattered(survey, group)) continue;
    // What is there from the start began before the file did.
    if (course.onset.line <= Math.max(3, survey.info.lines * 0.002)) continue;
    const kind = isTrouble ? 'trouble' : isRare ? 'rare' : 'burst';
    if (kind === 'burst' && course.episodes.length !== 1) continue;
    const spots = isRare ? (group.spots.length > 0 ? group.spots : [group.first]) : [course.onset];
    const names = namesOf(group);
    const isStray = isTrouble && !change && isBackground(survey, group);
    for (const spot of spots) found.push({ group, spot, isChange: change, kind, names, isStray });
  }
  return found;
}

function isScattered({ info }: Survey, { first, last }: MessageGroup): boolean {
  return Math.abs(last.line - first.line) > info.lines * 0.1;
}

function isSame(told: MessageGroup, other: MessageGroup): boolean {
  return told === other || isVariant(told, other);
}

function bestBefore(
  survey: Survey,
  head: Traced,
  candidates: readonly Candidate[],
  told: readonly (MessageGroup | undefined)[],
): Candidate | undefined {
  const { firstTimeMs, lastTimeMs } = survey.info;
  // Where the clock was set back, only the lines tell what came first.
  const isClockSteady = survey.clockJumps.length === 0;
  const hasTimes =
    isClockSteady && head.spot.timeMs !== undefined && firstTimeMs !== undefined && lastTimeMs !== undefined;
  const at = (spot: Spot) => (hasTimes ? spot.timeMs : spot.line);
  const span = hasTimes ? Math.max(1, lastTimeMs - firstTimeMs) : Math.max(1, survey.info.lines);
  const isFurther = told.length > 1 ? 1 : 0;
  const lookback = hasTimes ? Math.min(maxLookbackMs, Math.max(600_000, span * 0.25)) : span * 0.1;
  const start = at(head.spot)!;
  const common = commonNames(survey);
  const isPeer = (one: Candidate, peer: Candidate) =>
    (one.kind === 'trouble') === (peer.kind === 'trouble') &&
    (!one.isChange || peer.isChange) &&
    // What comes all the time says nothing of how often something new comes.
    (one.isStray || !peer.isStray);
  const sizes = new Map<string, number>();
  const scored: { one: Candidate; chance: number }[] = [];
  for (const one of candidates) {
    const place = at(one.spot);
    if (place === undefined || told.some((group) => group !== undefined && isSame(group, one.group))) continue;
    const distance = start - place;
    const isBefore = hasTimes ? distance >= 0 && !(distance === 0 && one.spot.line > head.spot.line) : distance > 0;
    if (!isBefore && !(hasTimes && head.slackMs > 0 && -distance <= head.slackMs)) continue;
    if (distance > lookback) continue;
    const shared = [...one.names].find((name) => head.names.has(name) && !common.has(name));
    // How many such lines would stand this near by chance, were they thrown over the file.
    const key = `${one.kind === 'trouble'} ${one.isChange} ${one.isStray} ${shared ?? ''}`;
    const peers =
      sizes.get(key) ??
      candidates.filter((peer) => isPeer(one, peer) && (shared === undefined || peer.names.has(shared))).length;
    sizes.set(key, peers);
    const near = Math.max(Math.abs(distance), span * 0.0005);
    const chance = (peers * near) / span;
    const limit =
      shared !== undefined ? 0.4 : one.isChange ? 0.15 : one.kind === 'trouble' && !one.isStray ? 0.05 : 0.025;
    // Each step further back stands on the one before it, so chance must be smaller.
    if (chance > limit / (shared === undefined ? 1 + isFurther * 3 : 1)) continue;
    scored.push({ one: { ...one, ...(shared === undefined ? {} : { shared }) }, chance: chance / limit });
  }
  return scored.sort((a, b) => a.chance - b.chance || b.one.spot.line - a.one.spot.line)[0]?.one;
}
