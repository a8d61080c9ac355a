/** A time earlier than this since the epoch is one since boot: no device runs so long, and no log is so old. */
export const longestUptimeMs = 400 * 86_400_000;

/**
 * Puts times since boot, in an index of a document with a wall clock, on that clock; without `bootAtMs` such lines have
 * no time. No block of an index holds both kinds.
 */
export function placeBootTimes(blocks: readonly { minTimeMs: number; maxTimeMs: number }[], bootAtMs?: number): void {
  for (const block of blocks) {
    if (!(block.maxTimeMs < longestUptimeMs)) continue;
    block.minTimeMs += bootAtMs ?? Number.NaN;
    block.maxTimeMs += bootAtMs ?? Number.NaN;
  }
}
