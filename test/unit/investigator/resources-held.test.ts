import { describe, expect, it } from 'vitest';
import { ask, busyService, logOf, once, series } from './made-log.ts';

describe('what is used up and by whom', () => {
  it('tells a pool of which all is in use, with its queue', async () => {
    const pool = series('06:00', 300, 60_000, (index) =>
      index < 200
        ? `INFO pool: pool io-worker active=${8 + (index % 9)}/64 queued=0`
        : `INFO pool: pool io-worker active=64/64 queued=${index - 190}`,
    );
    const late = series('09:40', 40, 20_000, () => 'ERROR profile: task not started within 10 s');
    const { answer } = await ask(logOf(busyService(), pool, late), 'why are profile tasks not started?');
    expect(answer).toMatch(/all of 64 are in use/);
    expect(answer).toMatch(/io-worker/);
  });

  it('tells of guessed passwords whether one of them was right', async () => {
    const guesses = series(
      '09:00',
      120,
      5000,
      (index) => `INFO sshd[1]: Failed password for invalid user u${index} from 203.0.113.9 port 4${index} ssh2`,
    );
    const none = await ask(logOf(busyService(), guesses), 'did someone break in?');
    expect(none.answer).toMatch(/203\.0\.113\.9.{0,40}guessed passwords 120 times/);
    expect(none.answer).toMatch(/none of them got in/);
    const taken = once('09:10:11', 'INFO sshd[1]: Accepted password for backup from 203.0.113.9 port 999 ssh2');
    const { headline } = await ask(logOf(busyService(), guesses, taken), 'did someone break in?');
    expect(headline).toMatch(/CONFIRMED: Yes: `203\.0\.113\.9` got in as `backup` at 2026-05-12 09:10:11 after 120/);
  });

  it('tells who waits for whom in a deadlock a runtime found, with places', async () => {
    const dump = [
      'ERROR watch: nothing finished for 120 s',
      'Found one Java-level deadlock:',
      '=============================',
      '"sync-2":',
      '  waiting to lock monitor 0x00007f2a (object 0x00000000e0a1, a com.acme.Stock),',
      '  which is held by "order-7"',
      '"order-7":',
      '  waiting to lock monitor 0x00007f2b (object 0x00000000e0b1, a com.acme.Ledger),',
      '  which is held by "sync-2"',
      '',
      'Java stack information for the threads listed above:',
      '"sync-2":',
      '\tat com.acme.Stock.reserve(Stock.java:77)',
      '"order-7":',
      '\tat com.acme.Ledger.post(Ledger.java:52)',
      '',
      'Found 1 deadlock.',
    ].join('\n');
    const { headline, answer, verdict } = await ask(logOf(busyService(), once('09:30', dump)), 'app hangs');
    expect(verdict).toBe('CONFIRMED');
    expect(headline).toMatch(/sync-2.*order-7.*com\.acme\.Stock/);
    expect(answer).toMatch(/com\.acme\.Ledger\.post/);
  });
});

describe('who holds what others wait for', () => {
  const waits = series(
    '09:30:01',
    30,
    3000,
    (index) =>
      `INFO db[${index}]: process ${5000 + index} still waiting for a lock. Process holding the lock: 3977. Wait queue: 4711.`,
  );
  const timeouts = series('09:30:12', 25, 4000, () => 'ERROR shop: canceling statement due to statement timeout');

  it('names the holder and not the victims', async () => {
    const early = series('06:10', 6, 3_700_000, () => 'ERROR shop: duplicate key value violates unique constraint "c"');
    const { headline, answer } = await ask(logOf(busyService(), early, waits, timeouts), 'why did the shop hang?');
    expect(headline).toMatch(/`3977` holds what others wait for/);
    expect(answer).toMatch(/30 of 30 lines/);
  });

  it('ties a failure that only says it waited to the pool that was full when it began', async () => {
    const pool = series('06:00', 340, 60_000, (index) =>
      index < 208 ? `INFO pool: pool io active=${8 + (index % 9)}/64` : 'INFO pool: pool io active=64/64',
    );
    const late = series('09:31', 120, 20_000, () => 'ERROR profile: TimeoutException: not started within 10 s');
    const { headline } = await ask(logOf(busyService(), pool, late), 'users see timeouts of profile, why?');
    expect(headline).toMatch(/`io`: all of 64 are in use.*from 2026-05-12 09:28:00 on, then .*TimeoutException/);
  });

  it('tells what moves together as one story', async () => {
    const slow = (index: number) => 40 + Math.max(0, index - 150) * 9 + (index % 5);
    const pieces = (index: number) => 12 + Math.max(0, index - 150) * 4 + (index % 3);
    const moving = [
      ...series('06:00', 360, 60_000, (index) => `INFO query: search took ${slow(index)} ms`),
      ...series('06:00:05', 360, 60_000, (index) => `INFO stats: segments=${pieces(index)}`),
    ];
    const { headline, answer } = await ask(logOf(busyService(), moving), 'search got slower and slower, why?');
    expect(headline).toMatch(/search took.* grows/);
    expect(answer).toMatch(/Moving with it: .*segments/);
  });
});
