import type { IncomingMessage } from 'node:http';

export const maxDrainedBytes = 64 * 1024 * 1024;
const maxMs = 5_000;

/**
 * Reads the rest of a refused request, within bounds: many clients send their whole body before they look at the
 * answer, and find a broken connection where there was a 413.
 */
export async function drainRequest(incoming: IncomingMessage | undefined): Promise<void> {
  if (!incoming || incoming.complete || incoming.destroyed) return;
  if (Number(incoming.headers['content-length'] ?? 0) > maxDrainedBytes) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  let sizeBytes = 0;
  const onData = (chunk: Buffer) => {
    sizeBytes += chunk.length;
    if (sizeBytes > maxDrainedBytes) resolve();
  };
  const timer = setTimeout(resolve, maxMs);
  incoming.on('data', onData).once('end', resolve).once('close', resolve);
  incoming.resume();
  await promise;
  clearTimeout(timer);
  incoming.off('data', onData).off('end', resolve).off('close', resolve);
  incoming.resume();
}
