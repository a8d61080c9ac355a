import { RemoteError } from './errors.ts';

/** Hands on a download chunk by chunk, until `take` says stop. Whatever ends it, the stream is let go. */
export async function readThrough(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  take: (chunk: Uint8Array) => Promise<'go on' | 'stop'>,
): Promise<void> {
  const reader = stream.getReader();
  const onAbort = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new RemoteError('unavailable', 'The download broke off', { cause });
      });
      signal.throwIfAborted();
      if (done || (await take(value)) === 'stop') return;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    await reader.cancel().catch(() => {});
  }
}
