import type { Survey } from '../survey/survey.ts';
import { join, say } from '../wording/say.ts';
import { courseOf } from './course.ts';
import type { Claim, Observation } from './observation.ts';

const shortestLookBackMs = 600_000;

/**
 * What was used up when a failure began that only says it waited or was refused: a pool, a lock, a queue, memory. The
 * holder is told and not the victims. Undefined where nothing was.
 */
export function resourceBehind(
  cause: Observation,
  all: readonly Observation[],
  survey: Survey,
): Observation | undefined {
  // That a pool is used up says of itself not by whom.
  const isStated = cause.certainty === 'certain' && cause.rule !== 'pool.exhausted';
  if ((cause.kind !== 'failure' && cause.kind !== 'share' && cause.kind !== 'finding') || isStated) return undefined;
  const { firstTimeMs: start, lastTimeMs: end } = survey.info;
  const onset = cause.group === undefined ? cause.firstTimeMs : courseOf(survey, cause.group).onset.timeMs;
  if (start === undefined || end === undefined || onset === undefined) return undefined;
  const nearMs = Math.max(shortestLookBackMs, (end - start) * 0.05);
  return all.find((one) => {
    if (one === cause || one.document !== cause.document || one.firstTimeMs === undefined) return false;
    const leadMs = onset - one.firstTimeMs;
    if (one.rule === 'runtime.pauses')
      return takesLong.test(cause.subjects) && leadMs >= -nearMs && leadMs <= nearMs && (one.lastTimeMs ?? 0) >= onset;
    if (one.rule === 'resource.leak')
      return isOfPool(cause) && leadMs >= -nearMs && (one.lastTimeMs ?? 0) >= onset - nearMs;
    if (one.rule === 'resource.saturated' || one.rule === 'lock.holder')
      return leadMs >= -1000 && leadMs <= nearMs && (one.lastTimeMs ?? 0) >= onset;
    return one.isExhaustion === true && leadMs >= 0 && isHighAt(one, onset, survey);
  });
}

const takesLong = /\b(?:took|slow\w*|latency|timed? ?out|timeout|deadline|\d+ ?ms|hang|unresponsive|not respond\w*)\b/;

/** What waits for something out of a pool. */
function isOfPool({ rule, subjects }: Observation): boolean {
  return rule === 'pool.exhausted' || /\b(?:pool|connections?|sessions?|handles?|open files)\b/.test(subjects);
}

/** A slope that is near its end when the failure begins, not one that goes on for hours after it. */
function isHighAt(slope: Observation, timeMs: number, survey: Survey): boolean {
  const points = survey.series.find((one) => one.points.some((point) => point.line === slope.firstLine))?.points;
  const series = survey.series.find((one) => one.points === points);
  if (points === undefined || series === undefined || slope.rule !== 'trend.rise') return false;
  const value = points.filter((point) => point.timeMs !== undefined && point.timeMs <= timeMs).at(-1)?.value;
  return value !== undefined && value >= series.min + (series.max - series.min) * 0.8;
}

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
