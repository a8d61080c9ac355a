import { oncePer } from '#core/once-per.ts';
import type { MessageGroup, Survey } from '../survey/survey.ts';
import { courseOf } from './course.ts';
import { windowOf } from './episode-words.ts';
import { causeNamed } from './names.ts';
import { deviation, median } from './robust.ts';

/** So rare and so even that it tells nothing of what went wrong when. */
export function isBackground(survey: Survey, group: MessageGroup): boolean {
  const most = survey.info.lines * (refusedRequest.test(group.message) ? mostRefused : mostSteady);
  if (group.severity === 'critical' || group.count > Math.max(8, most)) return false;
  const isSteady = courseOf(survey, group).isEven || isStray(survey, group);
  return isSteady && !isScheduled(group);
}

/** Shares of all lines. Servers refuse requests for wrong addresses and rights all day. */
const mostSteady = 0.01;
const mostRefused = 0.1;
const refusedRequest = /\banswered 4(?!08|29)\d\d$/;

const mostStrays = 3;
const fewestTrickles = 2;

/** One to three lines that stand alone, where the file has a trickle of such lines all the time. */
function isStray(survey: Survey, group: MessageGroup): boolean {
  if (group.count > mostStrays || group.frames.size > 0) return false;
  if (causeNamed(group).isStated) return false;
  const places = group.at.lines;
  const isApart = places.length < 2 || places.at(-1)! - places[0]! > survey.info.lines * 0.05;
  return isApart && tricklesOf(survey) >= fewestTrickles;
}

/** How many kinds of failures and warnings come evenly, each several times as often as a stray. */
const tricklesOf = oncePer(
  (survey: Survey) =>
    survey.groups.filter(
      (group) => group.severity !== 'info' && group.count > mostStrays * 3 && courseOf(survey, group).isEven,
    ).length,
);

const shortestScheduleMs = 30 * 60_000;

/** By the clock, hours or days apart: a job that fails each time it runs, not background. */
function isScheduled({ at, count }: MessageGroup): boolean {
  if (count < 3 || at.timesMs.length !== count || at.timesMs.some(Number.isNaN)) return false;
  const steps = at.timesMs.slice(1).map((timeMs, index) => timeMs - at.timesMs[index]!);
  const usual = median(steps);
  return usual >= shortestScheduleMs && deviation(steps) < usual * 0.02;
}

const fewestOfBurst = 10;

/**
 * Over the whole file, where another kind of failures comes in one window and more of them: whatever its words are, it
 * is not what happened.
 */
export function isStrewn(survey: Survey, group: MessageGroup): boolean {
  const isAllOver = group.count > 3 && group.last.line - group.first.line > survey.info.lines * 0.7;
  if (!isAllOver || group.severity === 'critical') return false;
  return group.count < largestBurst(survey);
}

/** How many failures of one kind fall into its one window, at most. */
const largestBurst = oncePer((survey: Survey) => {
  let largest = 0;
  for (const group of survey.groups) {
    if (!group.isFailure || group.count < Math.max(fewestOfBurst, largest)) continue;
    const { isEven, episodes } = courseOf(survey, group);
    const [only, ...others] = episodes;
    if (isEven || only === undefined || others.length > 0 || windowOf(survey, only) === undefined) continue;
    largest = Math.max(largest, only.count);
  }
  return largest;
});
