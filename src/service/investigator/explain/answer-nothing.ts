import type { Observation } from '../detect/observation.ts';
import type { Evidence, Scene } from '../investigation.ts';
import { captureNext } from '../tell/capture-next.ts';
import { type Draft, emptyDraft } from '../tell/draft.ts';
import { plural, say, words } from '../wording/say.ts';
import { asClaim } from './answer-cause.ts';

export function nothingFound(run: Scene, evidence: Evidence, nearest: Observation | undefined): Draft {
  const reboot = evidence.observations.find((one) => one.rule === 'system.reboot');
  if (reboot !== undefined) return unexplainedRestart(evidence, reboot);
  const lines = evidence.surveys.reduce(
    (sum, { info, isSampled, linesSeen }) => sum + (isSampled ? linesSeen : info.lines),
    0,
  );
  const isClean = evidence.surveys.every((survey) => survey.groups.every((group) => !group.isFailure));
  const isQuiet = evidence.observations.every((one) => one.role === 'context' || one.severity === 'info');
  const cause =
    isClean && lines > 0 && isQuiet
      ? say`Nothing in this file shows a failure: none of the ${plural(lines, 'line')} is a notable error or warning`
      : words('Nothing in this file shows a failure');
  // What a configuration leaves unused or open is no failure, and yet what people look for in it.
  const notes = run.files.some((file) => file.reading.fileType === 'config')
    ? evidence.observations.filter((one) => one.severity === 'info').slice(0, 6)
    : [];
  const seen =
    lines > 0
      ? say`${plural(lines, 'line')} ${words(lines === 1 ? 'was' : 'were')} read; no failure stands out and no number keeps growing`
      : words(
          notes.length > 0
            ? 'No failure, but the points below may be worth a look'
            : 'The checks for this file type found nothing wrong',
        );
  const listed = words('What stands out is listed below; no line states any of it as the cause');
  const observations = evidence.observations.filter((one) => one.severity !== 'info').slice(0, 6);
  return {
    ...emptyDraft,
    cause,
    explanation: [{ text: nearest === undefined ? seen : listed, ranges: [] }],
    proof: observations.map(asClaim),
    also: notes.map(asClaim),
    next: captureNext(run.files.map((file) => file.reading.fileType)),
    used: observations,
  };
}

function unexplainedRestart(evidence: Evidence, restart: Observation): Draft {
  const told = restart.details.filter((claim) => claim.ranges.length > 0);
  const others = evidence.observations.filter((one) => one !== restart && one.severity !== 'info');
  const outside = words(
    'A restart without a kernel line about it points outside the log: power, watchdog or a lost console',
  );
  return {
    ...emptyDraft,
    cause: say`Nothing in this file explains the restart. ${restart.title}`,
    explanation: [...told.map((claim) => ({ ...claim, ranges: [] })), { text: outside, ranges: [] }],
    proof: [
      { text: words('The last line before the restart, and the first one after it'), ranges: restart.evidence },
      ...told,
    ],
    also: others.slice(0, 5).map(asClaim),
    next: restart.next,
    used: [restart, ...others].slice(0, 12),
  };
}

const what = {
  program: 'This is source code, not a log: it says what can happen, not what did',
  document: 'This is a text for readers, not a log: it records no run of anything',
};

/** What is wrong is not asked of a text that records nothing; what stands in it can still be looked up. */
export function answerWriting({ documents }: Scene): Draft | undefined {
  const kinds = documents.infos.map(({ writing }) => writing);
  const [kind] = kinds;
  if (kind === undefined || kinds.includes(undefined)) return undefined;
  const lines = documents.infos.reduce((sum, info) => sum + info.lines, 0);
  return {
    ...emptyDraft,
    cause: words(what[kind]),
    explanation: [{ text: say`None of its ${plural(lines, 'line')} looks like an event`, ranges: [] }],
    next: ['Attach the log of the run, or the output with the errors.'],
  };
}
