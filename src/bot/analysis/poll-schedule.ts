/** How long until the next look at a file: quick at first, then every half minute, then every minute; ±20 %. */
export function filePollDelayMs(polls: number, waitedMs: number, askedMs: number | undefined, random: number): number {
  if (askedMs !== undefined) return askedMs;
  const base =
    waitedMs < 600_000 ? Math.min(2_000 * 1.5 ** Math.min(polls, 20), 15_000) : waitedMs < 1_800_000 ? 30_000 : 60_000;
  return spread(base, random);
}

/** How long until the next look at a running deep search: from 10 s to a minute; the webhook is the quick way. */
export function searchPollDelayMs(polls: number, askedMs: number | undefined, random: number): number {
  if (askedMs !== undefined) return askedMs;
  return spread(Math.min(10_000 * 1.5 ** Math.min(polls, 10), 60_000), random);
}

/** A file that failed and may recover by itself: 30 to 60 s. */
export function recoveryPollDelayMs(askedMs: number | undefined, random: number): number {
  return askedMs ?? 30_000 + random * 30_000;
}

function spread(delayMs: number, random: number): number {
  return Math.round(delayMs * (0.8 + 0.4 * random));
}
