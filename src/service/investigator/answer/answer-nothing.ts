import { percent } from '../detect/amounts.ts';
import { singleLines } from '../detect/events.ts';
import type { Claim, Observation } from '../detect/observation.ts';
import { shorten } from '../detect/shorten.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { asClaim, unsettledOf } from './answer-cause.ts';
import { unexplainedRestart } from './answer-restart.ts';
import { captureNext } from './capture-next.ts';
import type { Draft } from './draft.ts';
import { rangeOf, totalLines } from './look-up.ts';
import { code, join, plural, say, type Text, words } from './say.ts';
import { timeWordsOf } from './times.ts';

/** Failures there are, but as many before as after, all over the file: nothing that happened at some time. */
export function onlyRoutine(
  run: Investigation,
  evidence: Evidence,
  cause: Observation,
  routine = evidence.observations.filter((one) => one.isRoutine === true && one.kind === 'failure'),
): Draft {
  const draft = nothingFound(run, evidence, undefined);
  const lines = routine.reduce((sum, one) => sum + one.count, 0);
  const all = totalLines(evidence.surveys);
  const isCheck = run.question.isYesNo && run.question.intent === 'check';
  const isGeneral = absentThing(run, evidence).length === 0 && (evidence.present.length === 0 || isCheck);
  return {
    ...draft,
    cause: isGeneral
      ? run.question.asksForHealth
        ? words('Yes, so far as this file tells: no sign of trouble, only a steady trickle of single failures')
        : words('Nothing stands out: no sign of trouble, only a steady trickle of single failures')
      : draft.cause,
    explanation: [
      {
        text: say`${lines} of ${plural(all, 'line')} (${words(percent(lines / Math.max(1, all)))}) tell of failures or warnings that come as often at the start as at the end, in ${plural(routine.length, 'kind')}; nothing begins, grows or stops`,
        ranges: [],
      },
    ],
    proof: routine.slice(0, 4).map(asClaim),
    used: [cause, ...routine.filter((one) => one !== cause)].slice(0, 6),
  };
}

export function nothingFound(run: Investigation, evidence: Evidence, nearest: Observation | undefined): Draft {
  const reboot = evidence.observations.find((one) => one.rule === 'system.reboot');
  if (reboot !== undefined && run.question.intent === 'overview') return unexplainedRestart(run, evidence, reboot);
  const lines = totalLines(evidence.surveys);
  const isCheck = run.question.isYesNo && run.question.intent === 'check';
  const about = evidence.present[0]?.term;
  const absent = absentThing(run, evidence);
  const subject = about === undefined ? words('this file') : say`${about} in this file`;
  const isClean = evidence.surveys.every((survey) => survey.groups.every((group) => !group.isFailure));
  const isQuiet = evidence.observations.every((one) => one.role === 'context' || one.severity === 'info');
  const cause =
    absent.length > 0 && nearest === undefined
      ? say`${words(run.question.asksForHealth ? 'Nothing tells of it' : 'No')}: ${join(
          absent.map((term) => code(term)),
          ', ',
        )} ${words(absent.length === 1 ? 'stands' : 'stand')} in none of the ${plural(lines, 'line')}`
      : isCheck && (nearest === undefined || (isClean && nearest.role === 'context'))
        ? run.question.asksForHealth
          ? say`Yes, so far as this file tells: no sign of trouble with ${subject}`
          : isClean && lines > 0
            ? say`No sign of trouble with ${subject}: none of the ${plural(lines, 'line')} tells of a failure`
            : say`No sign of trouble with ${subject}`
        : isClean && lines > 0 && isQuiet
          ? say`Nothing in this file tells of a failure: none of the ${plural(lines, 'line')} is an error or a warning that stands out`
          : run.question.text === ''
            ? words('Nothing in this file tells of a failure')
            : words('Nothing in this file explains what was asked');
  const single = isCheck || run.question.text === '' || nearest?.role === 'cause' ? [] : singleOf(evidence);
  // What a configuration leaves unused or open is no failure, and yet what people look for in it.
  const notes = run.files.some((file) => file.reading.fileType === 'config')
    ? evidence.observations.filter((one) => one.severity === 'info').slice(0, 6)
    : [];
  const seen =
    lines > 0
      ? say`${plural(lines, 'line')} ${words(lines === 1 ? 'was' : 'were')} looked at; no failure stands out and no number runs away`
      : words(
          notes.length > 0
            ? 'No failure, but what may be worth a look is listed below'
            : 'The readers of this type found nothing that is wrong',
        );
  const observations = evidence.observations.filter((one) => one.severity !== 'info').slice(0, 6);
  return {
    verdict: 'INCONCLUSIVE',
    cause: withSingle(
      isClean && isQuiet && single.length > 0 ? words('Nothing in this file tells of a failure') : cause,
      single,
    ),
    explanation: [
      {
        text: nearest === undefined ? seen : words('What stands out is listed below; none of it is stated as a cause'),
        ranges: [],
      },
    ],
    proof: [...single, ...observations.map(asClaim)],
    also: notes.map(asClaim),
    notCause: [],
    unsettled: unsettledOf(evidence),
    next: captureNext(run.files.map((file) => file.reading.fileType)),
    used: observations,
    signature: null,
  };
}

/** The few lines that stand alone in the file, each with its time. */
function singleOf({ surveys }: Evidence): Claim[] {
  return surveys
    .filter(({ info, isSampled }) => info.fileType === 'log' && !isSampled)
    .flatMap((survey) =>
      singleLines(survey).map(({ message, first }) => {
        const times = timeWordsOf(survey.info, survey.isZoned);
        const when = first.timeMs === undefined ? '' : ` at ${times.at(first.timeMs)}`;
        return { text: say`${shorten(message, 100)}${words(when)}`, ranges: [rangeOf(survey, first)] };
      }),
    );
}

function withSingle(cause: Text, single: readonly Claim[]): Text {
  if (single.length === 0) return cause;
  const told = join(
    single.slice(0, 3).map(({ text }) => text),
    ', ',
  );
  return say`${cause}, what stands alone in it: ${told}`;
}

const asksForEvent = /^(?:did|has|have|had|was|were|is there|are there|any)\b/i;
/** Whether any trouble is asked for, and no particular thing. */
export const asksForAnything =
  /\b(?:wrong|unusual|problems?|troubles?|issues?|odd|strange|bad|suspicious|abnormal|happen\w*)\b/i;

/** "Did the OOM killer strike?": what was asked for by name and is nowhere in the file. */
function absentThing({ question }: Investigation, { present, found }: Evidence): readonly string[] {
  const isOfOne = question.isYesNo && asksForEvent.test(question.text) && !asksForAnything.test(question.text);
  if (!isOfOne || present.length > 0) return [];
  return found.flatMap(({ part, unit }) => (unit === undefined ? [part.word.text] : [])).slice(0, 4);
}
