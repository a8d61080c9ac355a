import { beforeEach, expect, test } from 'vitest';
import { silentLog } from '#core/log.ts';
import { createMetrics } from '#core/metrics.ts';
import { createClockWatch } from '#jobs/clock-watch.ts';
import { createQueue, type JobHandler } from '#jobs/queue.ts';
import { jobs } from '#jobs/schema.ts';
import { createWorker } from '#jobs/worker.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const dayMs = 86_400_000;

onEachDatabase('jobs', (database) => {
  let clock: TestClock;
  /** By how much the clock was set. */
  let setByMs: number;
  const now = () => clock.now() + setByMs;
  const ran: string[] = [];

  beforeEach(() => {
    clock = createTestClock();
    setByMs = 0;
    ran.length = 0;
  });

  function start(handlers: JobHandler[]) {
    const { sql } = database;
    const queue = createQueue({ sql, clock: { now } });
    const worker = createWorker({
      sql,
      clock: { now },
      timers: clock,
      log: silentLog,
      metrics: createMetrics(),
      queue,
      handlers,
      holder: crypto.randomUUID(),
      name: 'test',
      random: () => 0,
      clockWatch: createClockWatch({ sql, clock: { now }, log: silentLog, steadyMs: () => clock.now() }),
    });
    return { queue, worker };
  }

  const note: JobHandler = {
    kind: 'note',
    async run({ payload }) {
      ran.push(String(payload));
      return { status: 'done' };
    },
  };

  test('that go on for ever outlive any number of failures, and one given up begins anew at the next start', async () => {
    let fails = true;
    const standing: JobHandler = {
      kind: 'standing',
      isStanding: true,
      maxAttempts: 3,
      async run() {
        if (fails) throw new Error('the disk is full');
        ran.push('swept');
        return { status: 'later', runAtMs: now() + dayMs };
      },
    };
    const job = { kind: 'standing', payload: {}, dedupKey: 'standing' };
    const first = start([standing]);
    await first.queue.keepGoing([job]);
    for (let run = 0; run < 6; run += 1) {
      await first.worker.drain();
      clock.advance(600_000);
    }
    fails = false;
    await first.worker.drain();
    expect(ran).toEqual(['swept']);

    await database.sql.update(jobs).set({ state: 'dead', endedAtMs: now() });
    const second = start([standing]);
    await second.queue.keepGoing([job]);
    await second.worker.drain();
    expect(ran).toEqual(['swept', 'swept']);
  });

  test.each([
    ['back', -dayMs],
    ['forward', dayMs],
  ])('run at their time after the clock was set %s a day', async (_, byMs) => {
    const { queue, worker } = start([note]);
    await worker.drain();
    await queue.enqueue([{ kind: 'note', payload: 'soon', runAtMs: now() + 60_000 }]);
    setByMs = byMs;
    await worker.drain();
    expect(ran).toEqual([]);
    await queue.enqueue([{ kind: 'note', payload: 'now' }]);
    await worker.drain();
    expect(ran).toEqual(['now']);
    clock.advance(61_000);
    await worker.drain();
    expect(ran).toEqual(['now', 'soon']);
  });

  test('of an earlier process run although the clock was set back before this one began', async () => {
    const first = start([note]);
    await first.queue.enqueue([{ kind: 'note', payload: 'left', runAtMs: now() + 10_000 }]);
    setByMs = -dayMs;
    const second = start([note]);
    clock.advance(20_000);
    await second.worker.drain();
    clock.advance(11_000);
    await second.worker.drain();
    expect(ran).toEqual(['left']);
  });
});
