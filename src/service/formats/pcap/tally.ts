/** Counts events by key and keeps the first few packet numbers as proof. Bounded: keys beyond the cap share one entry. */
export interface Tally {
  add(key: string, frames: readonly number[], timeMs: number | undefined): void;
  entries(): TallyEntry[];
}

export interface TallyEntry {
  key: string;
  count: number;
  frames: number[];
  firstTimeMs: number | undefined;
  lastTimeMs: number | undefined;
}

const maxKeys = 5_000;
const maxFrames = 12;

export function createTally(): Tally {
  const entries = new Map<string, TallyEntry>();

  return {
    add(key, frames, timeMs) {
      const name = entries.has(key) || entries.size < maxKeys ? key : 'others';
      const entry = entries.get(name) ?? { key: name, count: 0, frames: [], firstTimeMs: timeMs, lastTimeMs: timeMs };
      entries.set(name, entry);
      entry.count++;
      entry.lastTimeMs = timeMs ?? entry.lastTimeMs;
      for (const frame of frames) if (entry.frames.length < maxFrames) entry.frames.push(frame);
    },
    /** Most frequent first; ties in order of appearance. */
    entries: () => [...entries.values()].sort((a, b) => b.count - a.count),
  };
}
