import { answerComparison } from '../compare/answer-comparison.ts';
import { deepen, justBefore } from '../deepen.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { withCrashReport } from '../places/crash-report.ts';
import { withOriginElsewhere } from '../places/origin-elsewhere.ts';
import type { Question } from '../question/question.ts';
import { silenceFound } from '../silence/answer-silence.ts';
import { answerAdvice } from './answer-advice.ts';
import { answerAndroid } from './answer-android.ts';
import { answerAround } from './answer-around.ts';
import { answerBefore } from './answer-before.ts';
import { answerBeforeEach } from './answer-before-each.ts';
import { answerByType } from './answer-by-type.ts';
import { answerCause } from './answer-cause.ts';
import { answerChanges } from './answer-changes.ts';
import { answerCount } from './answer-count.ts';
import { answerDid } from './answer-did.ts';
import { answerErrors } from './answer-errors.ts';
import { answerExtreme } from './answer-extreme.ts';
import { answerFailover } from './answer-failover.ts';
import { answerFind } from './answer-find.ts';
import { answerHealthy, isHarmless } from './answer-healthy.ts';
import { answerHolder } from './answer-holder.ts';
import { answerMissing } from './answer-missing.ts';
import { answerOutcome } from './answer-outcome.ts';
import { answerOverview } from './answer-overview.ts';
import { answerRecord } from './answer-record.ts';
import { resetsAsked } from './answer-restart.ts';
import { answerRuns } from './answer-runs.ts';
import { stillGoingOn } from './answer-still.ts';
import { answerSuspect } from './answer-suspect.ts';
import { answerTrace } from './answer-trace.ts';
import { answerTrend } from './answer-trend.ts';
import { answerUntil } from './answer-until.ts';
import { answerVersion } from './answer-version.ts';
import { answerWhen } from './answer-when.ts';
import { answerWhich } from './answer-which.ts';
import { answerWhyNot } from './answer-why-not.ts';
import { answerWriting } from './answer-writing.ts';
import { codePlacesAt } from './code-places.ts';
import type { Draft } from './draft.ts';
import { claimOf, groupsOf, needleWords, totalLines } from './look-up.ts';
import { plural, say } from './say.ts';
import { withWhatGoesOn } from './what-goes-on.ts';
import { withDecidingField } from './with-deciding-field.ts';

/** The answer that fits what was asked. A look-up with nothing to look up falls back to the cause. */
export async function chooseAnswer(run: Investigation, evidence: Evidence): Promise<Draft> {
  const special =
    answerWriting(run, evidence) ?? (await answerByType(run)) ?? (await withCode(run, answerAndroid(run)));
  if (special !== undefined) return special;
  const { before } = run.question;
  const preceding = before === undefined ? undefined : await answerBefore(run, evidence, before);
  if (preceding !== undefined) return preceding;
  const told = (await answerSuspect(run, evidence)) ?? answerAdvice(run, evidence) ?? answerWhyNot(run, evidence);
  if (told !== undefined) return told;
  const holder =
    (await answerHolder(run, evidence)) ??
    (await answerOutcome(run, evidence)) ??
    (await answerFailover(run, evidence));
  if (holder !== undefined) return holder;
  const runs = await answerRuns(run, evidence);
  if (runs !== undefined) return runs;
  const record = await answerRecord(run, evidence);
  if (record !== undefined) return record;
  const trend = answerUntil(run, evidence) ?? answerTrend(run, evidence);
  if (trend !== undefined) return trend;
  const changes = answerChanges(run, evidence);
  if (changes !== undefined) return changes;
  const missing = await answerMissing(run, evidence);
  if (missing !== undefined) return missing;
  const looked =
    answerOverview(run, evidence) ??
    (await answerVersion(run, evidence)) ??
    (await answerTrace(run, evidence)) ??
    (await answerBeforeEach(run, evidence)) ??
    (await answerDid(run, evidence));
  if (looked !== undefined) return looked;
  const answered = withBefore(await orTheLines(await answerOf(run, evidence), run, evidence), evidence);
  const silence = asksAtLarge(run, evidence, answered) ? await silenceFound(run) : undefined;
  if (silence !== undefined) return silence;
  const draft = asksForCause(run.question)
    ? await withWhatGoesOn(withOriginElsewhere(withCrashReport(answered, evidence), run, evidence), run)
    : answered;
  const [cause] = draft.used;
  if (run.mode === 'quick' || cause === undefined || run.files.length > 1 || !run.hasTime()) return draft;
  const further = await deepen(run, evidence, cause);
  return { ...draft, also: [...further, ...draft.also] };
}

/** No line tells of a trouble: then that somebody is not told of any more may be one. */
function asksAtLarge({ question }: Investigation, { needles }: Evidence, { used, verdict }: Draft): boolean {
  const { isYesNo, times } = question;
  const isCalm = verdict === 'INCONCLUSIVE' || used.every(isHarmless);
  return isCalm && asksForCause(question) && !isYesNo && needles.length === 0 && times.length === 0;
}

const causeWords = /\b(?:why|caus\w+|reason|behind|led to|trigger\w*|root)\b/i;

function asksForCause({ intent, text }: Question): boolean {
  return text === '' || intent === 'cause' || intent === 'check' || causeWords.test(text);
}

/** "... and in which class?": where the crashes that were counted were thrown. */
async function withCode(run: Investigation, draft: Draft | undefined): Promise<Draft | undefined> {
  if (draft === undefined) return undefined;
  const places = await codePlacesAt(
    run,
    draft.proof.flatMap(({ ranges }) => ranges.map(({ document, lineStart }) => ({ document, line: lineStart }))),
  );
  return {
    ...draft,
    explanation: [...places.map(({ text }) => ({ text, ranges: [] })), ...draft.explanation],
    proof: [...draft.proof, ...places],
  };
}

/** What stood just before a crash and names the same device belongs to its explanation. */
function withBefore(draft: Draft, evidence: Evidence): Draft {
  const [cause] = draft.used;
  const before = cause === undefined || draft.verdict === 'INCONCLUSIVE' ? undefined : justBefore(evidence, cause);
  if (before === undefined || !before.isSameDevice) return draft;
  return {
    ...draft,
    explanation: [...draft.explanation, { text: before.text, ranges: [] }],
    proof: [...draft.proof, { text: before.text, ranges: before.ranges }],
  };
}

/** No rule has an answer, but the file has lines about what was asked: those are shown, not a summary of something else. */
async function orTheLines(draft: Draft, run: Investigation, evidence: Evidence): Promise<Draft> {
  const { intent, isYesNo } = run.question;
  if (draft.verdict !== 'INCONCLUSIVE' || run.files.length > 1 || intent === 'find' || intent === 'around')
    return draft;
  if (evidence.needles.length === 0 || totalLines(evidence.scoped) === 0) return draft;
  const asksWhy = intent === 'cause' || (intent === 'check' && isYesNo);
  if (!asksWhy) return answerFind(run, evidence);
  const lines = groupsOf(evidence.scoped).slice(0, 8).map(claimOf);
  const about = say`What it says about ${needleWords(evidence)}: ${plural(totalLines(evidence.scoped), 'line')}`;
  return {
    ...draft,
    explanation: [...draft.explanation, { text: about, ranges: [] }],
    proof: [...draft.proof, ...lines].slice(0, 12),
  };
}

async function answerOf(run: Investigation, evidence: Evidence): Promise<Draft> {
  if (run.files.length > 1) return answerComparison(run, evidence);
  const resets = resetsAsked(run, evidence);
  if (resets !== undefined) return resets;
  switch (run.question.intent) {
    case 'errors':
      return answerErrors(run, evidence);
    case 'find':
      return answerFind(run, evidence);
    case 'count':
      return answerCount(run, evidence);
    case 'when':
      return answerWhen(run, evidence);
    case 'around':
      return answerAround(run, evidence);
    case 'which':
      return answerWhich(run, evidence);
    case 'extreme':
      return answerExtreme(run, evidence);
    default:
      return (
        (await answerHealthy(run, evidence)) ??
        stillGoingOn(await withDecidingField(answerCause(run, evidence), run, evidence), run, evidence)
      );
  }
}
