import type { ToldBefore } from '#core/told-before.ts';
import { readAnswer } from '../analysis/read-answer.ts';
import type { QuestionRow } from '../store/case-store.ts';
import type { CaseDeps } from './case-deps.ts';

/** Lines that were shown around something leave "it" what it was. */
const showsLines = /^Read as: `show\b/m;

/** The last answer about this file that was told here before this was asked; what was asked elsewhere is repeated nowhere. */
export async function toldBefore(
  { store }: Pick<CaseDeps, 'store'>,
  question: QuestionRow,
): Promise<ToldBefore | undefined> {
  if (question.kind !== 'follow_up' && question.kind !== 'overheard') return undefined;
  const earlier = (await store.questionsOfCases([question.caseId])).filter(
    ({ id, state, kind, updatedAtMs, placeKey, answer }) =>
      id !== question.id &&
      state === 'answered' &&
      updatedAtMs <= question.createdAtMs &&
      answer !== null &&
      (kind === 'file' || isHere(placeKey, question.placeKey)),
  );
  for (const { answer } of earlier.toReversed()) {
    const { cause, quotes, text = '' } = readAnswer(answer);
    const [quote] = quotes;
    if (cause && quote && !showsLines.test(text)) return { cause, file: quote.file, line: quote.lineStart };
  }
  return undefined;
}

/** The same place, or the channel an answer stands in above its thread. */
function isHere(told: string, asked: string): boolean {
  return told === asked || (told.startsWith('channel:') && asked.startsWith(`${told.replace('channel:', 'thread:')}:`));
}
