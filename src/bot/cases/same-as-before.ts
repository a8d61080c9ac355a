import { readAnswer, type ServiceAnswer } from '../analysis/read-answer.ts';
import type { QuestionRow } from '../store/case-store.ts';
import type { CaseDeps } from './case-deps.ts';
import type { NewDelivery } from './messages.ts';
import { type Place, placeKey } from './place.ts';
import { nameInWords, notice, sentences } from './sentences.ts';

/** Begin the keys of questions that ask once more what was answered. */
export const rerunPrefix = 'rerun:';
const replayPrefix = 'replay:';

export function replayKey(questionId: string, nowMs: number): string {
  return `${replayPrefix}${questionId}:${Math.floor(nowMs / 60_000)}`;
}

/**
 * Who has a file analysed again and gets what stands there already reads that it is the same, and not all of it again.
 * Undefined: nothing was asked again, or it came to something else.
 */
export async function answeredBefore(
  { store }: Pick<CaseDeps, 'store'>,
  question: QuestionRow,
  service: ServiceAnswer,
): Promise<QuestionRow | undefined> {
  const asksAgain = [rerunPrefix, replayPrefix].some((prefix) => question.askKey.startsWith(prefix));
  if (!asksAgain) return undefined;
  const before = (await store.questionsOfCases([question.caseId])).filter(
    ({ id, state, answer, placeKey: key, kind, createdAtMs, askKey }) =>
      id !== question.id &&
      state === 'answered' &&
      answer !== null &&
      key === question.placeKey &&
      createdAtMs <= question.createdAtMs &&
      (question.kind === 'file' ? kind === 'file' : isOfOne(question.askKey, { id, askKey })),
  );
  const last = before.at(-1);
  return last && isSame(readAnswer(last.answer), service) ? last : undefined;
}

/** The question that is asked again, or an earlier asking of it. */
function isOfOne(again: string, { id, askKey }: Pick<QuestionRow, 'id' | 'askKey'>): boolean {
  const [, asked] = again.split(':');
  return id === asked || askKey.startsWith(`${replayPrefix}${asked}:`);
}

function isSame(before: ServiceAnswer, now: ServiceAnswer): boolean {
  const told = ({ verdict, cause, text, quotes }: ServiceAnswer) =>
    JSON.stringify([verdict, cause ?? text, quotes.map(({ file, lineStart, lineEnd }) => [file, lineStart, lineEnd])]);
  return told(before) === told(now);
}

/** The same in a line, with a link to what stands there. */
export async function saySame(
  { links }: Pick<CaseDeps, 'links'>,
  before: QuestionRow,
  answer: NewDelivery<Place>,
): Promise<NewDelivery<Place>> {
  if (answer.message.kind !== 'answer') return answer;
  const { file, verdict, cause } = answer.message;
  const page = await links.caseUrl(before.id, placeKey(answer.place));
  const words = sentences.sameAsBefore(nameInWords(file.name), [verdict, cause].filter((part) => part).join(': '));
  return { ...answer, message: notice('info', [words], page ? [{ label: 'What was found', url: page }] : []) };
}
