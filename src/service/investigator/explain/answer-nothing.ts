import type { Observation } from '../detect/observation.ts';
import type { Evidence, Scene } from '../investigation.ts';
import type { Survey } from '../survey/survey.ts';
import { captureNext } from '../tell/capture-next.ts';
import type { Draft } from '../tell/draft.ts';
import { plural, say, words } from '../wording/say.ts';
import { asClaim } from './answer-cause.ts';

export function nothingFound(run: Scene, evidence: Evidence, nearest: Observation | undefined): Draft {
  const reboot = evidence.observations.find((one) => one.rule === 'system.reboot');
  if (reboot !== undefined) return unexplainedRestart(evidence, reboot);
  const lines = totalLines(evidence.surveys);
  const isClean = evidence.surveys.every((survey) => survey.groups.every((group) => !group.isFailure));
  const isQuiet = evidence.observations.every((one) => one.role === 'context' || one.severity === 'info');
  const cause =
    isClean && lines > 0 && isQuiet
      ? say`Nothing in this file tells of a failure: none of the ${plural(lines, 'line')} is an error or a warning that stands out`
      : words('Nothing in this file tells of a failure');
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
    cause,
    explanation: [
      {
        text: nearest === undefined ? seen : words('What stands out is listed below; none of it is stated as a cause'),
        ranges: [],
      },
    ],
    proof: observations.map(asClaim),
    also: notes.map(asClaim),
    notCause: [],
    unsettled: [],
    next: captureNext(run.files.map((file) => file.reading.fileType)),
    used: observations,
    signature: null,
  };
}

function unexplainedRestart(evidence: Evidence, restart: Observation): Draft {
  const told = restart.details.filter((claim) => claim.ranges.length > 0);
  const others = evidence.observations.filter((one) => one !== restart && one.severity !== 'info');
  return {
    verdict: 'INCONCLUSIVE',
    cause: say`Nothing in this file explains the restart. ${restart.title}`,
    explanation: [
      ...told.map((claim) => ({ ...claim, ranges: [] })),
      {
        text: words(
          'A restart without a line of the kernel about it points outside the log: power, watchdog or a lost console',
        ),
        ranges: [],
      },
    ],
    proof: [{ text: words('The last line before, and the first of the new start'), ranges: restart.evidence }, ...told],
    also: others.slice(0, 5).map(asClaim),
    notCause: [],
    unsettled: [],
    next: restart.next,
    used: [restart, ...others].slice(0, 12),
    signature: null,
  };
}

const what = {
  program: 'This is the text of a program, not a log: it tells what may happen, not what did',
  document: 'This is a text written for readers, not a log: it tells of no run of anything',
};

/** What is wrong is not asked of a text that records nothing; what stands in it can still be looked up. */
export function answerWriting({ documents }: Scene): Draft | undefined {
  const kinds = documents.infos.map(({ writing }) => writing);
  const [kind] = kinds;
  if (kind === undefined || kinds.includes(undefined)) return undefined;
  const lines = documents.infos.reduce((sum, info) => sum + info.lines, 0);
  return {
    verdict: 'INCONCLUSIVE',
    cause: words(what[kind]),
    explanation: [{ text: say`None of its ${plural(lines, 'line')} was taken for an event`, ranges: [] }],
    proof: [],
    also: [],
    notCause: [],
    unsettled: [],
    next: ['Attach what was written while it ran: the log, or the output with the errors.'],
    used: [],
    signature: null,
  };
}

function totalLines(surveys: readonly Survey[]): number {
  return surveys.reduce((sum, survey) => sum + survey.linesSeen, 0);
}
