import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookEndpoint } from '../store/webhooks.ts';

export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The headers of Standard Webhooks 1.0: signed with each secret that is valid, space-separated. */
export function signWebhook(
  endpoint: Pick<WebhookEndpoint, 'secret' | 'previousSecret' | 'previousSecretUntilMs'>,
  id: string,
  body: string,
  nowMs: number,
): Record<string, string> {
  const timestamp = Math.floor(nowMs / 1000);
  const isPreviousValid = endpoint.previousSecret !== null && (endpoint.previousSecretUntilMs ?? 0) > nowMs;
  const secrets = isPreviousValid ? [endpoint.secret, endpoint.previousSecret!] : [endpoint.secret];
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
