import { planQuestions } from './ask-known-files.ts';
import type { CaseDeps } from './case-deps.ts';
import { isQuestion } from './decide-message.ts';
import { guessFile } from './is-log.ts';
import { openCases } from './open-cases.ts';
import type { ThreadPlace } from './place.ts';
import { type Planned, together } from './planned.ts';
import { type ChatMessage, type ListedFile, sourceOfMessage } from './ports.ts';
import { askerKey } from './privacy.ts';
import type { ThreadHome } from './thread-home.ts';

/**
 * Asks the newest files of a thread that the bot has not heard of: they were shared before it was invited, or while its
 * events were lost. Null: it knows files of this thread, or there are none.
 */
export async function askThreadFiles(
  deps: CaseDeps & { home: ThreadHome },
  asked: { place: ThreadPlace; asker: string | null; askKey: string; question: string },
  askedTs: string,
): Promise<Planned | null> {
  const { home, slack } = deps;
  if ((await home.casesOf(asked.place)).length > 0) return null;
  const thread = await slack.thread(asked.place);
  const earlier = thread.status === 'found' ? thread.value.filter(({ ts }) => Number(ts) < Number(askedTs)) : [];
  const message = earlier.findLast(({ author, files }) => author.kind !== 'own_bot' && files.some(isAskable));
  if (!message) return null;
  const opened = await openCases(deps, {
    place: asked.place,
    files: message.files.filter(isAskable),
    source: sourceOfMessage(message),
    question: null,
    isAskedHere: true,
  });
  return together(
    opened,
    await planQuestions(
      deps,
      opened.caseIds.map((id) => ({ id })),
      { ...asked, ...askedBeside(asked, message), kind: 'follow_up' },
    ),
  );
}

/** Where nobody asks anything in words, what stands beside the files is asked of them, or tells what they are about. */
export function askedBeside(
  { question, asker }: { question: string; asker: string | null },
  message: ChatMessage,
): { question: string; asker: string | null; isTyped: boolean } {
  if (question !== '') return { question, asker, isTyped: true };
  const { vendor: _, author, ...of } = sourceOfMessage(message);
  return { question: message.spoken, asker: askerKey({ ...of, user: author }), isTyped: isQuestion(message.spoken) };
}

/** Whoever asks about a text means it, whatever it holds. */
export function isAskable(file: ListedFile): boolean {
  const guess = guessFile(file);
  return !file.skip && (guess === 'log' || guess === 'text');
}
