import { expect, it } from 'vitest';
import { createAlarm } from '../../../src/cloudflare/alarm.ts';
import { createTestClock } from '../../support/test-clock.ts';

function setUp() {
  const clock = createTestClock();
  const delays: number[] = [];
  const queue = { send: async (_: unknown, { delaySeconds = 0 } = {}) => void delays.push(delaySeconds) };
  const alarm = createAlarm();
  return { clock, delays, wakeIn: (ms: number) => alarm.wakeAt(clock.now() + ms, { queue, clock }) };
}

it('wakes for work that is due, each time, and later for work that comes due before cron', async () => {
  const { delays, wakeIn } = setUp();
  await wakeIn(0);
  await wakeIn(-5_000);
  await wakeIn(2_500);
  expect(delays).toEqual([0, 0, 3]);
});

it('leaves to cron what comes due later, and nothing at all', async () => {
  const { delays, wakeIn } = setUp();
  await wakeIn(60_000);
  await wakeIn(Number.POSITIVE_INFINITY);
  expect(delays).toEqual([]);
});

it('sends one wake-up for a moment, another for an earlier one, and again once it has passed', async () => {
  const { clock, delays, wakeIn } = setUp();
  await wakeIn(30_000);
  await wakeIn(30_000);
  await wakeIn(45_000);
  expect(delays).toEqual([30]);
  await wakeIn(10_000);
  expect(delays).toEqual([30, 10]);
  clock.advance(31_000);
  await wakeIn(20_000);
  expect(delays).toEqual([30, 10, 20]);
});
