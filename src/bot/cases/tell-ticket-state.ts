import type { CaseDeps } from './case-deps.ts';
import type { FileState } from './messages.ts';
import { placeKey } from './place.ts';
import type { Planned } from './planned.ts';
import { type Ticket, ticketPlace } from './ports.ts';
import { nameInWords, notice, sentences, skipWords } from './sentences.ts';

/** What became of each file of a ticket, in a comment. */
export async function tellTicketState(deps: CaseDeps, ticket: Ticket, askKey: string): Promise<Planned> {
  const { store, deliver } = deps;
  const place = ticketPlace(ticket);
  const rows = new Map((await store.casesOfPlace(placeKey(place))).map((row) => [row.fileId, row]));
  const lines = ticket.attachments.map(({ id, name, skip, author }) => {
    const row = rows.get(id);
    const why = author.isOwn
      ? 'is an answer of mine'
      : skip
        ? `was skipped: ${skipWords(skip)}`
        : row
          ? `${stateWords[row.state]}${row.detail ? `: ${row.detail}` : ''}`
          : 'was never announced to me; set the label logtriage, or write rerun, and I look at it';
    return `${nameInWords(name)} ${why}`;
  });
  const words = lines.length > 0 ? lines.slice(-20) : [sentences.noFiles(ticket.issueKey)];
  return deliver([{ key: `told:${askKey}`, place, message: notice('info', words) }]);
}

const stateWords: Record<FileState, string> = {
  queued: 'waits for its turn',
  downloading: 'is being fetched',
  uploading: 'is being brought to the log service',
  analysing: 'is being analysed',
  investigating: 'is being investigated',
  waiting_for_service: 'waits for the log service',
  answered: 'was answered here',
  skipped: 'was skipped',
  failed: 'failed',
  cancelled: 'was deleted',
};
