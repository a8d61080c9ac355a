import { beforeEach, expect, test } from 'vitest';
import { createLeases, type Leases } from '#jobs/leases.ts';
import { createQueue, type JobHandler, type NewJob, type WakingQueue } from '#jobs/queue.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { createTestProcess } from '../support/test-worker.ts';

onEachDatabase('turns among jobs', (database) => {
  let clock: TestClock;
  let queue: WakingQueue;
  let leases: Leases;
  let kind: string;
  let kinds = 0;

  beforeEach(() => {
    clock = createTestClock();
    queue = createQueue({ sql: database.sql, clock });
    leases = createLeases({ sql: database.sql, clock, holder: 'one' });
    kinds += 1;
    kind = `turns ${kinds}`;
  });

  const many = (count: number, fairKey: string, changes: Partial<NewJob> = {}): NewJob[] =>
    Array.from({ length: count }, (_, index) => ({ kind, payload: index, fairKey, ...changes }));
  async function claimed(limit = 2): Promise<string[]> {
    const got = await leases.claim([{ kind, limit, leaseMs: 30_000, suspects: false }], { upTo: 5, from: 6 });
    return got.map(({ job }) => job.fairKey);
  }
  async function claimsUntil(fairKey: string): Promise<number> {
    for (let claims = 1; claims <= 60; claims += 1) if ((await claimed()).includes(fairKey)) return claims;
    return Number.POSITIVE_INFINITY;
  }

  test('one channel’s hundreds do not hold up another’s one', async () => {
    await queue.enqueue(many(200, 'slack:T:busy'));
    clock.advance(1_000);
    await claimed();
    await queue.enqueue([...many(1, 'slack:T:quiet'), ...many(1, ''), ...many(1, 'jira:A')]);
    expect(await claimsUntil('slack:T:quiet')).toBeLessThanOrEqual(4);
  });

  test('work for nobody in particular has its turn too', async () => {
    await queue.enqueue([...many(50, 'slack:T:a'), ...many(50, 'slack:T:b')]);
    clock.advance(1_000);
    await queue.enqueue(many(1, ''));
    expect(await claimsUntil('')).toBeLessThanOrEqual(4);
  });

  test('every key has its turn within a few claims, however many there are', async () => {
    for (let n = 0; n < 20; n += 1) await queue.enqueue(many(10, `channel ${n}`));
    const seen = new Map<string, number>();
    for (let claims = 0; claims < 30; claims += 1) {
      for (const key of await claimed()) seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    expect(seen.size).toBe(20);
    expect(Math.max(...seen.values())).toBeLessThanOrEqual(8);
  });

  test('keys that have nothing due yet are stepped over, and nothing is left', async () => {
    for (let n = 0; n < 30; n += 1) await queue.enqueue(many(1, `a ${n}`, { runAtMs: clock.now() + 60_000 }));
    await queue.enqueue([...many(7, 'b'), ...many(5, 'c')]);
    let count = 0;
    for (let claims = 0; claims < 12; claims += 1) count += (await claimed()).length;
    expect(count).toBe(12);
    clock.advance(60_000);
    for (let claims = 0; claims < 30; claims += 1) count += (await claimed()).length;
    expect(count).toBe(42);
  });

  test('what a run enqueues is for the same, unless it says otherwise', async () => {
    const seen: string[] = [];
    const next = `${kind} next`;
    const handlers: JobHandler[] = [
      {
        kind,
        run: async () => ({
          status: 'done' as const,
          enqueue: [
            { kind: next, payload: 1 },
            { kind: next, payload: 2, fairKey: 'other' },
          ],
        }),
      },
      {
        kind: next,
        run: async ({ fairKey }) => {
          seen.push(fairKey);
          return { status: 'done' as const };
        },
      },
    ];
    await queue.enqueue(many(1, 'mine'));
    await createTestProcess({ sql: database.sql, clock }).createWorker(handlers).drain();
    expect(seen.toSorted()).toEqual(['mine', 'other']);
  });
});
