import type { HttpRequest, SendHttp, StreamedBody } from '#bot/analysis/http.ts';
import { RemoteError } from '#core/errors.ts';
import { readCapped } from '#core/read-capped.ts';

/** Of the Workers runtime: a body that is sent with its length instead of in chunks. */
declare const FixedLengthStream: new (bytes: number) => TransformStream<Uint8Array, Uint8Array>;

/** HTTP towards the Log Analysis Service over `fetch`, which has no limit of its own on how long an answer is held open. */
export const sendOverFetch: SendHttp = async (exchange) => {
  const { method, url, headers, timeoutMs, maxBytes } = exchange;
  const limit = timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)];
  const signal = AbortSignal.any([exchange.signal, ...limit]);
  try {
    const body = await openBody(exchange.body, signal);
    const answer = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body }),
    });
    const text = answer.body ? await readCapped(answer.body, maxBytes, 'The log service') : '';
    return { status: answer.status, headers: answer.headers, text };
  } catch (cause) {
    if (cause instanceof RemoteError) throw cause;
    const message = `No whole answer from the log service to ${method} ${new URL(url).pathname}`;
    throw new RemoteError('unavailable', message, { isAmbiguous: method !== 'GET', cause });
  }
};

async function openBody(body: HttpRequest['body'], signal: AbortSignal): Promise<BodyInit | undefined> {
  return typeof body === 'object' ? await withLength(body, signal) : body;
}

async function withLength({ sizeBytes, open }: StreamedBody, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const { readable, writable } = new FixedLengthStream(sizeBytes);
  // An answer before the end of the body closes it; whoever reads hears of any other error.
  (await open()).pipeTo(writable, { signal }).catch(() => {});
  return readable;
}
