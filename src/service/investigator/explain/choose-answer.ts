import { answerComparison } from '../compare/answer-comparison.ts';
import type { Evidence, Scene } from '../investigation.ts';
import type { Draft } from '../tell/draft.ts';
import { answerCause } from './answer-cause.ts';
import { answerWriting } from './answer-writing.ts';
import { deepen, justBefore } from './deepen.ts';
import { withDecidingField } from './with-deciding-field.ts';

/** What the evidence comes to: the cause, or what differs between files. */
export async function chooseAnswer(run: Scene, evidence: Evidence): Promise<Draft> {
  const writing = answerWriting(run);
  if (writing !== undefined) return writing;
  const draft = withBefore(await answerOf(run, evidence), evidence);
  const [cause] = draft.used;
  if (run.mode === 'quick' || cause === undefined || run.files.length > 1 || !run.hasTime()) return draft;
  const further = await deepen(run, evidence, cause);
  return { ...draft, also: [...further, ...draft.also] };
}

async function answerOf(run: Scene, evidence: Evidence): Promise<Draft> {
  if (run.files.length > 1) return answerComparison(run, evidence);
  return withDecidingField(answerCause(run, evidence), run, evidence);
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
