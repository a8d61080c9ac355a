import { expect, test } from 'vitest';
import { checkDeathsEverywhere, checkWorlds } from '../support/faults/check-worlds.ts';

test('faults, deaths, repeated events and wrong clocks: each acknowledged file is answered once', async () => {
  const sum = await checkWorlds({ from: 1, count: 6, shares: 8, faultRate: 0.13, killRate: 0.01 });
  expect(sum.acknowledged).toBeGreaterThan(30);
  expect(sum.kills).toBeGreaterThan(30);
});

test('a service that is away for three hours delays answers and loses none', async () => {
  await checkWorlds({ from: 3, count: 1, shares: 6, faultRate: 0.05, killRate: 0.002, serviceAwayMs: 3 * 60 * 60_000 });
});

test('a process that dies at any one of its calls to the world, a sample of them, loses nothing', async () => {
  await checkDeathsEverywhere({ seed: 1, shares: 2, every: 150 });
});
