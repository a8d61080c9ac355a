import type { CaseDeps } from './case-deps.ts';
import { cancelQuestions } from './end-cases.ts';
import { isOpen } from './is-open.ts';
import { type Planned, planWrites } from './planned.ts';
import type { MessageRef } from './ports.ts';

/** Begins the keys of what a message asks. */
export function messageKeyOf({ team, channel, ts }: MessageRef): string {
  return `message:${team}:${channel}:${ts}`;
}

/** What a message or comment asked before is not answered any more. `askKey` is what it asks now, if anything. */
export async function withdrawReplaced(
  deps: Pick<CaseDeps, 'store' | 'progress'>,
  messageKey: string,
  askKey: string | undefined,
): Promise<Planned> {
  const asked = await deps.store.questionsAskedBy(messageKey);
  const isAskedNow = (key: string) => askKey !== undefined && key.startsWith(`${askKey}:`);
  const replaced = asked.filter((question) => isOpen(question) && !isAskedNow(question.askKey));
  return planWrites(...cancelQuestions(deps, replaced));
}
