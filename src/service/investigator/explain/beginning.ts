import { beginsWithin, courseOf } from '../detect/course.ts';
import type { Observation } from '../detect/observation.ts';
import { type Origin, originOf } from '../detect/origin.ts';
import { shorten } from '../detect/shorten.ts';
import { statesReason } from '../facts/trouble-words.ts';
import type { Evidence } from '../investigation.ts';
import type { Survey } from '../survey/survey.ts';
import { say, type Text } from '../wording/say.ts';

/** What came before, looked for in the text the cause stands in. A cause its own reader is sure of needs none. */
export function originAmong(cause: Observation, evidence: Evidence): Origin | undefined {
  const isStated = cause.kind === 'finding' && cause.certainty === 'certain';
  if (isStated || cause.isRoutine === true) return undefined;
  const survey = surveyOf(cause, evidence);
  if (survey === undefined || survey.isSampled) return undefined;
  const { group: own, ...rest } = cause;
  // Kinds told as one begin with the one they are told by.
  const group = survey.groups.find((one) => one.pattern === own?.pattern && one.severity === own.severity);
  return originOf(group === undefined ? rest : { ...rest, group }, survey);
}

/** It comes from the start of the file to its end, however it is worded. */
export function isAllOver({ document, group }: Observation, surveys: readonly Survey[]): boolean {
  const survey = surveys.find(({ info }) => info.name === document);
  return survey !== undefined && group !== undefined && courseOf(survey, group).isEven;
}

export function surveyOf(cause: Observation, evidence: Evidence): Survey | undefined {
  return evidence.surveys.find(
    (one) => one.info.name === cause.document && /^(?:log|capture)$/.test(one.info.fileType),
  );
}

/** An error before a slope tells more than the slope. */
export function withOrigin(lead: Text, origin: Origin, cause: Observation): Text {
  const isSign = cause.kind === 'trend' || cause.severity === 'warning';
  const own = new Set(cause.evidence.map(({ lineStart }) => lineStart));
  const failures = isSign ? origin.steps.filter(({ group, spot }) => group.isFailure && !own.has(spot.line)) : [];
  const failed = failures.find((step) => statesReason(step.group.message)) ?? failures[0];
  if (failed !== undefined) return say`${shorten(failed.group.message, 120)}, then ${lead}`;
  return say`${lead}; it begins ${origin.after}`;
}

/** ", from 11:49:50 on" where it begins within the file, ", at 17:28:20" where it comes once; empty where its title has the time. */
export function beganWords({ kind, group, title }: Observation, survey: Survey): string {
  if ((kind !== 'failure' && kind !== 'share') || group === undefined || hasTime.test(title.plain)) return '';
  const { onset } = courseOf(survey, group);
  if (onset.timeMs === undefined || survey.info.clock !== 'absolute') return '';
  const at = survey.times.at(onset.timeMs);
  if (group.count === 1) return `, at ${at}`;
  return beginsWithin(survey, group) ? `, from ${at} on` : '';
}

const hasTime = /, (?:only|since|from) (?:\d{4}-|\d\d:)|, in \d{1,3} windows: /;
