import { cancelCase, cancelQuestions } from '../end-cases.ts';
import { isOpen } from '../is-open.ts';
import { type Planned, planWrites, together } from '../planned.ts';
import { sentences } from '../sentences.ts';
import { type Acted, type ActionDeps, tell } from './acted.ts';

/** Ends all work that is shown by the line in a thread: its files are not looked at any more, its questions not answered. */
export async function stopThread(deps: ActionDeps, { press, question }: Acted): Promise<Planned> {
  const { store } = deps;
  const open = (await store.questionsOfPlace(question.placeKey)).filter(isOpen);
  if (open.length === 0) return tell(deps, press, sentences.nothingGoesOn());
  const plans: Planned[] = [];
  for (const one of open) {
    const row = one.kind === 'file' ? await store.findCase(one.caseId) : undefined;
    plans.push(row ? await cancelCase(deps, row, 'cancelled') : planWrites(...cancelQuestions(deps, [one])));
  }
  return together(...plans, await tell(deps, press, sentences.stopped()));
}
