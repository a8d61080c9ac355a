import { answerComparison } from '../compare/answer-comparison.ts';
import { deepen } from '../deepen.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { answerAround } from './answer-around.ts';
import { answerCause, answerErrors } from './answer-cause.ts';
import { answerCount } from './answer-count.ts';
import { answerExtreme } from './answer-extreme.ts';
import { answerFind } from './answer-find.ts';
import { answerWhen } from './answer-when.ts';
import { answerWhich } from './answer-which.ts';
import type { Draft } from './draft.ts';

/** The answer that fits what was asked. A look-up with nothing to look up falls back to the cause. */
export async function chooseAnswer(run: Investigation, evidence: Evidence): Promise<Draft> {
  const draft = await answerOf(run, evidence);
  const [cause] = draft.used;
  if (run.mode === 'quick' || cause === undefined || run.files.length > 1 || !run.hasTime()) return draft;
  const further = await deepen(run, evidence, cause);
  return { ...draft, also: [...further, ...draft.also] };
}

async function answerOf(run: Investigation, evidence: Evidence): Promise<Draft> {
  if (run.files.length > 1) return answerComparison(run, evidence);
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
      return answerCause(run, evidence);
  }
}
