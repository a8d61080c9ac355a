import type { CaseDeps } from './case-deps.ts';
import { isOpen } from './end-cases.ts';
import type { Planned } from './planned.ts';

/** What a message asked before its author edited it is not answered any more. `askKey` is what it asks now. */
export async function withdrawReplaced(
  { store, progress }: Pick<CaseDeps, 'store' | 'progress'>,
  messageKey: string,
  askKey: string,
): Promise<Planned> {
  const asked = await store.questionsAskedBy(messageKey);
  const replaced = asked.filter((question) => isOpen(question) && !question.askKey.startsWith(`${askKey}:`));
  return {
    writes: [
      ...replaced.map(({ id }) => store.updateQuestion(id, { state: 'cancelled' })),
      ...replaced.flatMap(({ placeKey }) => progress.hurry(placeKey)),
    ],
    enqueue: [],
  };
}
