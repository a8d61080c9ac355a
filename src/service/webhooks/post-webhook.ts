import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { AddressGuard } from './guard-address.ts';

export interface WebhookResponse {
  status: number;
  retryAfter: string | undefined;
}

export type PostWebhook = (
  url: string,
  headers: Record<string, string>,
  body: string,
  isInternal: boolean,
  signal: AbortSignal,
) => Promise<WebhookResponse>;

const timeoutMs = 15_000;

/** One POST to a checked address. Follows no redirect and reads no body; throws where there was no answer. */
export function createPostWebhook(guard: AddressGuard): PostWebhook {
  return async (target, headers, body, isInternal, signal) => {
    const url = new URL(target);
    const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const place = await guard.resolve(url, isInternal);
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const { promise, resolve, reject } = Promise.withResolvers<WebhookResponse>();
    const sent = request(
      url,
      {
        method: 'POST',
        signal: within,
        agent: false,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'logtriage-webhooks',
        },
        // The address that was checked, whatever the name says a moment later.
        lookup: (_hostname, options, done) => {
          if (options.all) done(null, [place]);
          else done(null, place.address, place.family);
        },
      },
      (response) => {
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
        response.destroy();
      },
    );
    sent.on('error', reject);
    sent.end(body);
    return await promise;
  };
}
