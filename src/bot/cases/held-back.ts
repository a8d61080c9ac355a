import type { Clock } from '#core/clock.ts';
import type { Policy } from '#core/policy.ts';
import { readAnswer } from '../analysis/read-answer.ts';
import type { QuestionRow } from '../store/case-store.ts';
import { heldBack, isUnrequested } from './policy.ts';

/**
 * Why an answer that is there cannot be read where its file came: what the policy of the place says of such ones.
 * Undefined: it can. `isPosted`: it was out before the quiet hours began.
 */
export function heldBackWords(
  policy: Policy,
  questions: readonly QuestionRow[],
  isPosted: boolean,
  clock: Clock,
): string | undefined {
  const own = questions.find((question) => isUnrequested(question) && question.state === 'answered');
  if (!own) return undefined;
  const { verdict = 'INCONCLUSIVE' } = readAnswer(own.answer);
  const held = heldBack(policy, verdict, clock);
  switch (held?.by) {
    case 'review':
      return 'Unrequested answers from here go to a review channel (shadow mode)';
    case 'verdict':
      return `Its answer is ${verdict}, and unrequested answers are posted here only from ${policy.leastVerdict} on; ask in its thread`;
    case 'quiet hours':
      return isPosted ? undefined : `Quiet hours hold unrequested answers back until ${timeOf(held.until)}`;
    default:
      return undefined;
  }
}

/** `2026-11-20 14:02 UTC` */
export function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
