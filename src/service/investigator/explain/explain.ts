import { causeWordOf } from '../../formats/log/known-causes.ts';
import { linesAt, type Observation } from '../detect/observation.ts';
import { answersWhy } from '../facts/lines/line-shapes.ts';
import { isConsequence, isHarmless, isHedged, isOutcomeOnly, reasonIn } from '../facts/trouble-words.ts';
import { patternOf } from '../survey/message-pattern.ts';
import type { Survey } from '../survey/survey.ts';
import { type Draft, emptyDraft } from '../tell/draft.ts';
import { say } from '../wording/say.ts';
import { isAllOver } from './beginning.ts';
import { chooseAnswer } from './choose-answer.ts';
import type { Candidate } from './choose-cause.ts';
import { gather } from './gather.ts';
import { type Explain, type Explanation, statedCauses, weakest } from './stated-causes.ts';
import { surveyAll, withLeftOut } from './survey-all.ts';
import { asObservation, headlineOf, proofOfStatement, sentenceOf } from './tell-stated.ts';

/** Why it went wrong: what the file states, weighed against what its course and its readers' findings show. */
export const explain: Explain = async (scene, asked = {}) => {
  const surveys = await surveyAll(scene);
  const evidence = gather(scene, surveys);
  const told = await chooseAnswer(scene, evidence);
  // What differs between files is told as it is.
  if (scene.files.length > 1) return withLeftOut(told, scene, surveys);
  const stated = await statedCauses(scene, asked);
  return withLeftOut(settle(told, stated, surveys), scene, surveys);
};

function settle(told: Draft, stated: readonly Candidate[], surveys: readonly Survey[]): Explanation {
  const [best] = stated;
  if (best === undefined || stands(told, best, surveys)) return withLead(told);
  if (stated.every(({ isWrapper }) => isWrapper)) return onlyEnds(told, best, stated);
  if (best.score < weakest) return withLead(told);
  const own = asObservation(best);
  const end = endOf(best, stated);
  if (isPassing(best, end) || (best.isHedged && best.reason < 2))
    return { ...unexplained({ ...told, used: [own] }), proof: proofOfStatement(best, end) };
  const sentence = sentenceOf(
    best,
    end,
    surveys.find(({ info }) => info.name === best.document),
  );
  return {
    ...emptyDraft,
    verdict: isCertain(best, stated, end) ? 'CONFIRMED' : 'LIKELY',
    cause: headlineOf(best),
    explanation: sentence === undefined ? [] : [{ text: sentence, ranges: [] }],
    proof: proofOfStatement(best, end),
    also: stated
      .filter((one) => one !== best && one !== end)
      .slice(0, 4)
      .map((one) => ({ text: headlineOf(one), ranges: [linesAt(one.document, one.line)] })),
    unsettled: told.unsettled,
    next: nextFor(best),
    maxAlso: 3,
    used: [own, ...told.used.filter(({ firstLine }) => firstLine !== best.line)].slice(0, 20),
    signature: patternOf(best.said).slice(0, longestSignature),
    lead: own,
  };
}

/** What would mend or settle it, where its own words leave no doubt of what it is. */
function nextFor({ said }: Candidate): string[] {
  const known = causeWordOf(said);
  return known?.isPlain === true ? [known.next] : [];
}

const longestSignature = 160;

/** What is inferred from a course, or from words that many programs write, is never certain. */
function withLead(told: Draft): Explanation {
  const [lead] = told.used;
  if (lead === undefined || told.verdict === 'INCONCLUSIVE') return told;
  if (lead.kind === 'failure' && lead.severity === 'warning' && isNoCause(lead.title.plain)) return unexplained(told);
  const isCertain = lead.kind === 'finding' && !readByLine.test(lead.rule) && endsIt(lead, told);
  return { ...told, verdict: isCertain ? told.verdict : 'LIKELY', lead };
}

/** A kernel goes on after a warning, and what another finding tells before may be why. */
function endsIt(lead: Observation, { used }: Draft): boolean {
  const isEarlier = ({ role, certainty, document, firstLine }: Observation) =>
    role === 'cause' && certainty === 'certain' && document === lead.document && firstLine < lead.firstLine;
  return lead.rule !== 'kernel.warning' && !used.some((one) => one.kind === 'finding' && isEarlier(one));
}

/** The line says itself that it is harmless, or that it is not sure. */
function isNoCause(said: string): boolean {
  return reasonIn(said) < 3 && (isHarmless(said) || isHedged(said));
}

function unexplained(told: Draft): Explanation {
  return {
    ...told,
    verdict: 'INCONCLUSIVE',
    cause: say`Nothing in this file shows a failure; what stands out most is ${told.used[0]!.title}`,
    next: [],
  };
}

/** That something is over is no cause of it: what the program itself said then is not in the file. */
function onlyEnds(told: Draft, best: Candidate, stated: readonly Candidate[]): Explanation {
  const own = asObservation(best);
  const unit = stated
    .map(({ said }) => /[\w@-][\w@.-]{0,80}\.service\b/.exec(said)?.[0])
    .find((name) => name !== undefined);
  return {
    ...told,
    verdict: 'INCONCLUSIVE',
    cause: say`The file says that it failed, but not why: ${headlineOf(best)}`,
    explanation: [],
    proof: stated.slice(0, 3).flatMap((one) => proofOfStatement(one, undefined)),
    also: [],
    next: unit === undefined ? [] : [`Attach its own log from before: \`journalctl -u ${unit}\`.`],
    used: [own],
    lead: own,
  };
}

const readByLine =
  /^(?:log\.|stated\.|(?:java|python|go|node|dotnet|rust|ruby|php|native|sanitizer)\.(?:crash|exception)$)/;

/** What the course of a file or its reader's own report says goes before what a line states. */
function stands(told: Draft, best: Candidate, surveys: readonly Survey[]): boolean {
  const [lead] = told.used;
  if (lead === undefined || told.verdict === 'INCONCLUSIVE') return false;
  // A kernel goes on after a warning: what another program then says plainly is nearer.
  const isOfOther = best.unit !== '' && !/kernel|audit/i.test(`${best.unit} ${best.said}`);
  if (lead.rule === 'kernel.warning' && best.reason === 3 && isOfOther && best.line > lead.firstLine) return false;
  if (lead.rule.startsWith('kernel.') && lead.role !== 'context') return true;
  if (lead.rule === 'log.flapping') return lead.isRoutine !== true;
  // How often something ends is no cause where a line says why.
  if (lead.kind === 'share' && lead.group !== undefined && saysNothing(lead.group.message)) return best.isWrapper;
  if (lead.kind === 'finding')
    return !readByLine.test(lead.rule) && lead.certainty === 'certain' && lead.role === 'cause';
  if (lead.kind === 'failure') {
    const isOfKind = lead.group?.at.lines.includes(best.line) === true;
    return lead.count >= 20 && (isOfKind || !isAllOver(lead, surveys));
  }
  return true;
}

/** It is over, or tried again, or follows from something else. */
const saysNothing = (message: string): boolean => isOutcomeOnly(message) || isHedged(message) || isConsequence(message);

const closeRecords = 12;
const closeMs = 60_000;

/** The last statement of the same story that says that it is over. */
function endOf(best: Candidate, stated: readonly Candidate[]): Candidate | undefined {
  if (best.isEnd && best.severity === 'critical') return undefined;
  return stated
    .filter(
      (one) =>
        one.isEnd &&
        one.document === best.document &&
        one.line > best.lineEnd &&
        one.record - best.record <= closeRecords &&
        (one.timeMs ?? 0) - (best.timeMs ?? one.timeMs ?? 0) <= closeMs,
    )
    .sort((a, b) => b.line - a.line)[0];
}

/** It calls itself information, ends nothing, and what wrote it went on. */
function isPassing(best: Candidate, end: Candidate | undefined): boolean {
  const isPlain = best.severity === 'info' && best.isStated && !answersWhy(best.said);
  return isPlain && !best.isEnd && end === undefined && best.behind > mostAfterwards;
}

const mostAfterwards = 2;

/** Fewer records than these are the way out, and no life that goes on. */
const mostBehind = 25;

/** So much a rival may lack to stand beside it; what ends something is above it for that alone. */
const clear = 2.5;
const clearOfEnd = 4;

/** The file itself states it, in a form that ends something and with which the file ends, and nothing competes. */
function isCertain(best: Candidate, stated: readonly Candidate[], end: Candidate | undefined): boolean {
  if (best.reason < 3 || best.isHedged || best.isConsequence || best.isWrapper || best.isHarmless) return false;
  if (best.severity === 'info' && best.isStated) return false;
  const isOver = end !== undefined || best.thrown?.isUncaught === true || (best.isEnd && best.severity === 'critical');
  if ((end ?? best).behind > mostBehind) return false;
  const rival = stated.find((one) => one !== best && one !== end && one.reason >= 2 && one.record !== best.record);
  return isOver && (rival === undefined || rival.score < best.score - (best.isEnd ? clearOfEnd : clear));
}
