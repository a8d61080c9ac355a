import type { Clock } from '#core/clock.ts';
import { hmacSha256Hex, type Send } from '../slack/signed-delivery.ts';

export interface WebhookSender {
  /** Sends, and again with the same identifier while the answer asks for it. Resolves after the first try. */
  send(body: Record<string, unknown>): Promise<void>;
  /** One delivery of raw text, signed; `retry` counts from 1. */
  sendOnce(rawBody: string, identifier: string, retry?: number): Promise<Response>;
  /** Everything sent, for delivering again. */
  sent: { identifier: string; rawBody: string }[];
}

/** Jira tries again after these answers, and after none; spread over half an hour. */
const retriedStatuses = [408, 409, 425, 429];
const retryDelaysMs = [60_000, 180_000, 300_000, 600_000, 660_000];

export function createWebhookSender(options: {
  clock: Clock;
  secret: string;
  target: () => string | undefined;
  send: Send;
  later: (delayMs: number, run: () => void) => void;
}): WebhookSender {
  let counter = 0;
  const sender: WebhookSender = {
    sent: [],
    async send(body) {
      if (options.target() === undefined) return;
      counter += 1;
      const identifier = `${options.clock.now()}-${counter}`;
      const rawBody = JSON.stringify(body);
      sender.sent.push({ identifier, rawBody });
      const attempt = async (retry: number): Promise<void> => {
        const isDone = await sender
          .sendOnce(rawBody, identifier, retry)
          .then(({ status }) => status < 500 && !retriedStatuses.includes(status))
          .catch(() => false);
        const delayMs = retryDelaysMs[retry];
        if (!isDone && delayMs !== undefined) options.later(delayMs, () => void attempt(retry + 1));
      };
      await attempt(0);
    },
    async sendOnce(rawBody, identifier, retry = 0) {
      const url = options.target();
      if (url === undefined) return new Response(null, { status: 503 });
      return await options.send(
        new Request(url, {
          method: 'POST',
          body: rawBody,
          headers: {
            'content-type': 'application/json',
            'x-hub-signature': `sha256=${await hmacSha256Hex(options.secret, rawBody)}`,
            'x-atlassian-webhook-identifier': identifier,
            'x-atlassian-webhook-flow': 'Primary',
            ...(retry > 0 ? { 'x-atlassian-webhook-retry': String(retry) } : {}),
          },
        }),
      );
    },
  };
  return sender;
}
