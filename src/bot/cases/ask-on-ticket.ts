import { type CaseRow, endStates } from '../store/case-store.ts';
import { planQuestions } from './ask-known-files.ts';
import type { CaseDeps } from './case-deps.ts';
import { newJob } from './case-jobs.ts';
import { likelyLogs } from './find-no-logs.ts';
import { newQuestion } from './new-question.ts';
import { openCases } from './open-cases.ts';
import { type Planned, planNothing, planWrites, together } from './planned.ts';
import { type Ticket, ticketPlace, ticketSeen } from './ports.ts';
import { ticketQuestion } from './query.ts';
import { rerunPrefix } from './same-as-before.ts';
import { notice, sentences } from './sentences.ts';
import { tiedFiles } from './tied-files.ts';

/** The newest are asked; more would be a wall of answers. */
const mostFiles = 5;

/** Asks the files that lie on a ticket, those the question names or the newest, and answers there. */
export async function askOnTicket(
  deps: CaseDeps,
  ticket: Ticket,
  asked: { asker: string; askKey: string; question: string },
): Promise<Planned> {
  const { askKey, question } = asked;
  const place = ticketPlace(ticket);
  const files = likelyLogs(ticket);
  const named = files.filter(({ name }) => name.length >= 3 && question.includes(name));
  const meant = (named.length > 0 ? named : files).slice(-mostFiles);
  const tied = meant.length === 0 ? (await tiedFiles(deps, place)).slice(0, mostFiles) : [];
  if (tied.length > 0) return planQuestions(deps, tied, { ...asked, place, kind: 'follow_up' });
  if (meant.length === 0) {
    const message = notice('info', [sentences.noFiles(ticket.issueKey)]);
    return deps.deliver([{ key: `told:${askKey}`, place, message }]);
  }
  const opened = await openCases(deps, {
    place,
    files: meant,
    source: { vendor: 'jira', site: place.site, issueId: place.issueId },
    question: null,
    isAskedHere: false,
  });
  const rows = opened.caseIds.map((id) => ({ id }));
  return together(know(deps, ticket), opened, await planQuestions(deps, rows, { ...asked, place, kind: 'follow_up' }));
}

/** Looks at every file of a ticket anew, with what the ticket says by now. */
export async function rerunTicket(deps: CaseDeps, ticket: Ticket, askKey: string): Promise<Planned> {
  const place = ticketPlace(ticket);
  const files = likelyLogs(ticket).slice(-mostFiles);
  if (files.length === 0) {
    const message = notice('info', [sentences.noFiles(ticket.issueKey)]);
    return deps.deliver([{ key: `told:${askKey}`, place, message }]);
  }
  const question = ticketQuestion(ticket);
  const opened = await openCases(deps, {
    place,
    files,
    source: { vendor: 'jira', site: place.site, issueId: place.issueId },
    question,
    isAskedHere: true,
  });
  const known = await Promise.all(opened.caseIds.map((id) => deps.store.findCase(id)));
  const rows = known.filter((row) => row !== undefined && endStates.includes(row.state)) as CaseRow[];
  return together(
    know(deps, ticket),
    opened,
    ...(await Promise.all(rows.map((row) => askAnew(deps, row, { askKey, question })))),
  );
}

/** An ended case begins again with a question of its own; what could not be fetched is fetched once more. */
async function askAnew(
  { store, clock, vault }: Pick<CaseDeps, 'store' | 'clock' | 'vault'>,
  row: CaseRow,
  { askKey, question }: { askKey: string; question: string },
): Promise<Planned> {
  if (row.state === 'cancelled') return planNothing();
  const now = clock.now();
  const isFetched = row.state === 'answered' && row.sha256 !== null;
  const anew = await newQuestion(
    { clock, vault },
    {
      askKey: `${rerunPrefix}${askKey}:${row.id}`,
      batch: `${rerunPrefix}${askKey}`,
      caseId: row.id,
      placeKey: row.placeKey,
      asker: null,
      kind: 'file',
      isAddressed: true,
      text: question,
      isTyped: false,
    },
  );
  return {
    writes: [
      store.updateCase(row.id, { state: isFetched ? 'investigating' : 'queued', detail: null }),
      store.insertQuestion(anew),
    ],
    enqueue: [
      newJob('investigate', { questionId: anew.id }),
      // Each generation fetches once; the time of day is one that was never used.
      ...(isFetched ? [] : [newJob('collect', { caseId: row.id, generation: now })]),
    ],
  };
}

function know({ store }: Pick<CaseDeps, 'store'>, ticket: Ticket): Planned {
  return planWrites(store.savePlace(ticketPlace(ticket), ticketSeen(ticket)));
}
