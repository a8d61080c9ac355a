import type { CaseDeps } from './case-deps.ts';
import { noLogsOfTicket } from './find-no-logs.ts';
import { noLogWords } from './is-log.ts';
import type { FileState } from './messages.ts';
import { placeKey } from './place.ts';
import type { Planned } from './planned.ts';
import { type Ticket, ticketPlace } from './ports.ts';
import { nameInWords, notice, sentences } from './sentences.ts';

const mostFiles = 20;

/** What became of each file of a ticket, in a comment. */
export async function tellTicketState(
  deps: CaseDeps,
  ticket: Ticket,
  askKey: string,
  signal: AbortSignal,
): Promise<Planned> {
  const { store, deliver } = deps;
  const place = ticketPlace(ticket);
  const rows = new Map((await store.casesOfPlace(placeKey(place))).map((row) => [row.fileId, row]));
  const newest = ticket.attachments.slice(-mostFiles);
  const noLogs = await noLogsOfTicket(
    deps,
    newest.filter(({ id, author }) => !author.isOwn && !rows.has(id)),
    signal,
  );
  const lines = newest.map(({ id, name, author }) => {
    const row = rows.get(id);
    const noLog = noLogs.get(id);
    const why = author.isOwn
      ? 'is an answer of mine'
      : row
        ? `${stateWords[row.state]}${row.detail ? `: ${row.detail}` : ''}`
        : noLog
          ? noLogWords(noLog)
          : 'has not been looked at; set the label logtriage or write rerun';
    return `${nameInWords(name)} ${why}`;
  });
  const words = lines.length > 0 ? lines : [sentences.noFiles(ticket.issueKey)];
  return deliver([{ key: `told:${askKey}`, place, message: notice('info', words) }]);
}

const stateWords: Record<FileState, string> = {
  queued: 'is waiting for its turn',
  downloading: 'is being fetched',
  uploading: 'is being uploaded to the log service',
  analysing: 'is being analysed',
  investigating: 'is being investigated',
  waiting_for_service: 'is waiting for the log service',
  answered: 'was answered here',
  skipped: 'was skipped',
  failed: 'failed',
  cancelled: 'was deleted',
};
