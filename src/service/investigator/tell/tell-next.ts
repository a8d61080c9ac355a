import { advice, say } from '../wording/say.ts';
import type { Draft } from './draft.ts';
import { atMostLikely } from './draft-of.ts';

/** What to do about the cause, ahead of the cause itself. */
export function tellNext(explained: Draft): Draft {
  const [step, ...others] = explained.next;
  if (step === undefined)
    return {
      ...explained,
      verdict: 'INCONCLUSIVE',
      cause: say`I know of no step that fits this cause: ${explained.cause}`,
      also: [],
    };
  return {
    ...explained,
    verdict: atMostLikely(explained.verdict),
    cause: advice(step),
    explanation: [{ text: say`These steps are for this cause: ${explained.cause}`, ranges: [] }],
    also: [],
    next: others,
  };
}
