import { expect, it } from 'vitest';
import { RemoteError } from '#core/errors.ts';
import { type Log, silentLog } from '#core/log.ts';
import type { Job } from '#jobs/queue.ts';
import { bePatient } from '../../../src/bot/cases/be-patient.ts';
import { createTestClock } from '../../support/test-clock.ts';

it('tells once of all jobs that wait for the same, again after a while, and at once of another reason', async () => {
  const clock = createTestClock();
  const told: unknown[] = [];
  const log: Log = { ...silentLog, info: (_, fields) => told.push([fields?.id, fields?.message]) };
  let reason = 'Slack is down';
  const handler = bePatient(
    {
      kind: 'a',
      run: async () => {
        throw new RemoteError('unavailable', reason);
      },
    },
    { clock, log, random: () => 0.5 },
  );
  const run = (id: string) => {
    const job: Job = { id, kind: 'a', payload: {}, fairKey: '', attempt: 1, enqueuedAtMs: clock.now() };
    return handler.run(job, { signal: new AbortController().signal });
  };
  expect(await run('1')).toMatchObject({ status: 'later' });
  expect(await run('2')).toMatchObject({ status: 'later' });
  clock.advance(10_000);
  await run('3');
  reason = 'Slack refuses';
  await run('4');
  expect(told).toEqual([
    ['1', 'Slack is down'],
    ['3', 'Slack is down'],
    ['4', 'Slack refuses'],
  ]);
});
