import type { MessageGroup, Survey } from '../survey/survey.ts';
import { courseOf } from './course.ts';

const refused = / answered 4\d\d$/;
const fewest = 20;
/** Of the lines of a document: wrong addresses and wrong passwords come in small numbers everywhere. */
const smallestShare = 0.002;

/**
 * Servers refuse requests all day (4xx), and that is a warning at most; where one kind of refusal begins or swells at
 * some time, requests fail that did not before, and its lines count as failures.
 */
export function withRefusals(survey: Survey): Survey {
  const isRise = (group: MessageGroup): boolean => {
    if (group.isFailure || group.count < Math.max(fewest, survey.info.lines * smallestShare)) return false;
    if (!refused.test(group.message)) return false;
    const course = courseOf(survey, group);
    return !course.isEven && course.onset.line > survey.info.lines * 0.02;
  };
  if (!survey.groups.some(isRise)) return survey;
  return {
    ...survey,
    groups: survey.groups.map((group) => (isRise(group) ? { ...group, severity: 'error', isFailure: true } : group)),
  };
}
