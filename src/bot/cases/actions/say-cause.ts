import { type Planned, planWrites, together } from '../planned.ts';
import { sentences } from '../sentences.ts';
import { type Acted, type ActionDeps, tell } from './acted.ts';
import { editControls, seenBeforeOf } from './judge.ts';

/** Keeps whether a file has the cause it was taken for: only then it counts where that cause is seen again. */
export async function sayCause(
  deps: ActionDeps,
  { press, question, row }: Acted,
  word: 'same' | 'other',
): Promise<Planned> {
  const seen = await seenBeforeOf(deps, question.id);
  return together(
    planWrites(deps.memory.setWrong(row.id, word === 'other')),
    await editControls(deps, question.id, { seenBefore: { ...seen, said: word } }),
    await tell(deps, press, word === 'same' ? sentences.saidSame() : sentences.saidOther()),
  );
}
