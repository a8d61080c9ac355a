import type { CaseRow } from '../store/case-store.ts';
import type { CaseDeps } from './case-deps.ts';
import { placeKey, type TicketPlace } from './place.ts';
import { sourceOfCase } from './privacy.ts';

/** Files of threads that belong to a ticket, newest first, of those that may be told of on it. */
export async function tiedFiles(
  { store, privacy }: Pick<CaseDeps, 'store' | 'privacy'>,
  ticketAt: TicketPlace,
): Promise<CaseRow[]> {
  const ties = await store.tiesOfTicket(placeKey(ticketAt));
  const threads = await store.findPlaces(ties.map(({ threadKey }) => threadKey));
  const found: CaseRow[] = [];
  for (const { key, place } of threads) {
    const rows = (await store.casesOfPlace(key)).filter(({ state }) => state === 'answered');
    for (const row of rows) if (await privacy.mayTravel(sourceOfCase(row), place, ticketAt)) found.push(row);
  }
  return found.toSorted((a, b) => b.createdAtMs - a.createdAtMs);
}
