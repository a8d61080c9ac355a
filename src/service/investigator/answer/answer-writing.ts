import type { Evidence, Investigation } from '../investigation.ts';
import type { Draft } from './draft.ts';
import { plural, say, words } from './say.ts';

const what = {
  program: 'This is the text of a program, not a log: it tells what may happen, not what did',
  document: 'This is a text written for readers, not a log: it tells of no run of anything',
};

/** What is wrong is not asked of a text that records nothing; what stands in it can still be looked up. */
export function answerWriting({ documents, question }: Investigation, evidence: Evidence): Draft | undefined {
  const kinds = documents.infos.map(({ writing }) => writing);
  const [kind] = kinds;
  if (kind === undefined || kinds.includes(undefined)) return undefined;
  const isLookUp = !/^(?:cause|errors|overview|check)$/.test(question.intent);
  if (question.text !== '' && (isLookUp || (question.intent === 'check' && evidence.needles.length > 0)))
    return undefined;
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
