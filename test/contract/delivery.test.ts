import { beforeEach, expect, test } from 'vitest';
import { atomic, openSql } from '#core/sql.ts';
import { createDeliveryHandlers } from '../../src/bot/delivery/deliver.ts';
import type { Destination, PlannedPart } from '../../src/bot/delivery/destination.ts';
import { createLedger } from '../../src/bot/delivery/ledger.ts';
import { planDeliveryStatements } from '../../src/bot/delivery/plan-delivery.ts';
import { deliveries, deliveryParts } from '../../src/bot/store/delivery.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { createMemoryVendor, type MemoryVendor } from '../support/memory-vendor.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { createTestProcess } from '../support/test-worker.ts';

onEachDatabase('the delivery ledger', (database) => {
  let clock: TestClock;
  let vendor: MemoryVendor;

  beforeEach(() => {
    clock = createTestClock();
    vendor = createMemoryVendor(clock);
  });

  function createProcess(holder: string, sql = database.sql) {
    const started = createTestProcess({ sql, clock, holder });
    const worker = started.createWorker(createDeliveryHandlers({ ...started, destinations: [vendor.destination] }));
    const plan = (key: string, parts: PlannedPart[]) =>
      atomic(
        sql,
        planDeliveryStatements(started, [{ destination: 'memory', key, place: 'thread', message: { parts } }]),
      );
    return { worker, plan };
  }

  test('posts each part once, also where the fate of a call was unknown', async () => {
    const { worker, plan } = createProcess('one');
    vendor.postFaults.push('stored', 'ok', 'lost', 'limited', 'refused');
    await plan('k', [{ content: 'one' }, { content: 'two' }, { content: 'three', otherwise: ['3/4', '4/4'] }]);
    await plan('k', [{ content: 'other' }]);
    for (let second = 0; second < 120; second += 5) {
      await worker.drain();
      clock.advance(5_000);
    }
    expect(vendor.messages.map(({ content }) => content)).toEqual(['one', 'two', '3/4', '4/4']);
    expect((await database.sql.select().from(deliveries)).map(({ state }) => state)).toEqual(['sent']);
  });

  test('what was posted while its record could not be written is looked up, not posted again', async () => {
    let failures = 0;
    vendor.destination.post = posting(vendor.destination.post, () => {
      failures = 1;
    });
    const sql = openSql({
      run: (query) => database.engine.run(query),
      async atomic(queries) {
        failures -= 1;
        if (failures === 0) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
        return await database.engine.atomic(queries);
      },
    });
    const { worker, plan } = createProcess('one', sql);
    await plan('k', [{ content: 'one' }]);
    await worker.drain();
    expect(vendor.messages).toHaveLength(1);
    for (let second = 0; second < 240; second += 5) {
      clock.advance(5_000);
      await worker.drain();
    }
    expect(vendor.messages).toHaveLength(1);
    expect((await database.sql.select().from(deliveries)).map(({ state }) => state)).toEqual(['sent']);
  });

  test('who holds an older attempt writes nothing', async () => {
    const ledger = createLedger({ sql: database.sql, clock });
    const { plan } = createProcess('one');
    await plan('k', []);
    const delivery = await ledger.find('memory', 'k');
    await ledger.addParts(delivery!, [{ content: 'one' }]);
    await ledger.addParts(delivery!, [{ content: 'other' }]);
    const [planned] = await ledger.parts(delivery!);
    expect(planned?.content).toBe('one');

    const first = await ledger.beginSending(planned!, 'g', 0);
    expect(await ledger.beginSending(planned!, 'g', 0)).toBeUndefined();
    expect(await ledger.toUnknown(first!, clock.now())).toBe(true);
    expect(await ledger.backToPlanned({ ...first!, state: 'unknown' })).toBe(true);
    const second = await ledger.beginSending({ ...first!, state: 'planned' }, 'g', 0);
    expect(second?.attempt).toBe(2);

    expect(await ledger.toSent(first!, { ref: 'stale', postedAtMs: 1 })).toBe(false);
    expect(await ledger.replace(first!, ['stale'])).toBe(false);
    expect(await ledger.toSent(second!, { ref: 'fresh', postedAtMs: 2 })).toBe(true);
    expect(await database.sql.select().from(deliveryParts)).toMatchObject([
      { state: 'sent', ref: 'fresh', attempt: 2 },
    ]);
  });

  test('one of many gets a rate group’s turn', async () => {
    const ledger = createLedger({ sql: database.sql, clock });
    const { plan } = createProcess('one');
    await plan('a', []);
    await plan('b', []);
    const begun = await Promise.all(
      ['a', 'b'].map(async (key) => {
        const delivery = await ledger.find('memory', key);
        await ledger.addParts(delivery!, [{ content: key }]);
        const [part] = await ledger.parts(delivery!);
        return await ledger.beginSending(part!, 'g', 1_000);
      }),
    );
    expect(begun.filter((part) => part !== undefined)).toHaveLength(1);
    expect(await ledger.heldUntilMs('g')).toBe(clock.now() + 1_000);
  });
});

/** Posts, then does something before the answer is heard of. */
function posting(post: Destination['post'], andThen: () => void): Destination['post'] {
  return async (...call) => {
    const posted = await post(...call);
    andThen();
    return posted;
  };
}
