import type { MemoryStore } from '../../store/memory-store.ts';

/** After a longer outage the rest is for a backfill, which somebody has to want. */
const longestMs = 24 * 3_600_000;
/** Clocks differ, and what happened in the last minutes may not be found yet. */
const overlapMs = 10 * 60_000;

/** From when on to look; undefined at the very first start: what was there before the bot is none of its work. */
export async function sweptSince(memory: MemoryStore, name: string, nowMs: number): Promise<number | undefined> {
  const untilMs = await memory.sweptUntilMs(name);
  return untilMs === undefined ? undefined : Math.max(untilMs - overlapMs, nowMs - longestMs);
}
