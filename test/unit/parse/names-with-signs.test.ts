import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

/** A field may be called anything: what its name has in common with patterns means nothing. */
const lines = Array.from({ length: 24 }, (_, index) => {
  const record = (second: string, level: string, msg: string) =>
    JSON.stringify({
      ts: `2026-05-01T10:${String(index).padStart(2, '0')}:${second}Z`,
      level,
      msg,
      'job(id': `J-${1000 + index}`,
    });
  const isFailed = index % 5 === 0;
  return [
    record('00', 'info', 'job started'),
    record('30', isFailed ? 'error' : 'info', isFailed ? 'job failed' : 'job finished'),
  ];
}).flat();
const ask = askLogs({ jobs: ['jobs.log', lines] });

it.each(['id of the slowest job', 'which jobs took the longest?'])('reads %s', async (question) => {
  expect((await ask('jobs', question)).answer).toContain('30 s');
});
