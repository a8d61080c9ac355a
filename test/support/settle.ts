/** Lets everything go on that only waits for a local database, which answers within a few turns of the event loop. */
export async function settle(turns = 20): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}
