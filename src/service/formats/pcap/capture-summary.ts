import type { Dissection } from './dissect/dissection.ts';
import { createDistinctCount } from './distinct-count.ts';

/** Counts over the whole capture. Bytes are listed for the first 20,000 conversations. */
export interface CaptureSummary {
  packets: number;
  wireBytes: number;
  protocols: Record<string, number>;
  conversations: number;
  firstTimeMs: number | undefined;
  lastTimeMs: number | undefined;
  talkers: Map<string, { packets: number; bytes: number; firstFrame: number }>;
  perSecond: Map<number, { packets: number; bytes: number; frame: number }>;
  /** `path` is the frame's layers joined by colons. */
  add(dissection: Dissection, path: string, wireLength: number): void;
}

const maxTalkers = 20_000;
const maxSeconds = 100_000;

export function createCaptureSummary(): CaptureSummary {
  const seen = createDistinctCount();
  const paths = new Map<string, number>();

  return {
    packets: 0,
    wireBytes: 0,
    get protocols() {
      return countLayers(paths);
    },
    get conversations() {
      return seen.count();
    },
    firstTimeMs: undefined,
    lastTimeMs: undefined,
    talkers: new Map(),
    perSecond: new Map(),
    add(dissection, path, wireLength) {
      this.packets++;
      this.wireBytes += wireLength;
      if (path !== '') paths.set(path, (paths.get(path) ?? 0) + 1);
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
      seen.add(pair);
      addTo(this.talkers, pair, maxTalkers, () => ({ packets: 0, bytes: 0, firstFrame: number }), wireLength);
    },
  };
}

/** Transport endpoints where there are some, else addresses; the same both ways. */
function conversationOf({ source, destination, transport }: Dissection): string | undefined {
  if (transport) return `${transport.kind} ${transport.conversation}`;
  if (source === undefined || destination === undefined) return undefined;
  return source < destination ? `${source} ↔ ${destination}` : `${destination} ↔ ${source}`;
}

/** Frames that contain a layer, however often it stands in one. */
function countLayers(paths: ReadonlyMap<string, number>): Record<string, number> {
  const counts = new Map<string, number>();
  for (const [path, frames] of paths) {
    for (const layer of new Set(path.split(':'))) counts.set(layer, (counts.get(layer) ?? 0) + frames);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
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
