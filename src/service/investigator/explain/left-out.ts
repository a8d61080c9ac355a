import type { Scene } from '../investigation.ts';
import type { Survey } from '../survey/survey.ts';
import type { Draft } from '../tell/draft.ts';
import { plural, say, words } from '../wording/say.ts';
import { textsLeftOut } from './gather.ts';

/** Says what was not looked through line by line, where that is so. */
export function withLeftOut<T extends Draft>(draft: T, run: Scene, surveys: readonly Survey[]): T {
  const left = textsLeftOut(run, surveys);
  const [first] = left;
  if (first === undefined) return draft;
  const told = say`${plural(left.length, 'text')} of ${left.length + surveys.length} (${first.name}${words(left.length > 1 ? ' and others' : '')}) ${words(left.length === 1 ? 'was' : 'were')} not looked through line by line: the least telling by findings, name, age and size`;
  return { ...draft, unsettled: [...draft.unsettled, told] };
}
