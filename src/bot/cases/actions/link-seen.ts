import { placeKey } from '../place.ts';
import { type Planned, together } from '../planned.ts';
import { sentences } from '../sentences.ts';
import { tieThread } from '../tie-ticket.ts';
import { type Acted, type ActionDeps, tell } from './acted.ts';
import { editControls, seenBeforeOf } from './judge.ts';

/** Lets the thread belong to the ticket where the same cause was seen; the ticket gets the answer, and is not changed. */
export async function linkSeen(deps: ActionDeps, { press, question, asker }: Acted): Promise<Planned> {
  const { privacy, jira, store } = deps;
  const { team, channel, threadTs } = press;
  const seen = await seenBeforeOf(deps, question.id);
  if (!seen?.link || !threadTs) return tell(deps, press, sentences.answerForgotten());
  if (seen.linkedTo) return tell(deps, press, sentences.alreadyDone());
  const { issueKey } = seen.link;
  const ticket = (await privacy.maySee(asker, { kind: 'ticket', issue: issueKey }))
    ? await jira.ticket(issueKey)
    : null;
  if (ticket?.status !== 'found') return tell(deps, press, sentences.unknownTicket(issueKey));
  const thread = placeKey({ kind: 'thread', team, channel, threadTs });
  return together(
    await editControls(deps, question.id, { seenBefore: { ...seen, linkedTo: ticket.value.issueKey } }),
    await tieThread(store, thread, issueKey.toUpperCase(), ticket.value),
    await tell(deps, press, sentences.linked(ticket.value.issueKey)),
  );
}
