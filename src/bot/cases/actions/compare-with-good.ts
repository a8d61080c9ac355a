import { compareFiles, lastGoodCase } from '../compare-files.ts';
import { placeKey } from '../place.ts';
import type { Planned } from '../planned.ts';
import { askerKey } from '../privacy.ts';
import { sentences } from '../sentences.ts';
import { type Acted, type ActionDeps, tell } from './acted.ts';

/** Compares the answer's file with the last one of its place in which nothing was wrong. */
export async function compareWithGood(
  deps: ActionDeps,
  { press, row, place, question, asker }: Acted,
): Promise<Planned> {
  const against = await lastGoodCase(deps, row);
  if (!against) return await tell(deps, press, sentences.noneGood());
  // With another good file it is another question; with the same one it is asked once in each place.
  const askKey = `compare:${question.id}:${placeKey(place)}:${against.id}`;
  const earlier = await deps.store.questionsOfCases([row.id]);
  if (earlier.some((one) => one.askKey === `${askKey}:${row.id}`))
    return await tell(deps, press, sentences.askedAlready());
  return compareFiles(deps, { row, against, place, asker: askerKey(asker), askKey });
}
