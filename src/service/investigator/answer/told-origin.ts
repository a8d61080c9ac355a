import { changesOf } from '../detect/changes.ts';
import { courseOf } from '../detect/course.ts';
import type { Observation } from '../detect/observation.ts';
import { type Origin, originOf } from '../detect/origin.ts';
import { statesReason } from '../detect/reason-words.ts';
import { recurrenceOf } from '../detect/recurrence.ts';
import { shorten } from '../detect/shorten.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { meansTheSame } from '../question/concepts.ts';
import type { Survey } from '../survey/survey.ts';
import { plural, say, type Text, words } from './say.ts';
import { durationWords, timeWordsOf } from './times.ts';

/** What came before, looked for in the text the cause stands in. A cause its own reader is sure of needs none. */
export function originAmong(cause: Observation, evidence: Evidence): Origin | undefined {
  const isStated = cause.kind === 'finding' && cause.certainty === 'certain';
  if ((isStated && cause.group === undefined) || cause.isRoutine === true) return undefined;
  const survey = surveyOf(cause, evidence);
  if (survey === undefined || survey.isSampled) return undefined;
  const same =
    cause.group === undefined
      ? undefined
      : survey.groups.find((one) => one.pattern === cause.group!.pattern && one.severity === cause.group!.severity);
  // Of the lines of one part alone the beginning is its own.
  const isPart = same !== undefined && cause.group !== undefined && cause.group.count < same.count * 0.9;
  const group = isPart ? cause.group : same;
  const { group: _, ...rest } = cause;
  // What a reader is sure of needs no beginning, but what stands before it each time tells more.
  if (isStated && !cause.rule.startsWith('log.')) return group === undefined ? undefined : recurrenceOf(survey, group);
  const origin = originOf(group === undefined ? rest : { ...rest, group }, survey);
  // What its own proof shows did not come before it.
  const own = new Set(
    [...cause.evidence, ...cause.details.flatMap(({ ranges }) => ranges)].map(({ lineStart }) => lineStart),
  );
  const isWhole = /^(?:upstream\.none|link\.flap)$/.test(cause.rule);
  return isWhole && origin?.steps.some(({ spot }) => own.has(spot.line)) ? undefined : origin;
}

export function surveyOf(cause: Observation, evidence: Evidence): Survey | undefined {
  return evidence.surveys.find(
    (one) => one.info.name === cause.document && /^(?:log|capture)$/.test(one.info.fileType),
  );
}

export const asksForFirst =
  /\b(?:first cause|root cause|trigger\w{0,5}|what (?:changed|did (?:we|i|they|you|some(?:body|one)) (?:do|change|break|touch))|who (?:broke|did|changed)|(?:what|which) (?:change|deploy\w{0,5}|release|version)|what (?:started|caused|led|hit))\b/i;

/** Who asks what came first is told that first; and an error before a slope tells more than the slope. */
export function withOrigin(lead: Text, origin: Origin, run: Investigation, cause: Observation): Text {
  const isSign = cause.kind === 'trend' || cause.severity === 'warning';
  const own = new Set(cause.evidence.map(({ lineStart }) => lineStart));
  const failures = isSign ? origin.steps.filter(({ group, spot }) => group.isFailure && !own.has(spot.line)) : [];
  const failed = failures.find((step) => statesReason(step.group.message)) ?? failures[0];
  const tried = origin.steps.find((step) => step.isAttempt === true);
  if (tried !== undefined)
    return say`${shorten(tried.group.message, 120)}, ${words(plural(tried.group.count, 'time').plain)}, then ${lead}`;
  if (failed !== undefined) return say`${shorten(failed.group.message, 120)}, then ${lead}`;
  if (origin.steps.length === 0) return say`${lead}, ${origin.after}`;
  return asksForFirst.test(run.question.text)
    ? say`${origin.lead}, then ${lead}`
    : say`${lead}; it begins ${origin.after}`;
}

const asksIfThis = /^(?:is|was|are|were) (?:it|this|that|the)\b/i;

/** "Is it the users?": not where other trouble, of which the question says nothing, comes as often and before it. */
export function isOtherFirst({ steps }: Origin, { question }: Investigation): boolean {
  const [first] = steps;
  if (first === undefined || first.isChange || first.group.count < 3 || !asksIfThis.test(question.text)) return false;
  const subjects = first.group.message.toLowerCase();
  const asked = question.text.toLowerCase().match(/[a-z]{5,}/g) ?? [];
  return !asked.some((word) => subjects.includes(word.slice(0, 6))) && !meansTheSame({ subjects }, question.text);
}

/** The last thing set or done to the part that was asked about before it failed, however long before. */
export function settingBefore(cause: Observation, evidence: Evidence): Origin | undefined {
  const { about } = evidence;
  const survey =
    about?.subject.isNamed === true ? about.surveys.find(({ info }) => info.name === cause.document) : undefined;
  const began = cause.group === undefined || survey === undefined ? undefined : courseOf(survey, cause.group).onset;
  if (survey === undefined || began?.timeMs === undefined) return undefined;
  const done = changesOf(survey)
    .filter(({ count, severity }) => count <= 8 && severity !== 'error')
    .flatMap((group) => group.spots.map((spot) => ({ group, spot })))
    .filter(({ spot }) => spot.line < began.line && spot.timeMs !== undefined && spot.timeMs <= began.timeMs!)
    .sort((a, b) => b.spot.line - a.spot.line)[0];
  if (done === undefined) return undefined;
  const lag = durationWords(began.timeMs - done.spot.timeMs!);
  const at = timeWordsOf(survey.info, survey.isZoned).at(done.spot.timeMs!);
  const claim = say`What was done to ${about!.subject.label} before, ${words(`${lag} earlier`)}: ${done.group.message.slice(0, 160)}`;
  return {
    lead: say`${shorten(done.group.message, 110)} ${words(`at ${at}`)}`,
    after: say`${words(lag)} after ${shorten(done.group.message, 90)}`,
    story: say`${claim} ${words(`at ${at}`)}`,
    claims: [
      { text: claim, ranges: [{ document: survey.info.name, lineStart: done.spot.line, lineEnd: done.spot.line }] },
    ],
    steps: [{ group: done.group, spot: done.spot, isChange: true }],
  };
}
