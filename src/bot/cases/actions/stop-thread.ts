import { cancelCase, isOpen } from '../end-cases.ts';
import { type Planned, together } from '../planned.ts';
import { sentences } from '../sentences.ts';
import { type Acted, type ActionDeps, tell } from './acted.ts';

/** Ends all work that is shown by the line in a thread: its files are not looked at any more, its questions not answered. */
export async function stopThread(deps: ActionDeps, { press, question }: Acted): Promise<Planned> {
  const { store, progress } = deps;
  const here = question.placeKey;
  const open = (await store.questionsOfPlace(here)).filter(isOpen);
  if (open.length === 0) return tell(deps, press, sentences.nothingGoesOn());
  const plans: Planned[] = [];
  for (const { id, caseId, kind } of open) {
    const row = kind === 'file' ? await store.findCase(caseId) : undefined;
    plans.push(
      row
        ? await cancelCase(deps, row, 'cancelled')
        : { writes: [store.updateQuestion(id, { state: 'cancelled' })], enqueue: [] },
    );
  }
  return together(
    ...plans,
    { writes: progress.hurry(here), enqueue: [] },
    await tell(deps, press, sentences.stopped()),
  );
}
