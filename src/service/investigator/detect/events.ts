import { tellsOfTrouble } from '../survey/failure.ts';
import type { MessageGroup, Survey } from '../survey/survey.ts';
import { isBackground } from './background.ts';
import { isChange } from './changes.ts';
import { companyOf } from './company.ts';
import { courseOf } from './course.ts';
import { describe } from './failures.ts';
import { isOfFamily, withoutNames } from './families.ts';
import type { Observation } from './observation.ts';
import { statesReason } from './reason-words.ts';

/** A kind of information that comes no more often than this stands for itself. */
const rareShare = 0.0005;
const mostOfFile = 0.3;
const fewChances = 0.01;
const fewestPoints = 4;
/**
 * What no level and no outcome calls a failure, but whoever reads the file would stop at: kinds of lines that begin
 * somewhere, come in bursts, by the clock behind something else each time, or but once. Most telling first.
 */
export function observeEvents(survey: Survey): Observation[] {
  return withoutNames(survey, survey.groups)
    .filter((group) => isEvent(survey, group))
    .map((group) => ({ group, points: pointsOf(survey, group) }))
    .filter(({ group, points }) => points >= fewestPoints && (group.isFailure || tellsOfTrouble(group.message)))
    .sort((a, b) => b.points - a.points || b.group.count - a.group.count || a.group.first.line - b.group.first.line)
    .slice(0, 12)
    .map(
      ({ group, points }): Observation => ({
        ...describe(survey, group, false),
        rule: 'log.event',
        severity: group.isFailure ? group.severity : 'warning',
        role: 'symptom',
        weight: 20 + points,
      }),
    );
}

/** New, bursting or rare; neither the work the file tells of all the time nor its first lines. */
function isEvent(survey: Survey, group: MessageGroup): boolean {
  if (group.count > survey.info.lines * mostOfFile || isChange(group)) return false;
  if (group.first.line <= Math.max(3, survey.info.lines * 0.002)) return false;
  if (group.severity !== 'info' && isBackground(survey, group) && !isTogether(survey, group)) return false;
  if (isStrayed(survey, group)) return false;
  if (group.count <= rareOf(survey))
    return group.isFailure || tellsOfTrouble(group.message) || !isOfFamily(survey, group);
  // None before so many of it: no chance of an even course.
  if ((1 - group.first.line / survey.info.lines) ** group.count < fewChances) return true;
  if (isTogether(survey, group) && (group.isFailure || tellsOfTrouble(group.message))) return true;
  const { isEven, onset } = courseOf(survey, group);
  return !isEven && onset.line > survey.info.lines * 0.02;
}

function rareOf({ info }: Survey): number {
  return Math.max(3, info.lines * rareShare);
}

const mostApart = 0.1;

/** Two or three lines far from each other: single things that happen, not one that happened. */
function isStrayed(survey: Survey, { count, first, last }: MessageGroup): boolean {
  return count > 1 && count <= 3 && last.line - first.line > survey.info.lines * mostApart;
}

/** Behind something else each time it comes, however evenly it comes. */
function isTogether(survey: Survey, group: MessageGroup): boolean {
  return group.at.lines.length === group.count && companyOf(survey, group).length > 0;
}

function pointsOf(survey: Survey, group: MessageGroup): number {
  const isFew = group.count <= rareOf(survey);
  return (
    (group.isFailure || tellsOfTrouble(group.message) ? 4 : 0) +
    (isTogether(survey, group) && group.count >= 3 ? 2 : 0) +
    (!isFew && group.count >= 8 ? 2 : 0) +
    (statesReason(group.message) ? 1 : 0)
  );
}
