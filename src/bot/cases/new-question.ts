import { newId } from '#core/ids.ts';
import { keepText } from '#core/kept-text.ts';
import type { NewQuestion } from '../store/case-store.ts';
import type { CaseDeps } from './case-deps.ts';

/** A question about a case, not asked yet. `askKey` is the same for each delivery of one question. */
export async function newQuestion(
  { clock, vault }: Pick<CaseDeps, 'clock' | 'vault'>,
  asked: Pick<
    NewQuestion,
    'askKey' | 'batch' | 'caseId' | 'placeKey' | 'kind' | 'text' | 'against' | 'isTyped' | 'isAddressed'
  > & {
    asker: string | null;
  },
) {
  const now = clock.now();
  return {
    ...asked,
    ...(await keepText(vault, asked.text)),
    id: newId(clock),
    state: 'waiting' as const,
    idempotencyKey: crypto.randomUUID(),
    posts: 0,
    createdAtMs: now,
    updatedAtMs: now,
  };
}
