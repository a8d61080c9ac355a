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
