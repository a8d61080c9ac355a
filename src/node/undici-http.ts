import { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import type { HttpRequest, SendHttp } from '#bot/analysis/http.ts';
import { RemoteError } from '#core/errors.ts';
import { readCapped } from '#core/read-capped.ts';
import { toHeaders } from './to-headers.ts';

/**
 * HTTP towards the Log Analysis Service. No limit on the wait for an answer but the request's own: the built-in fetch
 * gives up after 300 s, and a deep search may be held open longer. Redirects are answers like others.
 */
export function createUndiciHttp(): { send: SendHttp; close(): Promise<void> } {
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connectTimeout: 15_000, keepAliveTimeout: 4_000 });

  async function send(exchange: HttpRequest) {
    const { method, url, timeoutMs, maxBytes } = exchange;
    const limit = timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)];
    const signal = AbortSignal.any([exchange.signal, ...limit]);
    let answer: Dispatcher.ResponseData;
    let body: Readable | undefined;
    try {
      body = await openBody(exchange);
      const length = typeof exchange.body === 'object' ? { 'content-length': String(exchange.body.sizeBytes) } : {};
      answer = await request(url, {
        dispatcher: agent,
        method,
        signal,
        headers: { ...exchange.headers, ...length },
        body: body ?? (typeof exchange.body === 'string' ? exchange.body : null),
      });
      const text = await readCapped(answer.body, maxBytes, 'The log service');
      return { status: answer.statusCode, headers: toHeaders(answer.headers), text };
    } catch (cause) {
      if (cause instanceof RemoteError) throw cause;
      throw new RemoteError(
        'unavailable',
        `No whole answer from the log service to ${method} ${new URL(url).pathname}`,
        {
          isAmbiguous: method !== 'GET',
          cause,
        },
      );
    } finally {
      body?.destroy();
    }
  }

  return { send, close: () => agent.close() };
}

async function openBody({ body }: HttpRequest): Promise<Readable | undefined> {
  if (typeof body !== 'object') return undefined;
  const stream = Readable.fromWeb((await body.open()) as never);
  // An answer before the end of the body closes it; that is no error of ours.
  stream.on('error', () => {});
  return stream;
}
