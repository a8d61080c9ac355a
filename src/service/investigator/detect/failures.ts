import { causeWordOf } from '../../formats/log/known-causes.ts';
import type { LineRange } from '../../formats/reading.ts';
import { isOnlyFeared, isOutcomeOnly } from '../facts/trouble-words.ts';
import { likeness } from '../survey/message-pattern.ts';
import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import { code, join, number, say, type Text, words } from '../wording/say.ts';
import { timeWordsOf } from '../wording/times.ts';
import { isBackground, isStrewn } from './background.ts';
import { changeBefore } from './changes.ts';
import { courseOf, type Episode } from './course.ts';
import { episodesText, type Window, whenText, windowOf, windowWords } from './episode-words.ts';
import type { Claim, Observation } from './observation.ts';
import { shorten } from './shorten.ts';

const longestTitle = 110;

/** Each distinct failure of the file with when, where and what came of it; the telling ones of the warnings too. */
export function observeFailures(survey: Survey): Observation[] {
  const failing = survey.groups.filter((group) => group.isFailure);
  const merged = mergeAlike(failing, 40);
  const firstOfAll = Math.min(
    ...merged
      .filter((group) => !isBackground(survey, group) && !isStrewn(survey, group))
      .map((group) => group.first.line),
  );
  const hasTold = merged.some((group) => !isOutcomeOnly(headline(group)) && !isBackground(survey, group));
  const hasFatal = merged.some((group) => group.severity === 'critical' && !courseOf(survey, group).isEven);
  return merged.map((group) => {
    const one = describe(survey, group, group.first.line === firstOfAll);
    // What trickles all day is not what a fatal line tells of.
    const isBesideFatal =
      hasFatal && group.severity !== 'critical' && group.count > 8 && courseOf(survey, group).isEven;
    // That it failed is known; what is told beside it may say why.
    if (hasTold && isOutcomeOnly(headline(group)))
      return { ...one, role: 'symptom', certainty: 'likely', weight: one.weight - 26 };
    if (isBesideFatal || isStrewn(survey, group))
      return { ...one, role: 'symptom', certainty: 'likely', weight: one.weight - 24 };
    return one;
  });
}

/** Warnings that are no mere companion of a failure. */
export function observeWarnings(survey: Survey): Observation[] {
  const companions = new Set<number>();
  for (const group of survey.groups) {
    if (!group.isFailure) continue;
    for (const [id, count] of group.followedBy) if (count >= group.count * 0.5) companions.add(id);
  }
  const firstFailure = Math.min(
    ...survey.groups
      .filter((group) => group.isFailure && !isBackground(survey, group))
      .map((group) => group.first.line),
  );
  const warnings = survey.groups.filter((group) => !group.isFailure && group.severity === 'warning');
  return mergeAlike(warnings, 12).map((group) => {
    const one = describe(survey, group, false);
    if (isOnlyFeared(group.message)) return { ...one, role: 'context', certainty: 'likely', weight: 4 };
    if (companions.has(group.id)) return { ...one, role: 'symptom', weight: 6 };
    // A warning whose own words name a cause may be one, where nothing worse is there.
    return one.certainty === 'certain'
      ? {
          ...one,
          role: 'cause',
          weight: (group.count >= 10 && group.first.line < firstFailure ? 56 : 34) - (one.isRoutine === true ? 40 : 0),
        }
      : isEpisode(survey, group)
        ? { ...one, rule: 'log.warning', role: 'symptom', weight: 26 + Math.min(6, Math.log10(group.count) * 2) }
        : { ...one, rule: 'log.warning', role: 'context', weight: one.isRoutine === true ? -24 : 16 };
  });
}

/** Warnings that begin somewhere and come many at a time tell of something that happened. */
function isEpisode(survey: Survey, group: MessageGroup): boolean {
  if (group.count < 8) return false;
  const course = courseOf(survey, group);
  return !course.isEven && course.onset.line > survey.info.lines * 0.02;
}

/** What is told of one kind of lines: how often, when, where, and what came of it. */
export function describe(survey: Survey, group: MessageGroup, isFirst: boolean): Observation {
  const { onset } = courseOf(survey, group);
  const isRoutine = isBackground(survey, group);
  const cause = causeWordOf(`${group.message} ${group.detail ?? ''}`);
  const hasCause = cause !== undefined && cause.isSymptom !== true;
  const [source, ...others] = group.sources.keys();
  const owner = others.length === 0 ? source : undefined;
  const stretch = stretchOf(survey, group);
  const after = consequence(survey, group);
  return {
    group,
    isRoutine,
    rule: cause?.rule ?? 'log.error',
    kind: 'failure',
    title: titleOf(survey, group, owner, stretch),
    details: [
      ...(cause === undefined ? [] : [{ text: words(cause.meaning), ranges: [], isStock: true }]),
      ...whenOf(survey, group, stretch, cause?.rule),
      ...whereOf(group, isRoutine),
      ...(after === undefined ? [] : [after]),
      ...[changeBefore(survey, group.first)].filter((claim) => claim !== undefined),
    ],
    severity: group.severity,
    role: hasCause || isFirst ? 'cause' : 'symptom',
    certainty: hasCause ? 'certain' : 'likely',
    count: group.count,
    document: survey.info.name,
    firstLine: onset.line,
    ...(onset.timeMs === undefined ? {} : { firstTimeMs: onset.timeMs }),
    ...(group.last.timeMs === undefined ? {} : { lastTimeMs: group.last.timeMs }),
    evidence: evidenceOf(group).map(rangeIn(survey)),
    signature: group.pattern.slice(0, 160),
    next: cause === undefined ? [] : [cause.next],
    weight: weigh(group, hasCause, isFirst && !isRoutine) - (isRoutine ? 40 : 0),
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
  const span = windowWords(survey, episodes, window, timeWordsOf(survey.info, survey.isZoned));
  return join(
    [
      owner === undefined ? words('') : say`${owner}: `,
      code(shorten(headline(group), longestTitle)),
      words(`${often}${span === undefined ? '' : `, ${span}`}`),
    ],
    '',
  );
}

function whenOf(survey: Survey, group: MessageGroup, { episodes, window }: Stretch, rule: string | undefined): Claim[] {
  const times = timeWordsOf(survey.info, survey.isZoned);
  const rangeOf = rangeIn(survey);
  const apart = episodesText(group, episodes, times, rangeOf);
  const ends = group.count > 1 ? [group.first, group.last] : [group.first];
  return [
    { text: whenText(group, times, window, rule), ranges: ends.map(rangeOf) },
    ...(apart === undefined ? [] : [apart]),
  ];
}

/** By the top of its stack, by how it lies in the file, and by who says it. */
function whereOf(group: MessageGroup, isRoutine: boolean): Claim[] {
  const told: Text[] = [];
  const [frame] = [...group.frames].sort((a, b) => b[1] - a[1]);
  if (frame !== undefined && frame[1] >= group.count * 0.5) told.push(say`Its stack has ${frame[0]} on top`);
  if (isRoutine) told.push(words('It occurs throughout the file, as often before as after: background'));
  if (group.sources.size > 1 && group.sources.size < 60) {
    const top = [...group.sources].sort((a, b) => b[1] - a[1]).slice(0, 6);
    told.push(
      say`By source: ${join(
        top.map(([name, count]) => say`${name} ${count}`),
        ', ',
      )}`,
    );
  }
  return told.map((text) => ({ text, ranges: [] }));
}

function rangeIn({ info }: Survey): (spot: Spot) => LineRange {
  return ({ line, lineEnd }) => ({ document: info.name, lineStart: line, lineEnd: Math.min(lineEnd, line + 11) });
}

export function headline(group: MessageGroup): string {
  const detail = group.detail;
  if (detail === undefined || group.message.includes(detail)) return group.message;
  if (detail.includes(group.message)) return detail.split('\n')[0]!;
  return `${group.message} (${detail.split('\n')[0]})`;
}

function weigh(group: MessageGroup, hasCause: boolean, isFirst: boolean): number {
  const severity = group.severity === 'critical' ? 56 : group.severity === 'error' ? 42 : 26;
  return (
    severity +
    (hasCause ? 14 : 0) +
    (isFirst ? 10 : 0) +
    (hasCause && isFirst ? 8 : 0) +
    Math.min(8, Math.log10(group.count) * 2)
  );
}

function consequence(survey: Survey, group: MessageGroup): Claim | undefined {
  const [best] = [...group.followedBy].sort((a, b) => b[1] - a[1]);
  if (best === undefined || best[1] < Math.max(1, group.count * 0.5)) return undefined;
  const next = survey.groups[best[0]];
  if (next === undefined || (group.count === 1 && next.count > 5)) return undefined;
  const spot = next.spots.find((one) => one.line > group.first.line && one.line <= group.first.line + 3);
  const ranges = spot === undefined ? [] : [{ document: survey.info.name, lineStart: spot.line, lineEnd: spot.line }];
  if (group.count === 1) return { text: say`The next one is ${next.message.slice(0, 160)}`, ranges };
  const share = best[1] >= group.count ? 'each time' : `${number(best[1])} of ${number(group.count)} times`;
  return { text: say`Followed ${words(share)} by ${next.message.slice(0, 160)}`, ranges };
}

function evidenceOf(group: MessageGroup): Spot[] {
  if (group.count === 1) return [group.first];
  const middle = group.spots[group.spots.length >> 1];
  const chosen = [group.first, group.last, ...(middle === undefined ? [] : [middle])];
  return chosen.filter((spot, index) => chosen.findIndex((other) => other.line === spot.line) === index);
}

/** Kinds that differ in one or two words only (a user, a file) are told as one, where there are too many to tell. */
function mergeAlike(groups: MessageGroup[], limit: number): MessageGroup[] {
  if (groups.length <= limit) return groups;
  const kept: MessageGroup[] = [];
  // Only patterns of as many words and the same first one can be alike: the others are not even looked at.
  const places = new Map<string, { merged: MessageGroup; patternWords: string[] }[]>();
  for (const group of [...groups].sort((a, b) => b.count - a.count || a.id - b.id)) {
    const patternWords = group.pattern.split(' ');
    const key = `${group.severity} ${patternWords.length} ${patternWords[0]}`;
    const place = places.get(key) ?? [];
    places.set(key, place);
    const like = place.find((other) => likeness(other.patternWords, patternWords) >= 0.6)?.merged;
    if (like === undefined) {
      const merged = {
        ...group,
        sources: new Map(group.sources),
        at: { lines: [...group.at.lines], timesMs: [...group.at.timesMs] },
      };
      kept.push(merged);
      place.push({ merged, patternWords });
      continue;
    }
    like.count += group.count;
    for (const line of group.at.lines) like.at.lines.push(line);
    for (const timeMs of group.at.timesMs) like.at.timesMs.push(timeMs);
    if (group.first.line < like.first.line) like.first = group.first;
    if (group.last.line > like.last.line) like.last = group.last;
    for (const [name, count] of group.sources) like.sources.set(name, (like.sources.get(name) ?? 0) + count);
  }
  return kept;
}
