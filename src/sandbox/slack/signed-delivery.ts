import type { Clock } from '#core/clock.ts';

export type Send = (request: Request) => Promise<Response>;

interface SignedRequest {
  url: string;
  body: string;
  contentType: string;
  headers?: Record<string, string>;
}

/** A request as Slack signs it: `v0=` and the HMAC-SHA256 of `v0:<seconds>:<raw body>`. */
export async function signSlackRequest(
  clock: Clock,
  signingSecret: string,
  { url, body, contentType, headers = {} }: SignedRequest,
): Promise<Request> {
  const timestamp = String(Math.floor(clock.now() / 1000));
  const signature = await hmacSha256Hex(signingSecret, `v0:${timestamp}:${body}`);
  return new Request(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': contentType,
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`,
      ...headers,
    },
  });
}

export async function hmacSha256Hex(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const digest = await crypto.subtle.sign('HMAC', key, encoder.encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Slack's own retries after a delivery that was not answered with 2xx: at once, a minute later, five minutes later. */
export const retryDelaysMs = [0, 60_000, 300_000];
