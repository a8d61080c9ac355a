import { compareFiles, lastGoodCase } from '../compare-files.ts';
import type { Planned } from '../planned.ts';
import { sentences } from '../sentences.ts';
import { type Acted, type ActionDeps, tell } from './acted.ts';

/** Compares the answer's file with the last one of its place in which nothing was wrong. */
export async function compareWithGood(deps: ActionDeps, { press, row, place }: Acted): Promise<Planned> {
  const against = await lastGoodCase(deps, row);
  if (!against) return await tell(deps, press, sentences.noneGood());
  return compareFiles(deps, { row, against, place, askKey: press.key });
}
