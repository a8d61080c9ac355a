import type { Observation } from '../detect/observation.ts';
import type { Evidence } from '../investigation.ts';
import type { Draft } from '../tell/draft.ts';
import { say, words } from '../wording/say.ts';
import { asClaim } from './answer-cause.ts';

export function unexplainedRestart(evidence: Evidence, restart: Observation): Draft {
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
