import type { Evidence, Investigation } from '../investigation.ts';
import { answerCause, answerErrors } from './answer-cause.ts';
import type { Draft } from './draft.ts';

/** The answer that fits what was asked. A look-up that finds nothing to look up falls back to the cause. */
export async function chooseAnswer(run: Investigation, evidence: Evidence): Promise<Draft> {
  if (run.question.intent === 'errors') return answerErrors(run, evidence);
  return answerCause(run, evidence);
}
