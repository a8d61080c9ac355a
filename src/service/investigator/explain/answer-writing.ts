import type { Scene } from '../investigation.ts';
import type { Draft } from '../tell/draft.ts';
import { plural, say, words } from '../wording/say.ts';

const what = {
  program: 'This is the text of a program, not a log: it tells what may happen, not what did',
  document: 'This is a text written for readers, not a log: it tells of no run of anything',
};

/** What is wrong is not asked of a text that records nothing; what stands in it can still be looked up. */
export function answerWriting({ documents }: Scene): Draft | undefined {
  const kinds = documents.infos.map(({ writing }) => writing);
  const [kind] = kinds;
  if (kind === undefined || kinds.includes(undefined)) return undefined;
  const lines = documents.infos.reduce((sum, info) => sum + info.lines, 0);
  return {
    verdict: 'INCONCLUSIVE',
    cause: words(what[kind]),
    explanation: [{ text: say`None of its ${plural(lines, 'line')} was taken for an event`, ranges: [] }],
    proof: [],
    also: [],
    notCause: [],
    unsettled: [],
    next: ['Attach what was written while it ran: the log, or the output with the errors.'],
    used: [],
    signature: null,
  };
}
