import { captureAdvice } from './capture-advice.ts';
import type { CaseDeps } from './case-deps.ts';
import { placeKey } from './place.ts';
import { type Planned, planNothing, planWrites, together } from './planned.ts';
import { type Ticket, ticketPlace, ticketSeen } from './ports.ts';
import { notice, sentences } from './sentences.ts';
import { ticketLabels } from './ticket-labels.ts';
import { tiedFiles } from './tied-files.ts';

type Deps = Pick<CaseDeps, 'jira' | 'memory' | 'store' | 'deliver' | 'settings' | 'privacy'>;

/** Asks a ticket without a log for the capture that its words call for, once, and labels it until one comes. */
export async function requestCapture(deps: Deps, ticket: Ticket, isAsked: boolean): Promise<Planned> {
  const { memory, store, deliver } = deps;
  const place = ticketPlace(ticket);
  const isWanted = isAsked || (await isToBeAsked(deps, ticket));
  if (!isWanted || (await memory.captureRequest(placeKey(place)))) return planNothing();
  // The thread it belongs to has what would be asked for.
  if ((await tiedFiles(deps, place)).length > 0) return planNothing();
  const key = placeKey(place);
  await setLabel(deps, ticket, { add: [ticketLabels.needsCapture] });
  const advice = captureAdvice(`${ticket.summary}\n${ticket.description}`);
  return together(
    planWrites(store.savePlace(place, ticketSeen(ticket)), memory.requestCapture(key)),
    await deliver([
      { key: `capture:${key}`, place, message: notice('waiting', [sentences.needsCapture(ticket.issueKey, advice)]) },
    ]),
  );
}

async function isToBeAsked({ jira, settings }: Deps, ticket: Ticket): Promise<boolean> {
  const { asksForCaptures } = settings.tickets;
  return asksForCaptures !== undefined && (await jira.matches(ticket.issueId, asksForCaptures));
}

/** What was waited for has come: a file the bot has not seen before. */
export async function endCaptureRequest(
  deps: Deps,
  ticket: Ticket,
  files: readonly { id: string }[],
): Promise<Planned> {
  const key = placeKey(ticketPlace(ticket));
  const request = await deps.memory.captureRequest(key);
  if (!request || request.cameAtMs !== null) return planNothing();
  const seen = new Set((await deps.store.casesOfPlace(key)).map(({ fileId }) => fileId));
  if (files.every(({ id }) => seen.has(id))) return planNothing();
  await setLabel(deps, ticket, { remove: [ticketLabels.needsCapture] });
  return planWrites(deps.memory.endCaptureRequest(key));
}

/** Customers of a service project may see labels. */
async function setLabel({ jira }: Deps, ticket: Ticket, change: { add?: string[]; remove?: string[] }): Promise<void> {
  if (!ticket.project.isServiceDesk) await jira.label(ticket.issueId, change);
}
