import type { MessageGroup, Survey } from '../survey/survey.ts';
import { courseOf } from './course.ts';
import { deviation, median } from './robust.ts';

/** So rare and so even that it tells nothing of what went wrong when. */
export function isBackground(survey: Survey, group: MessageGroup): boolean {
  if (group.severity === 'critical' || group.count > Math.max(8, survey.info.lines * 0.01)) return false;
  return courseOf(survey, group).isEven && !isScheduled(group);
}

const shortestScheduleMs = 30 * 60_000;

/** By the clock, hours or days apart: a job that fails each time it runs, not background. */
function isScheduled({ at, count }: MessageGroup): boolean {
  if (count < 3 || at.timesMs.length !== count || at.timesMs.some(Number.isNaN)) return false;
  const steps = at.timesMs.slice(1).map((timeMs, index) => timeMs - at.timesMs[index]!);
  const usual = median(steps);
  return usual >= shortestScheduleMs && deviation(steps) < usual * 0.02;
}
