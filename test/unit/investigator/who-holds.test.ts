import { describe, expect, it } from 'vitest';
import { ask, busyService, logOf, once, series } from './made-log.ts';

describe('who keeps others waiting', () => {
  const doing = once('10:20:11', 'INFO thread 8812 etl@10.0.9.4 OPTIMIZE TABLE orders');
  const waits = series(
    '10:20:41',
    60,
    30_000,
    (index) =>
      `WARN thread ${100 + index} waits ${5 + index} s for metadata lock on shop.orders, blocked by thread 8812`,
  );
  const end = once('10:52:30', 'INFO thread 31 dba@localhost KILL 8812');

  it('is told with what it did, how many waited and until when', async () => {
    const { headline, answer } = await ask(
      logOf(busyService(), doing, waits, end),
      'who blocked whom around half past ten?',
    );
    expect(headline).toMatch(/`8812` \(`etl@10\.0\.9\.4 OPTIMIZE TABLE orders`\) held up 60 others/);
    expect(answer).toMatch(/KILL 8812/);
  });

  it('is told how it ended', async () => {
    const { headline } = await ask(logOf(busyService(), doing, waits, end), 'how did the jam end?');
    expect(headline).toMatch(/KILL 8812.*10:52:30/);
  });

  it('is the class that never gives connections back, not the ones that wait for them', async () => {
    const leaks = series(
      '08:00',
      30,
      240_000,
      (index) => `WARN LeakTracker: connection open for ${600 + index} s, taken by acme.jobs.LedgerArchiver.runBatch`,
    );
    const waiting = series('09:30', 300, 20_000, () => 'ERROR Cart: timeout, no connection came free in the pool');
    const { headline } = await ask(logOf(busyService(), leaks, waiting), 'who is eating all the db connections?');
    expect(headline).toMatch(/acme\.jobs\.LedgerArchiver\.runBatch/);
  });

  it('is a job that ran in just that time, where no line names anybody', async () => {
    const job = [
      ...once('09:10:00', 'INFO batch: full reindex started by user p.lang, 48 threads'),
      ...once('09:50:00', 'INFO batch: full reindex finished'),
    ];
    const waiting = series('09:11:30', 70, 32_000, () => 'ERROR Docs: pool empty, unable to fetch a connection');
    const { headline } = await ask(logOf(busyService(), job, waiting), 'who used up the pool?');
    expect(headline).toMatch(/full reindex started by user p\.lang/);
    expect(headline).toMatch(/09:10:00 to 09:50:00/);
  });

  it('explains what was slow by what ran from its beginning to its end', async () => {
    const job = [
      ...once('09:04:12', 'INFO storage: volume scrub of vg_data started'),
      ...once('10:27:40', 'INFO storage: volume scrub of vg_data finished, 0 errors'),
    ];
    const slow = series('09:05:00', 40, 120_000, (index) => `WARN loader: chunk took ${9000 + index} ms`);
    const { headline } = await ask(logOf(busyService(), job, slow), 'why was the loader slow?');
    expect(headline).toMatch(/volume scrub of vg_data started/);
  });
});
