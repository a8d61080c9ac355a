import type { MessageGroup, Survey } from '../survey/survey.ts';
import { courseOf } from './course.ts';
import { windowOf } from './episode-words.ts';

const fewestOfBurst = 10;
const known = new WeakMap<Survey, number>();

/**
 * Over the whole file, where another kind of failures comes in one window and more of them: whatever its words are, it
 * is not what happened.
 */
export function isStrewn(survey: Survey, group: MessageGroup): boolean {
  const isAllOver = group.count > 3 && group.last.line - group.first.line > survey.info.lines * 0.7;
  if (!isAllOver || group.severity === 'critical') return false;
  const largest = known.get(survey) ?? largestBurst(survey);
  known.set(survey, largest);
  return group.count < largest;
}

/** How many failures of one kind fall into its one window, at most. */
function largestBurst(survey: Survey): number {
  let largest = 0;
  for (const group of survey.groups) {
    if (!group.isFailure || group.count < Math.max(fewestOfBurst, largest)) continue;
    const { isEven, episodes } = courseOf(survey, group);
    const [only, ...others] = episodes;
    if (isEven || only === undefined || others.length > 0 || windowOf(survey, only) === undefined) continue;
    largest = Math.max(largest, only.count);
  }
  return largest;
}
