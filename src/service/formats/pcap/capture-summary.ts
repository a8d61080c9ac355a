import type { Dissection } from './dissect/dissection.ts';

/** Counts over the whole capture. Conversations beyond the cap are still counted, their bytes are not listed. */
export interface CaptureSummary {
  packets: number;
  wireBytes: number;
  protocols: Record<string, number>;
  conversations: number;
  firstTimeMs: number | undefined;
  lastTimeMs: number | undefined;
  talkers: Map<string, { packets: number; bytes: number; firstFrame: number }>;
  perSecond: Map<number, { packets: number; bytes: number; frame: number }>;
  add(dissection: Dissection, wireLength: number): void;
}

const maxConversations = 200_000;
const maxSeconds = 100_000;

export function createCaptureSummary(): CaptureSummary {
  const seen = new Set<string>();
  const protocols = new Map<string, number>();

  return {
    packets: 0,
    wireBytes: 0,
    get protocols() {
      return Object.fromEntries([...protocols].sort(([a], [b]) => (a < b ? -1 : 1)));
    },
    conversations: 0,
    firstTimeMs: undefined,
    lastTimeMs: undefined,
    talkers: new Map(),
    perSecond: new Map(),
    add(dissection, wireLength) {
      this.packets++;
      this.wireBytes += wireLength;
      for (const layer of new Set(dissection.layers)) protocols.set(layer, (protocols.get(layer) ?? 0) + 1);
      const { timeMs, number } = dissection;
      if (timeMs !== undefined) {
        this.firstTimeMs = Math.min(this.firstTimeMs ?? timeMs, timeMs);
        this.lastTimeMs = Math.max(this.lastTimeMs ?? timeMs, timeMs);
        addTo(
          this.perSecond,
          Math.floor(timeMs / 1000),
          maxSeconds,
          () => ({ packets: 0, bytes: 0, frame: number }),
          wireLength,
        );
      }
      const pair = conversationOf(dissection);
      if (pair === undefined) return;
      if (!seen.has(pair) && seen.size < maxConversations) {
        seen.add(pair);
        this.conversations++;
      }
      addTo(this.talkers, pair, 20_000, () => ({ packets: 0, bytes: 0, firstFrame: number }), wireLength);
    },
  };
}

/** Transport endpoints where there are some, else addresses; the same both ways. */
export function conversationOf({ source, destination, transport }: Dissection): string | undefined {
  if (source === undefined || destination === undefined) return undefined;
  const from = transport ? `${source}:${transport.sourcePort}` : source;
  const to = transport ? `${destination}:${transport.destinationPort}` : destination;
  const kind = transport ? `${transport.kind} ` : '';
  return from < to ? `${kind}${from} ↔ ${to}` : `${kind}${to} ↔ ${from}`;
}

function addTo<K, V extends { packets: number; bytes: number }>(
  map: Map<K, V>,
  key: K,
  cap: number,
  create: () => V,
  bytes: number,
): void {
  let entry = map.get(key);
  if (!entry) {
    if (map.size >= cap) return;
    entry = create();
    map.set(key, entry);
  }
  entry.packets++;
  entry.bytes += bytes;
}
