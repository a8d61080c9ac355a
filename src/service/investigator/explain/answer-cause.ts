import { observeEvents } from '../detect/events.ts';
import type { Claim, Observation } from '../detect/observation.ts';
import { verdictOf } from '../detect/verdict-rules.ts';
import type { Evidence, Scene } from '../investigation.ts';
import { captureNext } from '../tell/capture-next.ts';
import { type Draft, emptyDraft } from '../tell/draft.ts';
import { say, sentences, words } from '../wording/say.ts';
import { nothingFound } from './answer-nothing.ts';
import { beganWords, isAllOver, originAmong, surveyOf, withOrigin } from './beginning.ts';

/** What is wrong: the cause, its proof, what else the file shows, what is not the cause. */
export function answerCause(run: Scene, evidence: Evidence): Draft {
  const found = causeAmong(evidence);
  const cause = eventBefore(found, evidence) ?? found;
  const verdict = verdictOf(cause, evidence.observations);
  const others = evidence.observations.filter((one) => one !== cause && one.severity !== 'info');
  if (cause === undefined || verdict === 'INCONCLUSIVE' || cause.isRoutine === true)
    return nothingFound(run, evidence, cause);
  const survey = surveyOf(cause, evidence);
  const dated = say`${cause.title}${words(survey === undefined ? '' : beganWords(cause, survey))}`;
  const origin = originAmong(cause, evidence);
  const { also, notCause } = sort(cause, others);
  const isExplained = cause.certainty !== 'certain' && origin?.isReason === true;
  const plain = cause.details.filter((claim) => claim.ranges.length === 0 && !(claim.isStock === true && isExplained));
  return {
    ...emptyDraft,
    verdict,
    cause: origin === undefined ? dated : withOrigin(dated, origin, cause),
    explanation: [...(origin === undefined ? [] : [{ text: origin.story, ranges: [] }]), ...plain],
    proof: [...(origin?.claims ?? []), ...proofOf(cause)],
    also: also.slice(0, 12).map(asClaim),
    notCause: notCause.slice(0, 4),
    next: nextOf(cause, isExplained, run),
    used: [cause, ...others].slice(0, 20),
    signature: cause.signature ?? null,
  };
}

/** The first that is told as a cause, else the first that is no mere background, else whatever stands out. */
function causeAmong(evidence: Evidence): Observation | undefined {
  const loud = evidence.observations.filter(({ severity }) => severity !== 'info');
  const present = loud.filter(({ role }) => role !== 'context');
  const telling = present.filter(({ isRoutine }) => isRoutine !== true);
  return telling.find((one) => isTold(one, evidence)) ?? telling[0] ?? present[0] ?? loud[0];
}

/** A single event of the file, where what would be told comes all over it or explains nothing. */
function eventBefore(told: Observation | undefined, evidence: Evidence): Observation | undefined {
  const isWeak = told?.isRoutine === true || (told !== undefined && isAllOver(told, evidence.surveys));
  if (isTold(told, evidence) && !isWeak) return undefined;
  return evidence.surveys
    .filter(({ info, isSampled }) => info.fileType === 'log' && !isSampled)
    .flatMap((survey) => observeEvents(survey))
    .sort((a, b) => b.weight - a.weight || b.count - a.count || a.firstLine - b.firstLine)[0];
}

function isTold(cause: Observation | undefined, evidence: Evidence): boolean {
  return verdictOf(cause, evidence.observations) !== 'INCONCLUSIVE';
}

function proofOf(cause: Observation): Claim[] {
  const told = cause.details.filter((claim) => claim.ranges.length > 0);
  const covered = new Set(told.flatMap((claim) => claim.ranges.map((range) => range.lineStart)));
  const rest = cause.evidence.filter((range) => !covered.has(range.lineStart));
  const own: Claim[] =
    rest.length === 0
      ? []
      : [
          {
            text:
              cause.kind === 'finding'
                ? cause.title
                : words(rest.length === 1 ? 'Another of these lines' : 'More of these lines'),
            ranges: rest.slice(0, 6),
          },
        ];
  return cause.kind === 'finding' ? [...own, ...told] : [...told, ...own];
}

export function asClaim(one: Observation): Claim {
  const said = one.details.filter((claim) => claim.ranges.length === 0 || one.kind !== 'finding').slice(0, 4);
  return { text: sentences([one.title, ...said.map((claim) => claim.text)]), ranges: one.evidence.slice(0, 2) };
}

/** What begins after the cause and is no smaller story of its own only follows from it. */
function sort(cause: Observation, others: readonly Observation[]): { also: Observation[]; notCause: Claim[] } {
  const also: Observation[] = [];
  const notCause: Claim[] = [];
  for (const one of others) {
    const isLoud = one.kind === 'failure' && one.count >= 20 && one.count > cause.count;
    const isLater = one.document === cause.document && one.firstLine > cause.firstLine;
    // Behind a crash that its reader is sure of, what repeats only follows from it.
    const isAftermath =
      cause.kind === 'finding' && cause.certainty === 'certain' && one.count >= 5 && one.role !== 'cause';
    if ((isLoud || isAftermath) && isLater && cause.kind !== 'share' && cause.kind !== 'trend') {
      notCause.push({
        text: say`${one.title}: the first comes after ${cause.kind === 'failure' ? words('the first line of the cause') : words('the cause')}`,
        ranges: one.evidence.slice(0, 1),
      });
    } else also.push(one);
  }
  return { also, notCause };
}

/** What to do about another cause than the one that was found is left out. */
function nextOf(cause: Observation, isExplained: boolean, run: Scene): string[] {
  const own = isExplained ? [] : cause.next;
  return own.length > 0
    ? [...new Set(own)].slice(0, 3)
    : captureNext(run.files.map((file) => file.reading.fileType)).slice(0, 1);
}
