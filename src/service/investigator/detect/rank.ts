import type { Survey } from '../survey/survey.ts';
import { say, type Text, words } from '../wording/say.ts';
import type { Observation } from './observation.ts';

/** Cause first, by weight; the same thing told twice only once. */
export function rank(observations: readonly Observation[], surveys: readonly Survey[]): Observation[] {
  const sorted = observations.toSorted(
    (a, b) =>
      b.weight - a.weight ||
      (a.firstTimeMs ?? 0) - (b.firstTimeMs ?? 0) ||
      a.firstLine - b.firstLine ||
      a.rule.localeCompare(b.rule),
  );
  const kept: Observation[] = [];
  for (const one of sorted) {
    if (!kept.some((other) => isSame(other, one))) kept.push(one);
  }
  return withEnding(kept, surveys);
}

/** A reader's finding and a failure of ours over the same lines are one thing. */
function isSame(a: Observation, b: Observation): boolean {
  if (a.document !== b.document) return false;
  if (a.kind === b.kind && a.kind !== 'finding') return a.title.plain === b.title.plain;
  if (![a, b].every(({ kind }) => kind === 'finding' || kind === 'failure')) return false;
  const [first] = a.evidence;
  const [second] = b.evidence;
  return (
    first !== undefined &&
    second !== undefined &&
    first.lineStart <= second.lineEnd &&
    second.lineStart <= first.lineEnd
  );
}

/** A slope that runs into a failure is one story: the slope is the cause, the failure its end. */
function withEnding(ranked: Observation[], surveys: readonly Survey[]): Observation[] {
  const slope = ranked.find((one) => one.endsIn !== undefined && one.weight >= 50);
  if (slope === undefined) return ranked;
  const end = ranked.find((one) => one !== slope && isEndOf(slope, one));
  if (end === undefined) return ranked;
  const story: Observation = {
    ...slope,
    title: say`${slope.title} and ends in ${end.title}`,
    details: [
      ...end.details
        .filter((claim) => claim.ranges.length === 0 && !(claim.isStock === true && isExplainedBy(slope, end)))
        .slice(0, 1),
      ...slope.details,
      { text: say`It ends in ${end.title}${firstAt(end, surveys)}`, ranges: end.evidence.slice(0, 1) },
    ],
    evidence: [...slope.evidence, ...end.evidence.slice(0, 1)],
    severity: end.severity,
    next: isExplainedBy(slope, end) ? slope.next : [...slope.next, ...end.next],
    signature: end.signature ?? slope.signature,
  };
  // The rising share of that failure is its loudness, not its cause.
  const shares = slope.isExhaustion
    ? ranked.findIndex((one) => one.kind === 'share' && slope.endsIn!.test(one.title.plain))
    : -1;
  const at = Math.min(ranked.indexOf(slope), ranked.indexOf(end), shares < 0 ? ranked.length : shares);
  const rest = ranked.filter((one) => one !== slope && one !== end);
  return [...rest.slice(0, at), story, ...rest.slice(at)];
}

/** What is used up explains who waits for it or is refused. */
function isExplainedBy(slope: Observation, end: Observation): boolean {
  return slope.isExhaustion === true && (end.certainty !== 'certain' || end.rule === 'pool.exhausted');
}

function firstAt(end: Observation, surveys: readonly Survey[]): Text {
  const survey = surveys.find(({ info }) => info.name === end.document);
  if (survey === undefined || end.firstTimeMs === undefined) return words('');
  return words(`, the first at ${survey.times.at(end.firstTimeMs)}`);
}

function isEndOf(slope: Observation, one: Observation): boolean {
  if (one.kind !== 'failure' && one.kind !== 'finding') return false;
  if (one.document !== slope.document || one.firstLine <= slope.firstLine) return false;
  if (one.severity !== 'error' && one.severity !== 'critical') return false;
  if (one.isRoutine === true) return false;
  // What names its own cause is explained by something that is used up, not by what merely got slower.
  if (one.kind === 'failure' && one.certainty === 'certain' && slope.isExhaustion !== true) return false;
  return slope.endsIn!.test(one.title.plain);
}
