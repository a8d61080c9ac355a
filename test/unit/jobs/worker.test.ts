import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RemoteError } from '#core/errors.ts';
import { openSql } from '#core/sql.ts';
import type { JobHandler, JobOutcome, NewJob } from '#jobs/queue.ts';
import { jobs } from '#jobs/schema.ts';
import { settle } from '../../support/settle.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { openTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { createTestProcess } from '../../support/test-worker.ts';

let database: TestDatabase;
let clock: ReturnType<typeof createTestClock>;

beforeEach(() => {
  database = openTestDatabase('bot');
  clock = createTestClock();
});
afterEach(() => database.close());

const done: JobOutcome = { status: 'done' };

function start(handlers: JobHandler[], holder = 'one') {
  const started = createTestProcess({ sql: database.sql, clock, holder });
  return { queue: started.queue, metrics: started.metrics, worker: started.createWorker(handlers), kill: started.kill };
}

function row(dedupKey: string) {
  return database.sql.select().from(jobs).where(eq(jobs.dedupKey, dedupKey)).get();
}

/** A handler whose runs end when the test says so. */
function heldHandler(kind: string, options: Partial<JobHandler> = {}) {
  const runs: {
    id: string;
    payload: unknown;
    signal: AbortSignal;
    end(outcome: JobOutcome): void;
    fail(error: Error): void;
  }[] = [];
  const handler: JobHandler = {
    kind,
    ...options,
    run: (job, { signal }) =>
      new Promise((resolve, reject) => {
        runs.push({ id: job.id, payload: job.payload, signal, end: resolve, fail: reject });
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  return { handler, runs };
}

/** A handler that only notes what it was run with. */
function noting(kind: string, seen: unknown[]): JobHandler {
  return {
    kind,
    async run({ payload }) {
      seen.push(payload);
      return done;
    },
  };
}

const job = (kind: string, dedupKey: string, extra: Partial<NewJob> = {}): NewJob => ({
  kind,
  payload: { dedupKey },
  dedupKey,
  ...extra,
});

describe('enqueueing', () => {
  test('a key that was ever used is not enqueued again, also after its job ended', async () => {
    const seen: unknown[] = [];
    const { queue, worker } = start([noting('a', seen)]);
    await queue.enqueue([job('a', 'k'), job('a', 'k')]);
    await worker.drain();
    await queue.enqueue([job('a', 'k')]);
    await worker.drain();
    expect(seen).toEqual([{ dedupKey: 'k' }]);
  });

  test('a payload of null comes back as null', async () => {
    const seen: unknown[] = [];
    const { queue, worker } = start([
      {
        kind: 'a',
        run: async ({ payload }) => {
          seen.push(payload);
          return seen.length === 1 ? { status: 'later', runAtMs: clock.now(), payload: null } : done;
        },
      },
    ]);
    await queue.enqueue([{ kind: 'a', payload: null }]);
    await worker.drain();
    expect(seen).toEqual([null, null]);
  });

  test('a job waits for its time, and a nudge brings it forward', async () => {
    const seen: unknown[] = [];
    const { queue, worker } = start([noting('a', seen)]);
    await queue.enqueue([job('a', 'k', { runAtMs: clock.now() + 60_000 })]);
    await worker.drain();
    expect(seen).toHaveLength(0);
    await queue.hasten('k');
    await worker.drain();
    expect(seen).toHaveLength(1);
  });
});

describe('outcomes', () => {
  test('writes and follow-up jobs commit with the end of the run', async () => {
    const { queue, worker } = start([
      { kind: 'a', run: async () => ({ status: 'done', enqueue: [job('b', 'follow-up')] }) },
      { kind: 'b', run: async () => done },
    ]);
    await queue.enqueue([job('a', 'k')]);
    await worker.drain();
    expect((await row('k'))?.state).toBe('done');
    expect((await row('follow-up'))?.state).toBe('done');
  });

  test('a write that cannot be made fails the run as a whole', async () => {
    let runs = 0;
    const { queue, worker } = start([
      {
        kind: 'a',
        run: async () => {
          runs += 1;
          const broken = database.sql.update(jobs).set({ payload: null as never });
          return runs === 1 ? { status: 'done', writes: [broken], enqueue: [job('b', 'follow-up')] } : done;
        },
      },
    ]);
    await queue.enqueue([job('a', 'k')]);
    await worker.drain();
    expect(await row('k')).toMatchObject({ state: 'waiting', attempt: 2 });
    expect(await row('follow-up')).toBeUndefined();
    clock.advance(1_000);
    await worker.drain();
    expect((await row('k'))?.state).toBe('done');
  });

  test('waiting for something is no failure', async () => {
    const attempts: number[] = [];
    const { queue, worker } = start([
      {
        kind: 'a',
        maxAttempts: 2,
        run: async ({ attempt }) => {
          attempts.push(attempt);
          return attempts.length < 5 ? { status: 'later', runAtMs: clock.now() + 10 } : done;
        },
      },
    ]);
    await queue.enqueue([job('a', 'k')]);
    for (let turn = 0; turn < 5; turn++) {
      await worker.drain();
      clock.advance(10);
    }
    expect(attempts).toEqual([1, 1, 1, 1, 1]);
    expect((await row('k'))?.state).toBe('done');
  });

  test('a failing job backs off, then is given up, and its end is heard of once', async () => {
    const deaths: string[] = [];
    const { queue, worker } = start([
      {
        kind: 'a',
        maxAttempts: 3,
        run: async () => {
          throw new Error('broken');
        },
        async onDead(_job, reason) {
          deaths.push(reason);
          return { enqueue: [job('b', 'told')] };
        },
      },
    ]);
    await queue.enqueue([job('a', 'k')]);
    const starts: number[] = [];
    for (let second = 0; second < 10; second++) {
      const before = (await row('k'))?.attempt;
      await worker.drain();
      const after = await row('k');
      if (after?.attempt !== before || after?.state === 'dead') starts.push(second);
      if (after?.state === 'dead') break;
      clock.advance(1_000);
    }
    expect(starts).toEqual([0, 1, 3]);
    expect(deaths).toEqual(['Error: broken']);
    expect(await row('k')).toMatchObject({ state: 'dead', lastError: 'Error: broken' });
    expect((await row('told'))?.state).toBe('waiting');
  });

  test('a rate limit is waited out and does not count', async () => {
    let runs = 0;
    const { queue, worker } = start([
      {
        kind: 'a',
        maxAttempts: 1,
        run: async () => {
          runs += 1;
          if (runs < 4) throw new RemoteError('retry_later', 'rate limited', { retryAfterMs: 30_000 });
          return done;
        },
      },
    ]);
    await queue.enqueue([job('a', 'k')]);
    await worker.drain();
    clock.advance(29_999);
    await worker.drain();
    expect(runs).toBe(1);
    clock.advance(1);
    for (let turn = 0; turn < 3; turn++) {
      await worker.drain();
      clock.advance(30_000);
    }
    expect(await row('k')).toMatchObject({ state: 'done', attempt: 1 });
  });

  test('a death that cannot be written down is tried again', async () => {
    let isBroken = true;
    const { queue, worker } = start([
      {
        kind: 'a',
        run: async () => ({ status: 'dead', reason: 'no use' }),
        onDead: async () => {
          if (isBroken) throw new Error('not now');
          return {};
        },
      },
    ]);
    await queue.enqueue([job('a', 'k')]);
    await worker.drain();
    expect((await row('k'))?.state).toBe('waiting');
    isBroken = false;
    clock.advance(1_000);
    await worker.drain();
    expect(await row('k')).toMatchObject({ state: 'dead', lastError: 'no use' });
  });
});

test('tells how many jobs wait, run and were given up', async () => {
  const { queue, metrics } = start([]);
  await queue.enqueue([job('a', 'k1'), job('a', 'k2')]);
  const page = await metrics.render();
  expect(page).toContain('\ntest_jobs_waiting 2\n');
  expect(page).toContain('\ntest_jobs_dead 0\n');
});

describe('leases', () => {
  test('a run that lost its lease writes nothing', async () => {
    const slow = heldHandler('a');
    const { queue, worker } = start([slow.handler]);
    await queue.enqueue([job('a', 'k')]);
    await worker.start();
    await settle();
    const next = start([{ kind: 'a', run: async () => done }], 'two');
    await next.worker.start();
    await settle();
    expect((await row('k'))?.state).toBe('done');
    slow.runs[0]?.end({ status: 'done', enqueue: [job('b', 'from the dead')] });
    await settle();
    expect(await row('from the dead')).toBeUndefined();
    await worker.stop();
    await next.worker.stop();
  });

  test('a lease is renewed while the run goes on, and a lost one aborts the run', async () => {
    const slow = heldHandler('a', { leaseMs: 30_000 });
    const { queue, worker } = start([slow.handler]);
    await queue.enqueue([job('a', 'k')]);
    await worker.start();
    await settle();
    for (let turn = 0; turn < 10; turn++) {
      clock.advance(10_000);
      await settle();
    }
    expect((await row('k'))?.runAtMs).toBe(clock.now() + 30_000);
    await database.sql.update(jobs).set({ fence: 99 });
    clock.advance(10_000);
    await settle();
    expect(slow.runs[0]?.signal.aborted).toBe(true);
    await worker.stop();
  });

  test('a claim that was made and not heard of is made again when its lease is over, and counts as no death', async () => {
    let losesAnswer = true;
    const { run, atomic } = database.engine;
    const sql = openSql({
      run,
      async atomic(queries) {
        const results = await atomic(queries);
        const isClaim = queries.some(({ sql: text }) => /^update "jobs".*returning/s.test(text));
        if (isClaim && losesAnswer) {
          losesAnswer = false;
          throw new Error('the answer was lost');
        }
        return results;
      },
    });
    const slow = heldHandler('slow', { leaseMs: 30_000 });
    const seen: unknown[] = [];
    const { queue, createWorker } = createTestProcess({ sql, clock });
    const worker = createWorker([slow.handler, noting('a', seen)]);
    await queue.enqueue([job('a', 'k')]);
    await worker.start();
    expect(await row('k')).toMatchObject({ state: 'running', holder: 'one' });
    await queue.enqueue([job('slow', 's')]);
    for (let passed = 0; passed < 90_000; passed += 5_000) {
      clock.advance(5_000);
      await settle();
    }
    expect(seen).toEqual([{ dedupKey: 'k' }]);
    expect(await row('k')).toMatchObject({ state: 'done', kills: 0, suspected: 0 });
    expect(slow.runs).toHaveLength(1);
    slow.runs[0]?.end(done);
    await worker.stop();
  });

  test('a graceful stop gives back what did not end, and that does not count', async () => {
    const slow = heldHandler('a');
    const { queue, worker } = start([slow.handler]);
    await queue.enqueue([job('a', 'k')]);
    await worker.start();
    await settle();
    await worker.stop();
    expect(await row('k')).toMatchObject({ state: 'waiting', attempt: 1, suspected: 0, kills: 0 });
  });
});

describe('fairness', () => {
  test('a kind without room does not hold up another', async () => {
    const slow = heldHandler('slow', { concurrency: 2 });
    const seen: unknown[] = [];
    const { queue, worker } = start([slow.handler, noting('quick', seen)]);
    await queue.enqueue(Array.from({ length: 50 }, (_, index) => job('slow', `s${index}`)));
    await queue.enqueue([job('quick', 'q')]);
    await worker.start();
    await settle();
    expect(slow.runs).toHaveLength(2);
    expect(seen).toHaveLength(1);
    slow.runs[0]?.end(done);
    await settle();
    expect(slow.runs).toHaveLength(3);
    await worker.stop();
  });

  test('what is more urgent goes before jobs, each time some are taken', async () => {
    const seen: unknown[] = [];
    const { queue, createWorker } = createTestProcess({ sql: database.sql, clock });
    const way = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const [first, second] = way;
    const worker = createWorker([noting('a', seen)], { giveWay: async () => way.shift()?.promise });
    await queue.enqueue([job('a', 'k')]);
    const started = worker.start();
    await settle();
    expect(seen).toHaveLength(0);
    first?.resolve();
    await settle();
    expect(seen).toHaveLength(1);
    await queue.enqueue([job('a', 'l')]);
    await settle();
    expect(seen).toHaveLength(1);
    second?.resolve();
    await started;
    await settle();
    expect(seen).toHaveLength(2);
    await worker.stop();
  });

  test('a job that comes due while the worker idles is run without a wake-up', async () => {
    const seen: unknown[] = [];
    const { queue, worker } = start([noting('a', seen)]);
    await worker.start();
    await queue.enqueue([job('a', 'k', { runAtMs: clock.now() + 1_500 })]);
    await settle();
    clock.advance(1_502);
    await settle();
    expect(seen).toHaveLength(1);
    await worker.stop();
  });
});

describe('deaths of the process', () => {
  test('jobs that ran together when the process was killed go on at once and are not blamed', async () => {
    const held = heldHandler('a');
    const first = start([held.handler]);
    await first.queue.enqueue([job('a', 'k1'), job('a', 'k2'), job('a', 'k3')]);
    await first.worker.start();
    await settle();
    first.kill();
    expect(held.runs).toHaveLength(3);
    const seen: unknown[] = [];
    const second = start([noting('a', seen)], 'two');
    await second.worker.start();
    await settle();
    expect(seen).toHaveLength(3);
    for (const key of ['k1', 'k2', 'k3']) {
      expect(await row(key)).toMatchObject({ state: 'done', attempt: 1, kills: 0, suspected: 0 });
    }
    await second.worker.stop();
  });

  test('jobs that were there at a death run again one at a time, each watched for a while; other work goes on', async () => {
    const held = heldHandler('a');
    const first = start([held.handler]);
    await first.queue.enqueue([job('a', 'k1'), job('a', 'k2'), job('a', 'k3')]);
    await first.worker.start();
    await settle();
    first.kill();
    held.runs.length = 0;
    const second = start([held.handler], 'two');
    await second.queue.enqueue([job('a', 'k4')]);
    await second.worker.start();
    await settle();
    expect(held.runs.map(({ payload }) => payload)).toEqual([{ dedupKey: 'k1' }, { dedupKey: 'k4' }]);
    clock.advance(1_000);
    await settle();
    expect(held.runs).toHaveLength(3);
    held.runs[2]?.end(done);
    await settle();
    expect(held.runs).toHaveLength(4);
    await second.worker.stop();
  });

  test('a job that kills each process it runs in is given up; those beside it are not', async () => {
    const deaths: string[] = [];
    let finished: unknown[] = [];
    let processes = 0;
    const setUp = start([]);
    await setUp.queue.enqueue([job('a', 'poison'), ...['x', 'y', 'z'].map((key) => job('a', key))]);
    while ((await row('poison'))?.state !== 'dead' && processes < 40) {
      processes += 1;
      let isDead = false;
      const { worker, kill } = start(
        [
          {
            kind: 'a',
            run: ({ payload }) => {
              if ((payload as { dedupKey: string }).dedupKey === 'poison') isDead = true;
              // In the process that dies nothing ends any more.
              return isDead || processes === 1
                ? new Promise<never>(() => {})
                : Promise.resolve<JobOutcome>({ status: 'done', writes: [], enqueue: [] });
            },
            async onDead(dead, reason) {
              deaths.push(`${JSON.stringify(dead.payload)}: ${reason}`);
              return {};
            },
          },
        ],
        `process ${processes}`,
      );
      await worker.start();
      for (let second = 0; second < 40 && !isDead; second++) {
        await settle();
        clock.advance(1_000);
      }
      kill();
      finished = (await database.sql.select().from(jobs)).filter(({ state }) => state === 'done');
    }
    expect(deaths).toEqual(['{"dedupKey":"poison"}: the process died 6 times while this job ran alone']);
    expect(finished).toHaveLength(3);
    expect(processes).toBeLessThan(12);
  });

  test('a process killed at any moment does not cost a job that runs alone', async () => {
    const setUp = start([]);
    await setUp.queue.enqueue([job('a', 'k')]);
    const held = heldHandler('a');
    for (let kill = 0; kill < 20; kill++) {
      const killed = start([held.handler], `process ${kill}`);
      await killed.worker.start();
      await settle();
      clock.advance(700);
      await settle();
      killed.kill();
    }
    expect((await row('k'))?.state).not.toBe('dead');
    const last = start([{ kind: 'a', run: async () => done }], 'last');
    await last.worker.start();
    await settle();
    for (let second = 0; second < 31; second++) {
      clock.advance(1_000);
      await settle();
    }
    expect(await row('k')).toMatchObject({ state: 'done', attempt: 1 });
    await last.worker.stop();
  });
});
