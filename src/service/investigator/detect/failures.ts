import type { LineRange } from '../../formats/reading.ts';
import { isOnlyFeared, isOutcomeOnly } from '../facts/trouble-words.ts';
import { likeness } from '../survey/message-pattern.ts';
import { type MessageGroup, mergedInto, type Spot, type Survey, topFrame } from '../survey/survey.ts';
import { join, number, say, type Text, words } from '../wording/say.ts';
import { isBackground, isStrewn } from './background.ts';
import { changeBefore } from './changes.ts';
import { beginsWithin, courseOf, type Episode } from './course.ts';
import { episodesText, type Window, whenText, windowOf, windowWords } from './episode-words.ts';
import { causeNamed } from './names.ts';
import { type Claim, linesAt, type Observation } from './observation.ts';
import { shorten } from './shorten.ts';

const longestTitle = 110;

/** Each distinct failure of the file with when, where and what came of it; the telling ones of the warnings too. */
export function observeFailures(survey: Survey): Observation[] {
  const merged = mergeAlike(failuresOf(survey), 40);
  const isEven = (group: MessageGroup) => courseOf(survey, group).isEven;
  const standing = merged.filter((group) => !isBackground(survey, group));
  const firstOfAll = firstLineOf(standing.filter((group) => !isStrewn(survey, group)));
  const hasTold = standing.some((group) => !isOutcomeOnly(headline(group)));
  const hasFatal = merged.some((group) => group.severity === 'critical' && !isEven(group));
  return merged.map((group) => {
    const one = describe(survey, group, group.first.line === firstOfAll);
    // What trickles all day is not what a fatal line tells of.
    const isBesideFatal = hasFatal && group.severity !== 'critical' && group.count > 8 && isEven(group);
    // That it failed is known; what is told beside it may say why.
    const less = hasTold && isOutcomeOnly(headline(group)) ? 26 : isBesideFatal || isStrewn(survey, group) ? 24 : 0;
    return less === 0 ? one : { ...one, role: 'symptom', certainty: 'likely', weight: one.weight - less };
  });
}

const failuresOf = ({ groups }: Survey): MessageGroup[] => groups.filter(({ isFailure }) => isFailure);

const firstLineOf = (groups: readonly MessageGroup[]): number => Math.min(...groups.map(({ first }) => first.line));

/** Warnings that are no mere companion of a failure. */
export function observeWarnings(survey: Survey): Observation[] {
  const failing = failuresOf(survey);
  const companions = new Set(
    failing
      .flatMap(({ followedBy, count }) => [...followedBy].filter(([, often]) => often >= count * 0.5))
      .map(([id]) => id),
  );
  const firstFailure = firstLineOf(failing.filter((group) => !isBackground(survey, group)));
  const warnings = survey.groups.filter((group) => !group.isFailure && group.severity === 'warning');
  return mergeAlike(warnings, 12).map((group) => warningOf(survey, group, companions.has(group.id), firstFailure));
}

function warningOf(survey: Survey, group: MessageGroup, isCompanion: boolean, firstFailure: number): Observation {
  const one = describe(survey, group, false);
  if (isOnlyFeared(group.message)) return { ...one, role: 'context', certainty: 'likely', weight: 4 };
  if (isCompanion) return { ...one, role: 'symptom', weight: 6 };
  const isBefore = group.count >= 10 && group.first.line < firstFailure;
  // A warning whose own words name a cause may be one, where nothing worse is there.
  if (one.certainty === 'certain')
    return { ...one, role: 'cause', weight: (isBefore ? 56 : 34) - (one.isRoutine === true ? 40 : 0) };
  const rest = { ...one, rule: 'log.warning' };
  // What begins somewhere and comes many at a time tells of something that happened.
  return group.count >= 8 && beginsWithin(survey, group)
    ? { ...rest, role: 'symptom', weight: 26 + Math.min(6, Math.log10(group.count) * 2) }
    : { ...rest, role: 'context', weight: one.isRoutine === true ? -24 : 16 };
}

/** What is told of one kind of lines: how often, when, where, and what came of it. */
export function describe(survey: Survey, group: MessageGroup, isFirst: boolean): Observation {
  const { onset } = courseOf(survey, group);
  const isRoutine = isBackground(survey, group);
  const { cause, isStated } = causeNamed(group);
  const [source, ...others] = group.sources.keys();
  const owner = others.length === 0 ? source : undefined;
  const stretch = stretchOf(survey, group);
  const told = [...whereOf(group, isRoutine), consequence(survey, group), changeBefore(survey, group.first)];
  return {
    group,
    isRoutine,
    rule: cause?.rule ?? 'log.error',
    kind: 'failure',
    title: titleOf(survey, group, owner, stretch),
    details: [
      ...(cause === undefined ? [] : [{ text: words(cause.meaning), ranges: [], isStock: true }]),
      ...whenOf(survey, group, stretch, cause?.rule),
      ...told.filter((claim) => claim !== undefined),
    ],
    severity: group.severity,
    role: isStated || isFirst ? 'cause' : 'symptom',
    certainty: isStated ? 'certain' : 'likely',
    count: group.count,
    document: survey.info.name,
    firstLine: onset.line,
    firstTimeMs: onset.timeMs,
    lastTimeMs: group.last.timeMs,
    evidence: evidenceOf(group).map(rangeIn(survey)),
    signature: group.pattern.slice(0, 160),
    next: cause === undefined ? [] : [cause.next],
    weight: weigh(group, isStated, isFirst && !isRoutine) - (isRoutine ? 40 : 0),
  };
}

/** The stretches in which it comes, or the one window. */
interface Stretch {
  episodes: readonly Episode[];
  window: Window | undefined;
}

function stretchOf(survey: Survey, group: MessageGroup): Stretch {
  const { isEven, episodes } = courseOf(survey, group);
  if (isEven) return { episodes: [], window: undefined };
  return { episodes, window: episodes.length === 1 ? windowOf(survey, episodes[0]!) : undefined };
}

function titleOf(survey: Survey, group: MessageGroup, owner: string | undefined, { episodes, window }: Stretch): Text {
  const about = survey.isSampled ? 'at least ' : group.isEstimated ? 'about ' : '';
  const often = group.count > 1 ? `, ${about}${number(group.count)} times` : '';
  const span = windowWords(survey, episodes, window);
  const who = owner === undefined ? words('') : say`${owner}: `;
  return say`${who}${shorten(headline(group), longestTitle)}${words(`${often}${span === undefined ? '' : `, ${span}`}`)}`;
}

function whenOf(survey: Survey, group: MessageGroup, { episodes, window }: Stretch, rule: string | undefined): Claim[] {
  const rangeOf = rangeIn(survey);
  const apart = episodesText(group, episodes, survey.times);
  const ends = group.count > 1 ? [group.first, group.last] : [group.first];
  return [
    { text: whenText(group, survey.times, window, rule), ranges: ends.map(rangeOf) },
    ...(apart === undefined ? [] : [{ text: apart, ranges: episodes.slice(0, 6).map((one) => rangeOf(one.from)) }]),
  ];
}

/** By the top of its stack, by how it lies in the file, and by who says it. */
function whereOf(group: MessageGroup, isRoutine: boolean): Claim[] {
  const told: Text[] = [];
  const frame = topFrame(group);
  if (frame !== undefined) told.push(say`Its stack has ${frame} on top`);
  if (isRoutine) told.push(words('It occurs throughout the file, as often before as after: background'));
  if (group.sources.size > 1 && group.sources.size < 60) {
    const top = [...group.sources].sort((a, b) => b[1] - a[1]).slice(0, 6);
    told.push(say`By source: ${join(top.map(([name, count]) => say`${name} ${count}`))}`);
  }
  return told.map((text) => ({ text, ranges: [] }));
}

function rangeIn({ info }: Survey): (spot: Spot) => LineRange {
  return ({ line, lineEnd }) => linesAt(info.name, line, Math.min(lineEnd, line + 11));
}

export function headline(group: MessageGroup): string {
  const detail = group.detail;
  if (detail === undefined || group.message.includes(detail)) return group.message;
  if (detail.includes(group.message)) return detail.split('\n')[0]!;
  return `${group.message} (${detail.split('\n')[0]})`;
}

const bySeverity = { critical: 56, error: 42, warning: 26, info: 26 } as const;

function weigh({ severity, count }: MessageGroup, isStated: boolean, isFirst: boolean): number {
  const known = isStated && isFirst ? 32 : isStated ? 14 : isFirst ? 10 : 0;
  return bySeverity[severity] + known + Math.min(8, Math.log10(count) * 2);
}

function consequence(survey: Survey, group: MessageGroup): Claim | undefined {
  const [best] = [...group.followedBy].sort((a, b) => b[1] - a[1]);
  if (best === undefined || best[1] < Math.max(1, group.count * 0.5)) return undefined;
  const next = survey.groups[best[0]];
  if (next === undefined || (group.count === 1 && next.count > 5)) return undefined;
  const spot = next.spots.find((one) => one.line > group.first.line && one.line <= group.first.line + 3);
  const ranges = spot === undefined ? [] : [linesAt(survey.info.name, spot.line)];
  if (group.count === 1) return { text: say`The next one is ${next.message.slice(0, 160)}`, ranges };
  const share = best[1] >= group.count ? 'each time' : `${number(best[1])} of ${number(group.count)} times`;
  return { text: say`Followed ${words(share)} by ${next.message.slice(0, 160)}`, ranges };
}

function evidenceOf(group: MessageGroup): Spot[] {
  if (group.count === 1) return [group.first];
  const { first, last, spots } = group;
  const chosen = [first, last, spots[spots.length >> 1] ?? first];
  return chosen.filter(({ line }, index) => chosen.findIndex((other) => other.line === line) === index);
}

/** Kinds that differ in one or two words only (a user, a file) are told as one, where there are too many to tell. */
function mergeAlike(groups: MessageGroup[], limit: number): MessageGroup[] {
  if (groups.length <= limit) return groups;
  const families: MessageGroup[][] = [];
  // Only patterns of as many words and the same first one can be alike: the others are not even looked at.
  const places = new Map<string, { family: MessageGroup[]; patternWords: string[] }[]>();
  for (const group of groups.toSorted((a, b) => b.count - a.count || a.id - b.id)) {
    const patternWords = group.pattern.split(' ');
    const key = `${group.severity} ${patternWords.length} ${patternWords[0]}`;
    const place = places.get(key) ?? [];
    places.set(key, place);
    const like = place.find((other) => likeness(other.patternWords, patternWords) >= 0.6);
    if (like !== undefined) {
      like.family.push(group);
      continue;
    }
    const family = [group];
    families.push(family);
    place.push({ family, patternWords });
  }
  return families.map((family) => mergedInto(family[0]!, family));
}
