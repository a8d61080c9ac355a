import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { atomic } from '#core/sql.ts';
import type { Lease } from '#jobs/claims.ts';
import { createLeases } from '#jobs/leases.ts';
import { createQueue, type JobHandler, type WakingQueue } from '#jobs/queue.ts';
import { jobs } from '#jobs/schema.ts';
import { rateHolds } from '../../src/bot/store/delivery.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { createTestProcess } from '../support/test-worker.ts';

onEachDatabase('the job queue', (database) => {
  let clock: TestClock;
  let queue: WakingQueue;
  const any = { upTo: 5, from: 6 };

  beforeEach(() => {
    clock = createTestClock();
    queue = createQueue({ sql: database.sql, clock });
  });

  const leasesOf = (holder: string) => createLeases({ sql: database.sql, clock, holder });
  const claimOne = async (holder: string, suspects = false): Promise<Lease | undefined> =>
    (await leasesOf(holder).claim([{ kind: 'a', limit: 1, leaseMs: 30_000, suspects }], any))[0];
  const row = (key: string) => database.sql.select().from(jobs).where(eq(jobs.dedupKey, key)).get();
  const hold = (key: string) => database.sql.insert(rateHolds).values({ key, untilMs: 1 });

  test('enqueues together with the caller’s own writes, or not at all', async () => {
    const { sql } = database;
    await atomic(sql, [hold('x'), ...queue.enqueueStatements([{ kind: 'a', payload: 1, dedupKey: 'k1' }])]);
    await expect(
      atomic(sql, [...queue.enqueueStatements([{ kind: 'a', payload: 1, dedupKey: 'k2' }]), hold('x')]),
    ).rejects.toThrow();
    expect((await row('k1'))?.state).toBe('waiting');
    expect(await row('k2')).toBeUndefined();
  });

  test('a drain tells when the next job is due, and leaves the rest where it may not go on', async () => {
    const seen: unknown[] = [];
    const { createWorker } = createTestProcess({ sql: database.sql, clock });
    const handler: JobHandler = {
      kind: 'a',
      concurrency: 2,
      async run({ payload }) {
        seen.push(payload);
        return { status: 'done' };
      },
    };
    await queue.enqueue(Array.from({ length: 10 }, (_, index) => ({ kind: 'a', payload: index })));
    await queue.enqueue([{ kind: 'a', payload: 'later', runAtMs: clock.now() + 5_000 }]);
    expect(await createWorker([handler]).drain(() => seen.length < 4)).toBe(clock.now());
    expect(seen).toHaveLength(4);
    expect(await createWorker([handler]).drain()).toBe(clock.now() + 5_000);
    expect(seen).toHaveLength(10);
    clock.advance(5_000);
    expect(await createWorker([handler]).drain()).toBe(Number.POSITIVE_INFINITY);
    expect(seen).toHaveLength(11);
  });

  test('two claimers never get the same job', async () => {
    await queue.enqueue(Array.from({ length: 10 }, (_, index) => ({ kind: 'a', payload: index })));
    const claim = { kind: 'a', limit: 4, leaseMs: 30_000, suspects: false };
    const claimed = await Promise.all(['one', 'two', 'three'].map((holder) => leasesOf(holder).claim([claim], any)));
    const ids = claimed.flat().map(({ job }) => job.id);
    expect(ids).toHaveLength(10);
    expect(new Set(ids).size).toBe(10);
  });

  test('an end commits with its writes while the lease is held, and with none of them after', async () => {
    await queue.enqueue([{ kind: 'a', payload: {}, dedupKey: 'k' }]);
    const first = await claimOne('one');
    clock.advance(30_000);
    const second = await claimOne('two');
    expect(second?.fence).toBe((first?.fence ?? 0) + 1);
    expect(await leasesOf('one').renew(first!, 30_000)).toBe(false);
    expect(await leasesOf('one').end(first!, { state: 'done' }, [hold('stale')])).toBe(false);
    expect((await row('k'))?.state).toBe('running');
    expect(await leasesOf('two').end(second!, { state: 'done' }, [hold('fresh')])).toBe(true);
    expect(await leasesOf('two').end(second!, { state: 'done' }, [hold('twice')])).toBe(false);
    expect(await database.sql.select().from(rateHolds)).toEqual([{ key: 'fresh', untilMs: 1 }]);
    expect((await row('k'))?.state).toBe('done');
  });

  test('a write that fails leaves the lease held and says so', async () => {
    await queue.enqueue([{ kind: 'a', payload: {}, dedupKey: 'k' }]);
    const lease = await claimOne('one');
    await hold('x');
    await expect(leasesOf('one').end(lease!, { state: 'done' }, [hold('x')])).rejects.toThrow();
    expect(await leasesOf('one').end(lease!, { state: 'done' }, [])).toBe(true);
  });

  test('a new process takes over what an earlier one held, at once', async () => {
    await queue.enqueue([
      { kind: 'a', payload: {}, dedupKey: 'k1' },
      { kind: 'a', payload: {}, dedupKey: 'k2' },
    ]);
    const orphan = await claimOne('one');
    await claimOne('one');
    expect(await leasesOf('two').recover()).toBe(2);
    expect(await leasesOf('one').end(orphan!, { state: 'done' }, [])).toBe(false);
    expect(await claimOne('two')).toBeUndefined();
    const again = await claimOne('two', true);
    expect(again).toMatchObject({ isWatched: true, kills: 0, job: { attempt: 1 } });
    expect(await leasesOf('three').recover()).toBe(1);
    expect(await database.sql.select({ kills: jobs.kills }).from(jobs).where(eq(jobs.id, again!.job.id)).get()).toEqual(
      {
        kills: 1,
      },
    );
  });

  test('a worker runs a chain of jobs to its end', async () => {
    const handler: JobHandler = {
      kind: 'count',
      async run({ payload, attempt }) {
        const n = payload as number;
        if (n === 2 && attempt === 1) throw new Error('once');
        return n === 0
          ? { status: 'done', writes: [hold('end')] }
          : { status: 'done', enqueue: [{ kind: 'count', payload: n - 1, dedupKey: `count ${n - 1}` }] };
      },
    };
    const others = Array.from({ length: 20 }, (_, index) => ({ ...handler, kind: `other ${index}` }));
    const worker = createTestProcess({ sql: database.sql, clock }).createWorker([handler, ...others]);
    await queue.enqueue([{ kind: 'count', payload: 3 }]);
    await worker.drain();
    expect(await row('count 1')).toBeUndefined();
    clock.advance(1_000);
    await worker.drain();
    expect((await row('count 0'))?.state).toBe('done');
    expect(await database.sql.select().from(rateHolds)).toHaveLength(1);
  });
});
