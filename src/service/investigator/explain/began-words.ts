import { courseOf } from '../detect/course.ts';
import type { Observation } from '../detect/observation.ts';
import type { Survey } from '../survey/survey.ts';
import { timeWordsOf } from '../wording/times.ts';

/** ", from 11:49:50 on" where it begins within the file, ", at 17:28:20" where it comes once; empty where its title has the time. */
export function beganWords({ kind, group, title }: Observation, survey: Survey): string {
  if ((kind !== 'failure' && kind !== 'share') || group === undefined || hasTime.test(title.plain)) return '';
  const { isEven, onset } = courseOf(survey, group);
  if (onset.timeMs === undefined || survey.info.clock !== 'absolute') return '';
  const at = timeWordsOf(survey.info, survey.isZoned).at(onset.timeMs);
  if (group.count === 1) return `, at ${at}`;
  return isEven || onset.line <= survey.info.lines * 0.02 ? '' : `, from ${at} on`;
}

const hasTime = /, (?:only|since|from) (?:\d{4}-|\d\d:)|, in \d{1,3} windows: /;
