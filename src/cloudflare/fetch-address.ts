import type { OpenAddress } from '#bot/fetching/open-address.ts';
import { RemoteError } from '#core/errors.ts';

/** Addresses of files over `fetch`. What a host resolves to is not to be seen in a Worker: by a network, nothing is allowed. */
export const openOverFetch: OpenAddress = async ({ url, authorization, allowsAddresses, answerMs, idleMs, signal }) => {
  if (allowsAddresses) return 'blocked';
  const watch = createWatch();
  try {
    watch.allow(answerMs);
    const { status, headers, body } = await fetch(url, {
      redirect: 'manual',
      headers: { accept: '*/*', ...(authorization ? { authorization } : {}) },
      signal: AbortSignal.any([signal, watch.signal]),
    });
    return { status, headers, body: withinIdleTime(body ?? new Blob([]).stream(), watch, idleMs) };
  } catch (cause) {
    throw new RemoteError('unavailable', `The file’s address could not be reached: ${url.host}`, { cause });
  } finally {
    watch.rest();
  }
};

type Watch = ReturnType<typeof createWatch>;

/** Aborts where what was allowed a time takes longer. */
function createWatch() {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    signal: abort.signal,
    allow(ms: number) {
      clearTimeout(timer);
      timer = setTimeout(() => abort.abort(new Error(`nothing came for ${ms} ms`)), ms);
    },
    rest: () => clearTimeout(timer),
  };
}

function withinIdleTime(body: ReadableStream<Uint8Array>, watch: Watch, idleMs: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        watch.allow(idleMs);
        const { done, value } = await reader.read().finally(watch.rest);
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
