import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const jobs = Array.from({ length: 24 }, (_, index) => [
  `2026-03-02 10:${String(index).padStart(2, '0')}:00 INFO worker-${index % 3} job ${400 + index} queued by nadia`,
  `2026-03-02 10:${String(index).padStart(2, '0')}:30 ${index % 4 === 0 ? 'ERROR' : 'INFO'} worker-${index % 3} job ${400 + index} ${index % 4 === 0 ? 'failed: disk full' : 'finished'}`,
]).flat();
const ask = askLogs({ jobs: ['jobs.log', jobs] });

it('names a word that the query stands for in no way, and is not certain', async () => {
  const { verdict, answer } = await ask('jobs', 'how many glorious jobs failed?');
  expect(verdict).not.toBe('CONFIRMED');
  expect(answer).toContain('glorious');
});

it.each(['how many jobs failed?', 'how many jobs failed on worker-0?', 'which worker had the most failed jobs?'])(
  'is certain of %s',
  async (question) => {
    const { verdict, answer } = await ask('jobs', question);
    expect(verdict).toBe('CONFIRMED');
    expect(answer).not.toContain('I did not use');
  },
);
