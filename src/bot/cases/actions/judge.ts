import type { Answer, SeenBefore } from '../messages.ts';
import { type Planned, together } from '../planned.ts';
import { sentences } from '../sentences.ts';
import { type Acted, type ActionDeps, tell } from './acted.ts';

/** Keeps what somebody says of an answer, their last word, and shows how many say so wherever it stands. */
export async function judge(deps: ActionDeps, { press, question }: Acted, word: 'right' | 'wrong'): Promise<Planned> {
  const judged = await deps.judgements.judge(question.id, `slack:${press.team}:${press.user}`, word);
  const shown = await editControls(deps, question.id, { judged });
  return together(shown, await tell(deps, press, word === 'right' ? sentences.saidRight() : sentences.saidWrong()));
}

/** What the answer in the chat offers about the same cause elsewhere. */
export async function seenBeforeOf(
  { answersInChat }: Pick<ActionDeps, 'answersInChat'>,
  questionId: string,
): Promise<SeenBefore | undefined> {
  const posted = await answersInChat(questionId);
  return posted
    .map(({ message }) => (message.kind === 'answer' ? message.controls?.seenBefore : undefined))
    .find(Boolean);
}

/** Changes what stands below an answer, wherever the chat shows it. */
export async function editControls(
  { answersInChat, edit }: Pick<ActionDeps, 'answersInChat' | 'edit'>,
  questionId: string,
  change: Partial<NonNullable<Answer['controls']>>,
): Promise<Planned> {
  const posted = await answersInChat(questionId);
  return edit(
    posted.flatMap(({ key, place, message }) =>
      message.kind === 'answer' && message.controls
        ? [{ key, place, message: { ...message, controls: { ...message.controls, ...change } } }]
        : [],
    ),
  );
}
