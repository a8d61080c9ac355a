import { describe, expect, it } from 'vitest';
import { ask, logOf, series } from './made-log.ts';

const batches = (written: (index: number) => number) =>
  series('06:00', 600, 10_000, (index) => `INFO sink: batch stored received=500 written=${written(index)}`);

describe('two numbers of one line', () => {
  it('tells since when they part, in lines that no level marks', async () => {
    const log = logOf(batches((index) => (index >= 300 && index % 5 < 3 ? 440 + (index % 7) : 500)));
    const { headline, verdict } = await ask(log, 'are we losing data?');
    expect(verdict).toBe('LIKELY');
    expect(headline).toMatch(/Yes: .*`written` falls short of `received` since 2026-05-12 06:50:00/);
  });

  it('says nothing of numbers that differ now and then from the start, or agree on zero alone', async () => {
    const now = logOf(batches((index) => (index % 9 === 4 ? 440 : 500)));
    expect((await ask(now, 'what is wrong?')).headline).not.toContain('falls short');
    const zero = logOf(series('06:00', 600, 10_000, (i) => `INFO sink: retries=0 drops=${i > 300 ? i % 4 : 0}`));
    expect((await ask(zero, 'what is wrong?')).headline).not.toContain('falls short');
  });
});
