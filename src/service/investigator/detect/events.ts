import { tellsOfTrouble } from '../survey/failure.ts';
import type { MessageGroup, Survey } from '../survey/survey.ts';
import { isBackground } from './background.ts';
import { isChange } from './changes.ts';
import { companyOf } from './company.ts';
import { courseOf } from './course.ts';
import { describe } from './failures.ts';
import { isOfFamily, withoutNames } from './families.ts';
import type { Observation } from './observation.ts';
import { calmedByStop } from './ordered-stop.ts';
import { statesReason } from './reason-words.ts';

export interface EventsAsked {
  /** Whether a message speaks of what the question is about, in words that are no routine of the file. */
  fits(message: string): boolean;
  /** Whether it begins in the time that was asked about; false for all where none was. */
  isThen(group: MessageGroup): boolean;
  /** All lines are of what was asked about. */
  isOfOne: boolean;
  /** Only what tells of trouble in its words: the question does not say that there is some. */
  isOpen: boolean;
}

/** A kind of information that comes no more often than this stands for itself. */
const rareShare = 0.0005;
const mostOfFile = 0.3;
const fewChances = 0.01;
const fewestPoints = 4;
/** Of what is near to what was asked about. */
const fewestNear = 3;

/**
 * What no level and no outcome calls a failure, but whoever reads the file would stop at: kinds of lines that begin
 * somewhere, come in bursts, by the clock behind something else each time, or but once. Most telling first.
 */
export function observeEvents(survey: Survey, asked: EventsAsked): Observation[] {
  const events = withoutNames(survey, survey.groups)
    .filter((group) => isEvent(survey, group))
    .map((group) => ({ group, points: pointsOf(survey, group, asked) }))
    .filter(
      ({ group, points }) =>
        points >= (asked.isOfOne || asked.isThen(group) ? fewestNear : fewestPoints) &&
        (!asked.isOpen || group.isFailure || tellsOfTrouble(group.message)),
    )
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
  return calmedByStop(events, survey).filter(({ severity }) => severity !== 'info');
}

/** Lines of which there is but one, in words no other line has: what is left where nothing else tells. Empty where they are many. */
export function singleLines(survey: Survey): MessageGroup[] {
  const { lines } = survey.info;
  const single = survey.groups.filter(
    (group) =>
      group.count === 1 &&
      group.severity !== 'error' &&
      group.first.line > Math.max(3, lines * 0.002) &&
      group.first.line < lines * (1 - 0.002) &&
      !isOfFamily(survey, group),
  );
  return single.length <= mostSingle ? single : [];
}

const mostSingle = 4;

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

function pointsOf(survey: Survey, group: MessageGroup, asked: EventsAsked): number {
  const isFew = group.count <= rareOf(survey);
  return (
    (group.isFailure || tellsOfTrouble(group.message) ? 4 : 0) +
    (asked.fits(group.message) ? 3 : 0) +
    (asked.isThen(group) ? 3 : 0) +
    (isTogether(survey, group) && group.count >= 3 ? 2 : 0) +
    (!isFew && group.count >= 8 ? 2 : 0) +
    (statesReason(group.message) ? 1 : 0)
  );
}
