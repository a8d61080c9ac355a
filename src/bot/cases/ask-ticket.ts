import { planQuestions } from './ask-known-files.ts';
import type { CaseDeps } from './case-deps.ts';
import { openCases } from './open-cases.ts';
import { type Place, placeKey } from './place.ts';
import { type Planned, planNothing, together } from './planned.ts';
import { ticketPlace } from './ports.ts';
import { ticketQuestion } from './query.ts';
import { notice, sentences } from './sentences.ts';

/** More would be a wall of answers; the newest are asked. */
const mostFiles = 5;

/** `/triage <ticket> [question]`, or a mention that names a ticket: asks its files, and ties a thread to it. */
export async function askTicket(
  deps: CaseDeps,
  asked: { place: Place; askKey: string; issueKey: string; question: string },
): Promise<Planned> {
  const { store, jira, deliver, clock } = deps;
  const issueKey = asked.issueKey.toUpperCase();
  const say = (sentence: string) =>
    deliver([{ key: `told:${asked.askKey}`, place: asked.place, message: notice('info', [sentence]) }]);
  const fetched = await jira.ticket(issueKey);
  if (fetched.status !== 'found') return say(sentences.unknownTicket(issueKey));
  const ticket = fetched.value;
  const ticketAt = ticketPlace(ticket);
  const attachments = ticket.attachments.filter((file) => !file.author.isOwn && !file.skip).slice(-mostFiles);
  const known: Planned = {
    writes: [
      store.savePlace(ticketAt, { label: ticket.issueKey, url: ticket.url, isOpen: !ticketAt.isServiceDesk }),
      ...(asked.place.kind === 'thread'
        ? [
            store.insertTie({
              threadKey: placeKey(asked.place),
              issueKey: ticket.issueKey.toUpperCase(),
              ticketKey: placeKey(ticketAt),
              state: 'tied',
              createdAtMs: clock.now(),
            }),
          ]
        : []),
    ],
    enqueue: [],
  };
  if (attachments.length === 0) return together(known, await say(sentences.noFiles(ticket.issueKey)));
  const source = { vendor: 'jira' as const, site: ticketAt.site, issueId: ticketAt.issueId };
  const opened = await openCases(deps, { place: ticketAt, files: attachments, source, question: null });
  const question = asked.question.trim() || ticketQuestion(ticket);
  return together(
    known,
    opened,
    planQuestions(
      deps,
      opened.caseIds.map((id) => ({ id })),
      { ...asked, question, kind: 'command' },
    ),
    planNothing(),
  );
}
