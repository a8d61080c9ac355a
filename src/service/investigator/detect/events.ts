import { statesReason } from '../facts/trouble-words.ts';
import { tellsOfTrouble } from '../survey/failure.ts';
import type { MessageGroup, Survey } from '../survey/survey.ts';
import { isBackground } from './background.ts';
import { isChange } from './changes.ts';
import { beginsWithin, isFewApart, isFromStart } from './course.ts';
import { describe, mergeAlike } from './failures.ts';
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
  return mergeAlike(survey.groups, 0)
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
  const { lines } = survey.info;
  if (group.count > lines * mostOfFile || isChange(group)) return false;
  if (isFromStart(survey, group.first) || isFewApart(survey, group)) return false;
  if (group.severity !== 'info' && isBackground(survey, group)) return false;
  // None before so many of it: no chance of an even course.
  const isNew = (1 - group.first.line / lines) ** group.count < fewChances;
  return group.count <= rareOf(survey) || isNew || beginsWithin(survey, group);
}

const rareOf = ({ info }: Survey): number => Math.max(3, info.lines * rareShare);

/** More than a few lines count, and a reason in their words. */
function pointsOf(survey: Survey, { count, message }: MessageGroup): number {
  return (count > rareOf(survey) && count >= 8 ? 2 : 0) + (statesReason(message) ? 1 : 0);
}
