import { newId } from '#core/ids.ts';
import type { NewQuestion } from '../store/case-store.ts';
import type { CaseDeps } from './case-deps.ts';

/** A question about a case, not asked yet. `askKey` is the same for each delivery of one question. */
export function newQuestion(
  { clock }: Pick<CaseDeps, 'clock'>,
  asked: Pick<NewQuestion, 'askKey' | 'caseId' | 'placeKey' | 'kind' | 'text' | 'against'>,
) {
  const now = clock.now();
  return {
    ...asked,
    id: newId(clock),
    state: 'waiting' as const,
    idempotencyKey: crypto.randomUUID(),
    posts: 0,
    createdAtMs: now,
    updatedAtMs: now,
  };
}
