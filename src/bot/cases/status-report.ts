import type { CaseStore } from '../store/case-store.ts';
import type { FileState, StatusReport } from './messages.ts';
import { nameInWords } from './sentences.ts';
import type { ServiceGate } from './service-gate.ts';

const mostFiles = 20;

/** The newest files of a channel and how far each is. */
export async function readStatus(
  store: CaseStore,
  gate: ServiceGate,
  channel: { team: string; channel: string },
): Promise<StatusReport> {
  const rows = await store.recentCases(channel, 200);
  const isServiceClosed = await gate.isClosed();
  const places = new Map(
    (await store.findPlaces([...new Set(rows.slice(0, mostFiles).map(({ placeKey }) => placeKey))])).map((place) => [
      place.key,
      place,
    ]),
  );
  const shown = (state: FileState): FileState =>
    isServiceClosed && (state === 'uploading' || state === 'analysing' || state === 'investigating')
      ? 'waiting_for_service'
      : state;
  const counts: StatusReport['counts'] = {};
  for (const { state } of rows) counts[shown(state)] = (counts[shown(state)] ?? 0) + 1;
  const files = rows.slice(0, mostFiles).map((row) => {
    const url = places.get(row.placeKey)?.url;
    return {
      name: nameInWords(row.name),
      state: shown(row.state),
      sinceMs: row.updatedAtMs,
      ...(row.detail ? { detail: row.detail } : {}),
      ...(url ? { link: { kind: 'thread' as const, label: 'thread', url } } : {}),
    };
  });
  return { files, isServiceClosed, counts };
}
