import type { MessageGroup, Survey } from '../survey/survey.ts';
import { companyOf } from './company.ts';
import { courseOf } from './course.ts';
import { causeWordOf } from './known-causes.ts';
import { deviation, median } from './robust.ts';

/** So rare and so even that it tells nothing of what went wrong when. */
export function isBackground(survey: Survey, group: MessageGroup): boolean {
  const most = survey.info.lines * (refusedRequest.test(group.message) ? mostRefused : mostSteady);
  if (group.severity === 'critical' || group.count > Math.max(8, most)) return false;
  const isSteady = courseOf(survey, group).isEven || isStray(survey, group);
  return isSteady && !isScheduled(group) && companyOf(survey, group).length < fewestCompanions;
}

/** Shares of all lines. Servers refuse requests for wrong addresses and rights all day. */
const mostSteady = 0.01;
const mostRefused = 0.1;
const refusedRequest = /\banswered 4(?!08|29)\d\d$/;

/** One other kind beside it is how a program words one event twice; more are an incident that comes again. */
const fewestCompanions = 2;
const mostStrays = 3;
const fewestTrickles = 2;

/** One to three lines that stand alone, where the file has a trickle of such lines all the time. */
function isStray(survey: Survey, group: MessageGroup): boolean {
  if (group.count > mostStrays || group.frames.size > 0) return false;
  const cause = causeWordOf(`${group.message} ${group.detail ?? ''}`);
  if (cause !== undefined && cause.isSymptom !== true) return false;
  const places = group.at.lines;
  const isApart = places.length < 2 || places.at(-1)! - places[0]! > survey.info.lines * 0.05;
  return isApart && tricklesOf(survey) >= fewestTrickles;
}

const known = new WeakMap<Survey, number>();

/** How many kinds of failures and warnings come evenly, each several times as often as a stray. */
function tricklesOf(survey: Survey): number {
  const found =
    known.get(survey) ??
    survey.groups.filter(
      (group) => group.severity !== 'info' && group.count > mostStrays * 3 && courseOf(survey, group).isEven,
    ).length;
  known.set(survey, found);
  return found;
}

const shortestScheduleMs = 30 * 60_000;

/** By the clock, hours or days apart: a job that fails each time it runs, not background. */
function isScheduled({ at, count }: MessageGroup): boolean {
  if (count < 3 || at.timesMs.length !== count || at.timesMs.some(Number.isNaN)) return false;
  const steps = at.timesMs.slice(1).map((timeMs, index) => timeMs - at.timesMs[index]!);
  const usual = median(steps);
  return usual >= shortestScheduleMs && deviation(steps) < usual * 0.02;
}
