import { expect, it } from 'vitest';
import { createMetrics } from '../../../src/core/metrics.ts';
import { createOperatorRoutes } from '../../../src/node/operator-routes.ts';
import { createTestClock } from '../../support/test-clock.ts';

const clock = createTestClock();
const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } }) as never;
const basic = (text: string) => ({ authorization: `Basic ${btoa(text)}` });

it('shows metrics to this machine itself, and to others only with the operator’s password', async () => {
  const routes = createOperatorRoutes({ metrics: createMetrics(), isReady: () => true, password: 'hunter2', clock });
  const get = async (address: string, headers: Record<string, string> = {}) =>
    (await routes.request('/metrics', { headers }, from(address))).status;
  expect(await get('127.0.0.1')).toBe(200);
  expect(await get('::ffff:127.0.0.1')).toBe(200);
  expect(await get('127.0.0.1', { 'x-forwarded-for': '10.0.0.1' })).toBe(401);
  expect(await get('10.0.0.1')).toBe(401);
  expect(await get('10.0.0.1', basic('operator:hunter2'))).toBe(200);
  expect(await get('10.0.0.1', basic('operator:hunter'))).toBe(401);
  expect(await get('10.0.0.1', basic('admin:hunter2'))).toBe(401);
});

it('hides metrics from others where there is no password, and is ready only when it is', async () => {
  let isReady = false;
  const routes = createOperatorRoutes({ metrics: createMetrics(), isReady: () => isReady, password: undefined, clock });
  const status = async (path: string) => (await routes.request(path, {}, from('10.0.0.1'))).status;
  expect(await status('/metrics')).toBe(404);
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);
  isReady = true;
  expect(await status('/readyz')).toBe(200);
});

it('lets nobody guess the password for long, and holds nobody else up', async () => {
  const routes = createOperatorRoutes({ metrics: createMetrics(), isReady: () => true, password: 'hunter2', clock });
  const get = async (address: string, password: string) =>
    (await routes.request('/metrics', { headers: basic(`operator:${password}`) }, from(address))).status;
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, index) => get('10.0.0.9', `guess ${index}`)));
  expect(guesses.filter((status) => status === 401)).toHaveLength(10);
  expect(await get('10.0.0.9', 'hunter2')).toBe(429);
  expect(await get('10.0.0.7', 'hunter2')).toBe(200);
  clock.advance(5 * 60_000);
  expect(await get('10.0.0.9', 'hunter2')).toBe(200);
});
