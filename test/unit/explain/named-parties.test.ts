import { describe, expect, it } from 'vitest';
import { readUpload } from '#service/child/read-upload.ts';
import { investigate } from '#service/investigator/investigate.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function answerTo(log: readonly string[]): Promise<{ headline: string; answer: string }> {
  const made = temporaryFolder();
  const path = made.file('upload', `${[...log].sort().join('\n')}\n`);
  const folder = `${made.path}/reading`;
  const { signal } = new AbortController();
  const read = await readUpload({ path, name: 'app.log', folder }, { signal, progress() {} });
  if (!read.ok) throw new Error(read.failure.message);
  const files = [{ id: '1', name: 'app.log', folder, reading: read.reading }];
  const { answer } = await investigate({ files, question: '', mode: 'quick', signal, budgetMs: 60_000 }, () => {});
  return { headline: answer.split('\n')[0]!, answer };
}

const at = (second: number) => new Date(Date.UTC(2026, 4, 12, 9, 0, second)).toISOString();
const times = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index));
/** Fails as often at the start as at the end. */
const trickle = times(40, (index) => `${at(index * 90)} ERROR mail: recipient r${index} refused by its server`);
const quiet = times(60, (index) => `${at(index * 60 + 7)} INFO app: cycle ${index} done`);

describe('whom lines name', () => {
  it('is who holds what the others wait for, whatever each waiting line is called', async () => {
    const waiting = times(
      20,
      (index) =>
        `${at(1200 + index * 3)} INFO db: process ${500 + index} still waiting. Process holding the lock: 3977. Wait queue: ${index}.`,
    );
    const { headline } = await answerTo([...quiet, ...waiting]);
    expect(headline).toMatch(/LIKELY: `3977` holds what others wait for, stated in 20 of 20 lines/);
  });

  it('is who keeps what it takes', async () => {
    const kept = times(
      12,
      (index) => `${at(300 + index * 40)} INFO tracker: connection open for ${600 + index} s, taken by acme.Ledger.run`,
    );
    expect((await answerTo([...quiet, ...kept])).headline).toContain('`acme.Ledger.run` does not give back');
  });

  it('is who guessed passwords, and above all who then got in', async () => {
    const guesses = times(
      30,
      (index) => `${at(600 + index)} INFO sshd: Failed password for root from 203.0.113.9 port ${4000 + index} ssh2`,
    );
    const own = `${at(700)} INFO sshd: Accepted password for ada from 10.0.0.7 port 5022 ssh2`;
    const entry = `${at(701)} INFO sshd: Accepted password for root from 203.0.113.9 port 5023 ssh2`;
    expect((await answerTo([...quiet, ...guesses, own])).headline).toMatch(/LIKELY: `203.0.113.9` guessed passwords/);
    const { headline, answer } = await answerTo([...quiet, ...guesses, own, entry]);
    expect(headline).toMatch(/CONFIRMED: `203.0.113.9` got in after it had guessed passwords/);
    expect(answer).toContain('Accepted password for root');
  });
});

describe('what fails all the time', () => {
  it('does not go before a deadlock that the runtime reports, which is quoted with who waits for whom', async () => {
    const report = [
      `${at(1800)} ERROR watch: nothing finished for 120 s`,
      'Found one Java-level deadlock:',
      '=============================',
      '"sync-2":',
      '  waiting to lock monitor 0x00007f2a (object 0x00000000e0a1, a com.acme.Stock),',
      '  which is held by "order-7"',
      '"order-7":',
      '  waiting to lock monitor 0x00007f2b (object 0x00000000e0b1, a com.acme.Ledger),',
      '  which is held by "sync-2"',
    ].join('\n');
    const { headline, answer } = await answerTo([...quiet, ...trickle, report]);
    expect(headline).toContain('Found one Java-level deadlock');
    expect(answer).toContain('which is held by "order-7"');
  });

  it('does not go before a reason that is stated once', async () => {
    const once = `${at(1800)} WARN nightly: lock file exists, giving up`;
    expect((await answerTo([...quiet, ...trickle, once])).headline).toContain('lock file exists');
  });

  it('does not go before a link that keeps going down and up, which is likely and not certain', async () => {
    const flaps = times(
      12,
      (index) =>
        `${at(1500 + index * 20)} INFO sw1: Interface Te1/1/4, changed state to ${index % 2 === 0 ? 'down' : 'up'}`,
    );
    const { headline } = await answerTo([...quiet, ...trickle, ...flaps]);
    expect(headline).toMatch(/LIKELY: Interface Te1\/1\/4 went up and down/);
  });
});
