import { statesReason } from '../facts/trouble-words.ts';
import { tellsOfTrouble } from '../survey/failure.ts';
import { type MessageGroup, mergedInto, type Survey } from '../survey/survey.ts';
import { isBackground } from './background.ts';
import { isChange } from './changes.ts';
import { beginsWithin, isFewApart, isFromStart } from './course.ts';
import { describe } from './failures.ts';
import type { Observation } from './observation.ts';

/** A kind of information that comes no more often than this stands for itself. */
const rareShare = 0.0005;
const mostOfFile = 0.3;
const fewChances = 0.01;

/**
 * What no level and no outcome calls a failure, but whoever reads the file would stop at: kinds of lines that begin
 * somewhere, come in bursts, or but once. Most telling first.
 */
export function observeEvents(survey: Survey): Observation[] {
  return withoutNames(survey)
    .filter((group) => isEvent(survey, group) && (group.isFailure || tellsOfTrouble(group.message)))
    .map((group) => ({ group, points: pointsOf(survey, group) }))
    .sort((a, b) => b.points - a.points || b.group.count - a.group.count || a.group.first.line - b.group.first.line)
    .slice(0, 12)
    .map(
      ({ group, points }): Observation => ({
        ...describe(survey, group, false),
        rule: 'log.event',
        severity: group.isFailure ? group.severity : 'warning',
        role: 'symptom',
        weight: 24 + points,
      }),
    );
}

/** New, bursting or rare; neither the work the file tells of all the time nor its first lines. */
function isEvent(survey: Survey, group: MessageGroup): boolean {
  if (group.count > survey.info.lines * mostOfFile || isChange(group)) return false;
  if (isFromStart(survey, group.first) || isFewApart(survey, group)) return false;
  if (group.severity !== 'info' && isBackground(survey, group)) return false;
  if (group.count <= rareOf(survey)) return true;
  // None before so many of it: no chance of an even course.
  if ((1 - group.first.line / survey.info.lines) ** group.count < fewChances) return true;
  return beginsWithin(survey, group);
}

function rareOf({ info }: Survey): number {
  return Math.max(3, info.lines * rareShare);
}

/** More than a few lines count, and a reason in their words. */
function pointsOf(survey: Survey, { count, message }: MessageGroup): number {
  return (count > rareOf(survey) && count >= 8 ? 2 : 0) + (statesReason(message) ? 1 : 0);
}

/** Kinds that differ in one name only, as one: who was hit is not what happened. Larger kinds stay as they are. */
function withoutNames(survey: Survey): MessageGroup[] {
  const places = new Map<string, MessageGroup[]>();
  for (const group of survey.groups) {
    const words = group.pattern.split(' ');
    for (const at of words.keys()) {
      const key = `${group.severity} ${at} ${words.with(at, '*').join(' ')}`;
      places.set(key, [...(places.get(key) ?? []), group]);
    }
  }
  const taken = new Set<MessageGroup>();
  const merged: MessageGroup[] = [];
  for (const alike of [...places.values()]
    .filter(({ length }) => length >= fewestNames)
    .sort((a, b) => b.length - a.length)) {
    const free = alike.filter((group) => !taken.has(group) && group.count <= mostOfName);
    if (free.length < fewestNames) continue;
    for (const group of free) taken.add(group);
    merged.push(together(free));
  }
  return [...merged, ...survey.groups.filter((group) => !taken.has(group))];
}

const fewestNames = 3;
const mostOfName = 400;

function together(groups: readonly MessageGroup[]): MessageGroup {
  const [first] = groups.toSorted((a, b) => a.first.line - b.first.line);
  const merged = mergedInto(first!, groups);
  const at = merged.at.lines
    .map((line, index) => ({ line, timeMs: merged.at.timesMs[index]! }))
    .sort((a, b) => a.line - b.line);
  return {
    ...merged,
    spots: groups.flatMap(({ spots }) => spots).sort((a, b) => a.line - b.line),
    at: { lines: at.map(({ line }) => line), timesMs: at.map(({ timeMs }) => timeMs) },
    followedBy: new Map(),
  };
}
