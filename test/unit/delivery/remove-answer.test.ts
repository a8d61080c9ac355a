import { afterEach, beforeEach, expect, test } from 'vitest';
import { atomic } from '#core/sql.ts';
import { createDeliveryHandlers } from '../../../src/bot/delivery/deliver.ts';
import { planDeliveryStatements } from '../../../src/bot/delivery/plan-delivery.ts';
import { removeAnswerJob } from '../../../src/bot/delivery/removal-jobs.ts';
import { deliveries, deliveryParts } from '../../../src/bot/store/delivery.ts';
import { createMemoryVendor, type MemoryVendor } from '../../support/memory-vendor.ts';
import { createTestClock, type TestClock } from '../../support/test-clock.ts';
import { openTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { createTestProcess } from '../../support/test-worker.ts';

let database: TestDatabase;
let clock: TestClock;
let vendor: MemoryVendor;

beforeEach(() => {
  database = openTestDatabase('bot');
  clock = createTestClock();
  vendor = createMemoryVendor(clock);
});
afterEach(() => database.close());

async function start() {
  const started = createTestProcess({ sql: database.sql, clock });
  const worker = started.createWorker(createDeliveryHandlers({ ...started, destinations: [vendor.destination] }));
  const message = { parts: [{ content: 'words' }] };
  await atomic(
    database.sql,
    planDeliveryStatements(started, [{ destination: 'memory', key: 'one', place: 'thread', message }]),
  );
  return {
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += 5_000) {
        await worker.drain();
        clock.advance(5_000);
      }
      await worker.drain();
    },
    async remove() {
      const [row] = await database.sql.select().from(deliveries);
      await started.queue.enqueue([removeAnswerJob('memory', row!.id)]);
    },
  };
}

const kept = async () => [
  ...(await database.sql.select().from(deliveries)),
  ...(await database.sql.select().from(deliveryParts)),
];

test('what is posted goes, and nothing is kept of it', async () => {
  const { pass, remove } = await start();
  await pass(5_000);
  expect(vendor.messages).toHaveLength(1);
  await remove();
  await pass(5_000);
  expect(vendor.messages).toEqual([]);
  expect(await kept()).toEqual([]);
});

test('what was not posted yet is not posted any more', async () => {
  vendor.postFaults.push('limited', 'limited');
  const { pass, remove } = await start();
  await pass(5_000);
  await remove();
  await pass(120_000);
  expect(vendor.posts.length).toBeLessThanOrEqual(2);
  expect(vendor.messages).toEqual([]);
  expect(await kept()).toEqual([]);
});

test('what is planned and removed at once is never posted', async () => {
  const { pass, remove } = await start();
  await remove();
  await pass(60_000);
  expect(vendor.messages).toEqual([]);
  expect(await kept()).toEqual([]);
});

test('a post of unknown fate that lands after the look for it goes too', async () => {
  vendor.postFaults.push('lost');
  const { pass, remove } = await start();
  await pass(45_000);
  const [post] = vendor.posts;
  await remove();
  await pass(30_000);
  expect(vendor.messages).toEqual([]);
  vendor.messages.push({ ...post!, ref: 'late', postedAtMs: clock.now() });
  await pass(20 * 60_000);
  expect(vendor.messages).toEqual([]);
  expect(await kept()).toEqual([]);
});
