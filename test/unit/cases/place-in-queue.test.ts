import { expect, it } from 'vitest';
import { createQueue } from '#jobs/queue.ts';
import { createJobControl } from '../../../src/bot/store/job-control.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { openTestDatabase } from '../../support/test-database.ts';

it('counts the jobs of the kind that came before and are due', async () => {
  const clock = createTestClock();
  const { sql, close } = openTestDatabase('bot');
  const queue = createQueue({ sql, clock });
  const control = createJobControl({ sql, clock });
  const enqueue = async (kind: string, name: string, runAtMs?: number) => {
    await queue.enqueue([{ kind, payload: { name }, dedupKey: name, ...(runAtMs === undefined ? {} : { runAtMs }) }]);
    clock.advance(1_000);
  };
  await enqueue('upload', 'first');
  await enqueue('other', 'of another kind');
  await enqueue('upload', 'later', clock.now() + 60_000);
  await enqueue('upload', 'second');
  expect(await Promise.all(['first', 'second', 'later', 'none'].map(control.placeInQueue))).toEqual([
    1,
    2,
    undefined,
    undefined,
  ]);
  expect(await control.payloadOf('second')).toEqual({ name: 'second' });
  close();
});
