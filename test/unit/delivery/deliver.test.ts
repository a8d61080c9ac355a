import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RemoteError } from '#core/errors.ts';
import { atomic } from '#core/sql.ts';
import { jobs } from '#jobs/schema.ts';
import { createDeliveryHandlers, type FailedDelivery } from '../../../src/bot/delivery/deliver.ts';
import type { PlannedPart } from '../../../src/bot/delivery/destination.ts';
import { planDeliveryStatements } from '../../../src/bot/delivery/plan-delivery.ts';
import { deliveries, deliveryParts } from '../../../src/bot/store/delivery.ts';
import { createMemoryVendor, type MemoryVendor, type PostFault } from '../../support/memory-vendor.ts';
import { settle } from '../../support/settle.ts';
import { createTestClock, type TestClock } from '../../support/test-clock.ts';
import { openTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { createTestProcess } from '../../support/test-worker.ts';

let database: TestDatabase;
let clock: TestClock;
let vendor: MemoryVendor;
let failures: FailedDelivery[];
let refusals: string[];

beforeEach(() => {
  database = openTestDatabase('bot');
  clock = createTestClock();
  vendor = createMemoryVendor(clock);
  failures = [];
  refusals = [];
});
afterEach(() => database.close());

function startProcess(holder = 'one') {
  const started = createTestProcess({ sql: database.sql, clock, holder });
  const handlers = createDeliveryHandlers({
    ...started,
    destinations: [vendor.destination],
    onFailed(failed) {
      failures.push(failed);
      return {};
    },
    async onRefused({ reason }) {
      refusals.push(String(reason));
      return {};
    },
  });
  return {
    worker: started.createWorker(handlers),
    kill: started.kill,
    async plan(key: string, parts: PlannedPart[], place = 'thread') {
      await atomic(
        database.sql,
        planDeliveryStatements(started, [{ destination: 'memory', key, place, message: { parts } }]),
      );
      started.queue.wake();
    },
  };
}

async function pass(ms: number, stepMs = 500): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    clock.advance(Math.min(stepMs, ms - passed));
    await settle(8);
  }
}

const contents = () => vendor.messages.map(({ content }) => content);
const states = async () => (await database.sql.select().from(deliveries)).map(({ state }) => state);

describe('an answer is posted once', () => {
  test('planned twice, posted once', async () => {
    const { worker, plan } = startProcess();
    await plan('k', [{ content: 'hello' }]);
    await plan('k', [{ content: 'hello' }]);
    await worker.drain();
    expect(contents()).toEqual(['hello']);
    expect(await states()).toEqual(['sent']);
  });

  test('parts follow each other in order, and the later ones know the first', async () => {
    const { worker, plan } = startProcess();
    await plan('k', [{ content: 'one' }, { content: 'two' }, { content: 'three' }]);
    await worker.drain();
    expect(contents()).toEqual(['one', 'two', 'three']);
    expect(vendor.posts.map(({ part, firstRef }) => [part, firstRef])).toEqual([
      [0, null],
      [1, 1],
      [2, 1],
    ]);
    expect(new Set(vendor.posts.map(({ key }) => key)).size).toBe(3);
    for (const { key } of vendor.posts) expect(key).toMatch(/^[a-z0-9-]{1,64}$/);
  });

  test.each<[PostFault, number]>([
    ['stored', 1],
    ['lost', 2],
    ['hangs', 1],
    ['lands late', 1],
  ])('fate unknown (%s): looked up 20 s after the attempt, sent again only where absent', async (fault, posts) => {
    const { worker, plan } = startProcess();
    await worker.start();
    vendor.postFaults.push(fault);
    await plan('k', [{ content: 'hello' }]);
    await pass(19_500);
    expect(vendor.posts).toHaveLength(1);
    expect(await states()).toEqual(['unknown']);
    await pass(1_500);
    expect(vendor.posts).toHaveLength(posts);
    expect(contents()).toEqual(['hello']);
    expect(await states()).toEqual(['sent']);
    await worker.stop();
  });

  test('a process that dies while it posts leaves the look-up to the next one', async () => {
    const first = startProcess();
    await first.worker.start();
    vendor.postFaults.push('hangs');
    await first.plan('k', [{ content: 'hello' }, { content: 'more' }]);
    await settle();
    expect(await states()).toEqual(['sending']);
    first.kill();
    const second = startProcess('two');
    await second.worker.start();
    await pass(22_000);
    expect(contents()).toEqual(['hello', 'more']);
    expect(await states()).toEqual(['sent']);
    await second.worker.stop();
  });

  test('a message that lands after its copy was sent is taken away again, the older one stays', async () => {
    const { worker, plan } = startProcess();
    await worker.start();
    vendor.postFaults.push('lost');
    await plan('k', [{ content: 'hello' }]);
    await pass(21_000);
    const [sent] = vendor.messages;
    vendor.messages.push({ ...sent!, ref: 'late', postedAtMs: clock.now() });
    await pass(61_000);
    expect(vendor.messages).toEqual([sent]);
    await worker.stop();
  });
});

test('a place that closes after the post needs no second look', async () => {
  const { worker, plan } = startProcess();
  await worker.start();
  vendor.postFaults.push('stored');
  await plan('k', [{ content: 'hello' }]);
  await pass(21_000);
  const closed = () => new RemoteError('forbidden', 'no', { reason: 'is_archived' });
  vendor.findFaults.push(closed(), closed());
  await pass(20 * 60_000, 10_000);
  const ended = await database.sql.select({ kind: jobs.kind, state: jobs.state }).from(jobs);
  expect(ended).toHaveLength(3);
  expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(['done']));
  await worker.stop();
});

describe('trouble at the vendor', () => {
  test('a rate limit holds back all that share it, and nothing else, and counts as no failure', async () => {
    const { worker, plan } = startProcess();
    await worker.start();
    vendor.postFaults.push('limited');
    await plan('a', [{ content: 'a' }], 'busy');
    await settle();
    await plan('b', [{ content: 'b' }], 'busy');
    await plan('c', [{ content: 'c' }], 'idle');
    await pass(6_500);
    expect(contents()).toEqual(['c']);
    await pass(1_000);
    expect(contents().toSorted()).toEqual(['a', 'b', 'c']);
    expect(failures).toEqual([]);
    await worker.stop();
  });

  test('posts of one rate group keep their distance', async () => {
    vendor = createMemoryVendor(clock, { gapMs: 1_000 });
    const { worker, plan } = startProcess();
    await worker.start();
    for (const key of ['a', 'b', 'c']) await plan(key, [{ content: key }]);
    await pass(4_000, 100);
    const times = vendor.messages.map(({ postedAtMs }) => postedAtMs);
    expect(times).toHaveLength(3);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(1_000);
    expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(1_000);
    await worker.stop();
  });

  test('a place that takes no messages ends the delivery, with the reason for the operator', async () => {
    const { worker, plan } = startProcess();
    vendor.postFaults.push('refused');
    await plan('k', [{ content: 'hello' }, { content: 'more' }]);
    await worker.drain();
    expect(vendor.posts).toHaveLength(1);
    expect(await states()).toEqual(['failed']);
    expect(failures.map(({ reason }) => reason)).toEqual(['not_in_channel']);
  });

  test('a refused token waits for another, is told at the first refusal, and the message is posted once', async () => {
    const { worker, plan } = startProcess();
    await worker.start();
    vendor.postFaults.push('signed out', 'signed out');
    await plan('k', [{ content: 'hello' }]);
    await pass(500);
    expect(refusals).toEqual(['token_revoked']);
    await pass(10_000);
    expect(vendor.posts).toHaveLength(3);
    expect(contents()).toEqual(['hello']);
    expect(failures).toEqual([]);
    await worker.stop();
  });

  test('a refused part is replaced by what was planned in its stead', async () => {
    const { worker, plan } = startProcess();
    vendor.postFaults.push('ok', 'refused');
    await plan('k', [{ content: 'hello' }, { content: 'file', otherwise: ['1/2', '2/2'] }, { content: 'end' }]);
    await worker.drain();
    expect(contents()).toEqual(['hello', '1/2', '2/2', 'end']);
    expect(vendor.messages.map(({ key }) => key.split('-').at(-1))).toEqual(['0', '1001', '1002', '2000']);
  });

  test('a vendor that is down is asked again until it is back', async () => {
    const { worker, plan } = startProcess();
    await worker.start();
    vendor.postFaults.push(...Array.from({ length: 8 }, () => 'down' as const));
    await plan('k', [{ content: 'hello' }]);
    await pass(10 * 60_000, 5_000);
    expect(contents()).toEqual(['hello']);
    expect(failures).toEqual([]);
    await worker.stop();
  });

  test('a vendor that stays away for more than a day ends the delivery', async () => {
    vendor = createMemoryVendor(clock, {
      post: async () => {
        throw new RemoteError('unavailable', 'no route', { reason: 'ENETUNREACH' });
      },
    });
    const { worker, plan } = startProcess();
    await worker.start();
    await plan('k', [{ content: 'hello' }]);
    await pass(25 * 60 * 60_000, 60_000);
    expect(failures.map(({ reason }) => reason)).toEqual(['unreachable for a day: ENETUNREACH']);
    await worker.stop();
  });

  test('a look-up that fails is no proof of absence', async () => {
    const { worker, plan } = startProcess();
    await worker.start();
    vendor.postFaults.push('stored');
    vendor.findFaults.push(
      new RemoteError('unavailable', 'failed', { status: 503 }),
      new RemoteError('retry_later', 'rate limited', { retryAfterMs: 5_000 }),
    );
    await plan('k', [{ content: 'hello' }]);
    await pass(120_000);
    expect(vendor.posts).toHaveLength(1);
    expect(await states()).toEqual(['sent']);
    await worker.stop();
  });

  test('where the message can never be looked up, it is not sent again and the operator hears of it', async () => {
    const { worker, plan } = startProcess();
    await worker.start();
    vendor.postFaults.push('lost');
    vendor.findFaults.push(new RemoteError('forbidden', 'no', { reason: 'missing_scope' }));
    await plan('k', [{ content: 'hello' }]);
    await pass(30_000);
    expect(vendor.posts).toHaveLength(1);
    expect(failures.map(({ reason }) => reason)).toEqual(['may have arrived, but looking it up failed: missing_scope']);
    await worker.stop();
  });

  test('a message that cannot be rendered ends its delivery', async () => {
    vendor = createMemoryVendor(clock, {
      render: () => {
        throw new Error('unknown message');
      },
    });
    const { worker, plan } = startProcess();
    await plan('k', []);
    await worker.drain();
    expect(failures.map(({ reason }) => reason)).toEqual(['cannot be rendered: unknown message']);
  });
});

test('whatever fails and wherever the process dies, each part is there once in the end', async () => {
  const fault = fc.constantFrom<PostFault>('ok', 'down', 'limited', 'lost', 'stored', 'hangs', 'lands late');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fault, { maxLength: 12 }),
      fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 5 }),
      async (faults, lifetimesMs) => {
        database.close();
        database = openTestDatabase('bot');
        vendor = createMemoryVendor(clock);
        vendor.postFaults.push(...faults);
        failures = [];
        await startProcess('planner').plan('a', [{ content: 'a1' }, { content: 'a2' }]);
        await startProcess('planner').plan('b', [{ content: 'b1' }]);
        for (const [index, lifetimeMs] of lifetimesMs.entries()) {
          const killed = startProcess(`killed ${index}`);
          await killed.worker.start();
          await pass(lifetimeMs, 2_500);
          killed.kill();
        }
        const last = startProcess('last');
        await last.worker.start();
        await pass(30 * 60_000, 5_000);
        await last.worker.stop();
        expect(contents().toSorted()).toEqual(['a1', 'a2', 'b1']);
        expect(failures).toEqual([]);
        const parts = await database.sql.select().from(deliveryParts);
        expect(parts.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
      },
    ),
    { numRuns: 25 },
  );
});
