import type { Survey } from '../survey/survey.ts';
import { join, say } from '../wording/say.ts';
import type { Claim, Observation } from './observation.ts';

/** Other numbers that leave their level at the same time as this one. */
export function movingWith(cause: Observation, all: readonly Observation[], survey: Survey): Claim | undefined {
  const { firstTimeMs: start, lastTimeMs: end } = survey.info;
  if (cause.kind !== 'trend' || cause.firstTimeMs === undefined || start === undefined || end === undefined)
    return undefined;
  const nearMs = Math.max(120_000, (end - start) * 0.03);
  const others = all
    .filter((one) => one.kind === 'trend' && one !== cause && one.document === cause.document)
    .filter((one) => one.firstTimeMs !== undefined && Math.abs(one.firstTimeMs - cause.firstTimeMs!) <= nearMs)
    .slice(0, 3);
  if (others.length === 0) return undefined;
  return {
    text: say`Moving with it: ${join(
      others.map((one) => one.title),
      '; ',
    )}`,
    ranges: others.flatMap((one) => one.evidence.slice(0, 1)),
  };
}
