import type { Observation } from '../detect/observation.ts';
import { recurrenceOf } from '../detect/recurrence.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { asClaim } from './answer-cause.ts';
import type { Draft } from './draft.ts';
import { say, words } from './say.ts';

const asksForRestart =
  /\b(?:re-?start\w*|re-?boot\w*|power[ -]?cycl\w*|reset(?:s|ted|ting)?|came back|went down|power loss)\b/i;
const lookBackMs = 600_000;
const asksToCount = new Set(['count', 'when', 'which', 'overview']);

/** How often and when a device that tells its reset reasons restarted, why, and what stood before each time. */
export function resetsAsked(run: Investigation, evidence: Evidence): Draft | undefined {
  if (!asksToCount.has(run.question.intent) || !asksForRestart.test(run.question.text)) return undefined;
  const resets = evidence.observations.find((one) => one.rule === 'device.resets');
  const survey = evidence.surveys.find((one) => one.info.name === resets?.document);
  if (resets?.group === undefined || survey === undefined) return undefined;
  const before = recurrenceOf(survey, resets.group, true);
  const others = evidence.observations.filter((one) => one !== resets && one.severity !== 'info');
  return {
    verdict: 'CONFIRMED',
    cause: before === undefined ? resets.title : say`${resets.title}, ${before.after}`,
    explanation: before === undefined ? [] : [{ text: before.story, ranges: [] }],
    proof: [
      ...resets.details,
      { text: words('The first and the last of them'), ranges: resets.evidence },
      ...(before?.claims ?? []),
    ],
    also: others.slice(0, 5).map(asClaim),
    notCause: [],
    unsettled: [],
    next: resets.next,
    used: [resets, ...others].slice(0, 12),
    signature: resets.signature ?? null,
  };
}

/** Where a restart was asked about and the log shows one that nothing before it explains. */
export function restartAsked(run: Investigation, evidence: Evidence): Draft | undefined {
  if (!asksForRestart.test(run.question.text)) return undefined;
  const restart = evidence.observations.find((one) => one.rule === 'system.reboot');
  if (restart === undefined || evidence.observations.some((one) => explains(one, restart))) return undefined;
  const { isYesNo, intent } = run.question;
  const draft = unexplainedRestart(run, evidence, restart);
  if (isYesNo && intent === 'check') return { ...draft, verdict: 'CONFIRMED', cause: say`Yes. ${restart.title}` };
  return intent === 'when' ? { ...draft, verdict: 'CONFIRMED', cause: restart.title } : draft;
}

/** A failure in the ten minutes before the system went. */
function explains(one: Observation, restart: Observation): boolean {
  if (one.document !== restart.document || one.firstLine >= restart.firstLine) return false;
  if (one.role !== 'cause' || (one.severity !== 'error' && one.severity !== 'critical')) return false;
  if (one.firstTimeMs === undefined || restart.firstTimeMs === undefined) return true;
  return restart.firstTimeMs - (one.lastTimeMs ?? one.firstTimeMs) <= lookBackMs;
}

export function unexplainedRestart(run: Investigation, evidence: Evidence, restart: Observation): Draft {
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
    unsettled: run.question.text === '' ? [] : [words('Why it went down')],
    next: restart.next,
    used: [restart, ...others].slice(0, 12),
    signature: null,
  };
}
