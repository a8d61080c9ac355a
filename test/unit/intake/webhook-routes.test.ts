import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Intake } from '../../../src/bot/intake/intake.ts';
import { createWebhookRoutes } from '../../../src/bot/intake/webhook-routes.ts';
import { silentLog } from '../../../src/core/log.ts';

const token = 'a-token-of-22-characters-or-more';

function routesWith(accept: () => Promise<{ status: 'accepted' }>) {
  const intake = { acceptJiraWebhook: accept, acceptServiceHook: accept } as unknown as Intake;
  const proofs = { jiraSecret: 'secret', jiraToken: token, serviceSecrets: () => [], serviceToken: token };
  const routes = createWebhookRoutes({ intake, proofs, createHmac, clock: { now: () => 0 }, log: silentLog });
  return async (path: string, body: string, headers: Record<string, string> = {}) =>
    (await routes.request(path, { method: 'POST', body, headers })).status;
}

function sign(body: string): Record<string, string> {
  return { 'x-hub-signature': `sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}` };
}

it('takes a signed webhook, and an unsigned one only at the secret address', async () => {
  const post = routesWith(async () => ({ status: 'accepted' }));
  expect(await post('/jira/webhook', '{}', sign('{}'))).toBe(200);
  expect(await post('/jira/webhook', '{ }', sign('{}'))).toBe(401);
  expect(await post('/jira/webhook', '{}')).toBe(401);
  expect(await post(`/jira/webhook/${token}`, '{}')).toBe(200);
  expect(await post(`/jira/webhook/${token}x`, '{}', sign('{}'))).toBe(401);
  expect(await post('/hooks/log-service', '{}')).toBe(401);
  expect(await post(`/hooks/log-service/${token}`, '{}')).toBe(200);
});

it('asks for another try where the work could not be stored', async () => {
  const post = routesWith(async () => {
    throw new Error('disk full');
  });
  expect(await post('/jira/webhook', '{}', sign('{}'))).toBe(503);
});

it('refuses what is too large or no JSON', async () => {
  const post = routesWith(async () => ({ status: 'accepted' }));
  expect(await post('/jira/webhook', 'x'.repeat(5_000_001))).toBe(413);
  expect(await post('/hooks/log-service', 'x'.repeat(300_000))).toBe(413);
  expect(await post('/jira/webhook', 'no json', sign('no json'))).toBe(400);
});
