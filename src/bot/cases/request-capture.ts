import { captureAdvice } from './capture-advice.ts';
import type { CaseDeps } from './case-deps.ts';
import { placeKey } from './place.ts';
import { type Planned, planNothing, together } from './planned.ts';
import { type Ticket, ticketPlace } from './ports.ts';
import { notice, sentences } from './sentences.ts';
import { ticketLabels } from './ticket-labels.ts';
import { tiedFiles } from './tied-files.ts';

type Deps = Pick<CaseDeps, 'jira' | 'memory' | 'store' | 'deliver' | 'settings' | 'privacy'>;

export function hasFiles({ attachments }: Ticket): boolean {
  return attachments.some(({ skip, author }) => !skip && !author.isOwn);
}

/** Asks a ticket without files for the capture that its words call for, once, and labels it until one comes. */
export async function requestCapture(deps: Deps, ticket: Ticket, isAsked: boolean): Promise<Planned> {
  const { jira, memory, store, deliver, settings } = deps;
  const { asksForCaptures } = settings.tickets;
  const isWanted = isAsked || (asksForCaptures !== undefined && (await jira.matches(ticket.issueId, asksForCaptures)));
  if (!isWanted) return planNothing();
  const place = ticketPlace(ticket);
  // The thread it belongs to has what would be asked for.
  if ((await tiedFiles(deps, place)).length > 0) return planNothing();
  const key = placeKey(place);
  await setLabel(deps, ticket, { add: [ticketLabels.needsCapture] });
  const advice = captureAdvice(`${ticket.summary}\n${ticket.description}`);
  return together(
    {
      writes: [
        store.savePlace(place, { label: ticket.issueKey, url: ticket.url, isOpen: !place.isServiceDesk }),
        memory.requestCapture(key),
      ],
      enqueue: [],
    },
    await deliver([
      { key: `capture:${key}`, place, message: notice('waiting', [sentences.needsCapture(ticket.issueKey, advice)]) },
    ]),
  );
}

/** What was waited for has come. */
export async function endCaptureRequest(deps: Deps, ticket: Ticket): Promise<Planned> {
  const key = placeKey(ticketPlace(ticket));
  const request = await deps.memory.captureRequest(key);
  if (!request || request.cameAtMs !== null || !hasFiles(ticket)) return planNothing();
  await setLabel(deps, ticket, { remove: [ticketLabels.needsCapture] });
  return { writes: [deps.memory.endCaptureRequest(key)], enqueue: [] };
}

/** Customers of a service project may see labels. */
async function setLabel({ jira }: Deps, ticket: Ticket, change: { add?: string[]; remove?: string[] }): Promise<void> {
  if (!ticket.project.isServiceDesk) await jira.label(ticket.issueId, change);
}
