import { afterEach, beforeEach, expect, test } from 'vitest';
import { RemoteError } from '#core/errors.ts';
import { atomic } from '#core/sql.ts';
import type { ProgressMarker } from '../../../src/bot/delivery/destination.ts';
import { createProgressHandlers, progressStatements } from '../../../src/bot/delivery/progress.ts';
import { progressMarkers } from '../../../src/bot/store/delivery.ts';
import { settle } from '../../support/settle.ts';
import { createTestClock, type TestClock } from '../../support/test-clock.ts';
import { openTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { createTestProcess } from '../../support/test-worker.ts';

let database: TestDatabase;
let clock: TestClock;
let shown: Map<unknown, string>;
let calls: string[];
let onSet: () => Promise<void>;

beforeEach(() => {
  database = openTestDatabase('bot');
  clock = createTestClock();
  shown = new Map();
  calls = [];
  onSet = async () => {};
});
afterEach(() => database.close());

const message = { destination: 'memory', key: 'm1', place: 'p1' };

function startProcess(holder = 'one') {
  const started = createTestProcess({ sql: database.sql, clock, holder });
  const marker: ProgressMarker = {
    kind: 'memory',
    async set(place) {
      calls.push('set');
      await onSet();
      shown.set(place, 'working');
    },
    async resolve(place, outcome) {
      calls.push(outcome);
      shown.set(place, outcome);
    },
  };
  const worker = started.createWorker(createProgressHandlers({ ...started, markers: [marker] }));
  return { worker, progress: progressStatements(started), kill: started.kill };
}

test('shows progress and turns it into its end', async () => {
  const { worker, progress } = startProcess();
  await atomic(database.sql, progress.show(message));
  await atomic(database.sql, progress.show(message));
  await worker.drain();
  expect(shown.get('p1')).toBe('working');
  await atomic(database.sql, progress.resolve(message, 'answered'));
  await worker.drain();
  await atomic(database.sql, progress.resolve(message, 'failed'));
  await worker.drain();
  expect(calls).toEqual(['set', 'answered']);
});

test('an end that comes while the marker is being set is not overtaken by it', async () => {
  const { worker, progress } = startProcess();
  let letGo = () => {};
  onSet = () =>
    new Promise((resolve) => {
      letGo = resolve;
    });
  await worker.start();
  await atomic(database.sql, progress.show(message));
  clock.advance(5_000);
  await settle();
  expect(calls).toEqual(['set']);
  await atomic(database.sql, progress.resolve(message, 'answered'));
  letGo();
  await settle();
  clock.advance(5_000);
  await settle();
  expect(shown.get('p1')).toBe('answered');
  await worker.stop();
});

test('a marker is resolved by the process that comes after the one that set it', async () => {
  const first = startProcess();
  await first.worker.start();
  onSet = () => new Promise(() => {});
  await atomic(database.sql, first.progress.show(message));
  clock.advance(5_000);
  await settle();
  await atomic(database.sql, first.progress.resolve(message, 'failed'));
  first.kill();
  const second = startProcess('two');
  await second.worker.start();
  await settle();
  expect(shown.get('p1')).toBe('failed');
  await second.worker.stop();
});

test('a marker whose work never ended goes after a day', async () => {
  const { worker, progress } = startProcess();
  await atomic(database.sql, progress.show(message));
  await worker.drain();
  clock.advance(24 * 60 * 60_000);
  await worker.drain();
  expect(calls).toEqual(['set', 'dropped']);
});

test('a place that takes no markers is left alone', async () => {
  const { worker, progress } = startProcess();
  onSet = async () => {
    throw new RemoteError('forbidden', 'no', { reason: 'missing_scope' });
  };
  await atomic(database.sql, progress.show(message));
  await worker.drain();
  await atomic(database.sql, progress.resolve(message, 'answered'));
  await worker.drain();
  expect(calls).toEqual(['set']);
  expect(await database.sql.select().from(progressMarkers)).toMatchObject([{ state: 'given_up' }]);
});
