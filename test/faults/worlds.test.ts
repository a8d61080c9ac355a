import { expect, test } from 'vitest';
import { checkDeathsEverywhere, checkWorlds } from '../support/faults/check-worlds.ts';

const from = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000);
const count = Number(process.env.FAULTS_RUNS ?? 100);

test(`${count} worlds with 13 % of the calls failing lose nothing and say nothing twice`, async () => {
  console.log(`the first seed is ${from}: FAULTS_SEED=${from} FAULTS_RUNS=${count} replays this run`);
  const sum = await checkWorlds({ from, count, shares: 10, faultRate: 0.13, killRate: 0.01 });
  console.log(sum);
  expect(sum.kills).toBeGreaterThan(count);
});

test('a service that is away for hours delays answers and loses none', async () => {
  const plan = { from, count: Math.ceil(count / 10), shares: 10, faultRate: 0.05, killRate: 0.002 };
  console.log(await checkWorlds({ ...plan, serviceAwayMs: 5 * 60 * 60_000 }));
});

test('a process that dies at any one of its calls to the world loses nothing', async () => {
  const every = Math.max(1, Math.round(200 / count));
  console.log(`${await checkDeathsEverywhere({ seed: from, shares: 3, every })} places, each ${every}th tried`);
});
