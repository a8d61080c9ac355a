import { setImmediate, setTimeout } from 'node:timers/promises';

/** A turn of the event loop this short has nobody waiting. */
const quietMs = 2;
const longestMs = 100;

/**
 * Before more work of our own is taken up: waits three times as long as the event loop takes for one turn, so that
 * requests have most of a busy process.
 */
export async function giveWay(): Promise<void> {
  const beganAtMs = performance.now();
  await setImmediate();
  const turnMs = performance.now() - beganAtMs;
  if (turnMs > quietMs) await setTimeout(Math.min(3 * turnMs, longestMs));
}
