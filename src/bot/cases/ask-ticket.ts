import { planQuestions } from './ask-known-files.ts';
import type { CaseDeps } from './case-deps.ts';
import { likelyLogs } from './find-no-logs.ts';
import { openCases } from './open-cases.ts';
import { placeKey, type TicketPlace } from './place.ts';
import { type Planned, planWrites, together } from './planned.ts';
import { ticketPlace, ticketSeen } from './ports.ts';
import { type Asking, askerKey, sourceOfCase } from './privacy.ts';
import { ticketQuestion } from './query.ts';
import { notice, sentences } from './sentences.ts';
import { tiedFiles } from './tied-files.ts';

/** More would be a wall of answers; the newest are asked. */
const mostFiles = 5;

/** `/triage <ticket> [question]`, or a mention that names a ticket: asks its files, and ties a thread to it. */
export async function askTicket(
  deps: CaseDeps,
  asked: Asking & { askKey: string; issueKey: string; question: string },
): Promise<Planned> {
  const { store, jira, deliver, privacy } = deps;
  const issueKey = asked.issueKey.toUpperCase();
  const say = (sentence: string) =>
    deliver([{ key: `told:${asked.askKey}`, place: asked.alone, message: notice('info', [sentence]) }]);
  const place = await privacy.answerPlace(asked, { kind: 'ticket', issue: issueKey });
  const fetched = place ? await jira.ticket(issueKey) : null;
  if (!place || fetched?.status !== 'found') return say(sentences.unknownTicket(issueKey));
  const ticket = fetched.value;
  const ticketAt = ticketPlace(ticket);
  const typed = asked.question.trim();
  const attachments = likelyLogs(ticket).slice(-mostFiles);
  const tie = { issueKey: ticket.issueKey.toUpperCase(), ticketKey: placeKey(ticketAt) };
  const known = planWrites(
    store.savePlace(ticketAt, ticketSeen(ticket)),
    ...(place.kind === 'thread' ? [store.tie({ threadKey: placeKey(place), ...tie })] : []),
  );
  const asker = askerKey(asked.asker);
  const question = { asker, askKey: asked.askKey, question: typed || ticketQuestion(ticket), isTyped: typed !== '' };
  if (attachments.length === 0) {
    const tied = await askTied(deps, asked, ticketAt, question);
    return together(known, tied ?? (await say(sentences.noFiles(ticket.issueKey))));
  }
  const opened = await openCases(deps, {
    place: ticketAt,
    files: attachments,
    source: { vendor: 'jira', site: ticketAt.site, issueId: ticketAt.issueId },
    question: null,
    isAskedHere: false,
  });
  return together(
    known,
    opened,
    await planQuestions(
      deps,
      opened.caseIds.map((id) => ({ id })),
      { place, ...question, kind: 'command' },
    ),
  );
}

/** A ticket without files of its own may belong to a thread that has some. Null: to none that the asker may see. */
async function askTied(
  deps: CaseDeps,
  asked: Asking,
  ticketAt: TicketPlace,
  question: { asker: string | null; askKey: string; question: string; isTyped: boolean },
): Promise<Planned | null> {
  const planned: Planned[] = [];
  for (const row of (await tiedFiles(deps, ticketAt)).slice(0, mostFiles)) {
    const place = await deps.privacy.answerPlace(asked, sourceOfCase(row));
    if (place) planned.push(await planQuestions(deps, [row], { place, ...question, kind: 'command' }));
  }
  return planned.length > 0 ? together(...planned) : null;
}
