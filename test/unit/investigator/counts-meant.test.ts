import { describe, expect, it } from 'vitest';
import { ask, busyService, logOf, type MadeLine, series, stamp } from './made-log.ts';

const nights = (skippedOn: number): MadeLine[] =>
  Array.from({ length: 12 }, (_, day) => {
    const startMs = Date.UTC(2026, 4, 1 + day, 23, 50);
    const text = `INFO import finished chunks=90 skipped=${day === skippedOn ? 3 : 0} took=1070s`;
    const items = Array.from({ length: 30 }, (_item, at) => ({
      timeMs: startMs + at * 30_000,
      text: `INFO import chunk ${at} ok rows=${900 + at}`,
    }));
    return [...items, { timeMs: startMs + 1_100_000, text }];
  }).flat();

describe('what is counted is what was meant', () => {
  it('takes all that failed for the reason, whatever else the lines call it', async () => {
    const keys = series('07:00', 77, 60_000, () => 'ERROR gate: authentication failed: no key found for kid k7');
    const spans = series('07:00', 20, 90_000, () => 'ERROR trace: span rejected: 413');
    const fine = series('06:00', 300, 60_000, (index) => `INFO gate: key k6 used, request ${index}`);
    const log = logOf(busyService(), keys, spans, fine);
    const { headline } = await ask(log, 'number of rejected requests because of the missing key');
    expect(headline).toMatch(/77 times: `.*no key found/);
  });

  it('says no where a counter of that name is always 0, and when and how much where it is not', async () => {
    expect((await ask(logOf(nights(-1)), 'was anything skipped?')).headline).toMatch(
      /No: `skipped` is 0 in all 12 lines/,
    );
    expect((await ask(logOf(nights(4)), 'was anything skipped?')).headline).toMatch(
      /Yes: `skipped` is above 0 in 1 of 12 lines, 3 in all, first at 2026-05-06/,
    );
  });

  it('reads the number of each night from the line that sums it up', async () => {
    const { headline } = await ask(logOf(nights(-1)), 'how many chunks per night, anything skipped?');
    expect(headline).toMatch(/90 chunks each night, 12 nights/);
    expect(stamp(0)).toBe('1970-01-01 00:00:00');
  });

  it('counts the devices by hardware address where lines have no other name for them', async () => {
    const macOf = (index: number) => `5e:aa:10:00:00:${String(index % 23).padStart(2, '0')}`;
    const acks = series('08:00', 200, 30_000, (index) => `INFO dhcpd: DHCPACK on 10.20.4.${index % 90} via eth1`);
    const leases = series('09:00', 92, 30_000, (index) => {
      const lease = `172.16.8.${50 + (index % 23)}`;
      return `INFO snoop: lease ${lease} for ${macOf(index)} offered by 172.16.8.1`;
    });
    const log = logOf(acks, leases);
    expect((await ask(log, 'how many different clients got a 172.16.8.x address?')).headline).toMatch(
      /23 different values of `mac`/,
    );
    const drops = series('08:00', 60, 60_000, (index) => {
      const mac = macOf(index % 3 === 0 ? index : 1);
      return `INFO hostapd: STA ${mac} deauthenticated due to inactivity`;
    });
    expect((await ask(logOf(acks, drops), 'which station has the most deauthentications?')).headline).toMatch(
      /`5e:aa:10:00:00:01` leads/,
    );
  });
});

describe('identifiers in another notation', () => {
  const frames = series(
    '08:00',
    300,
    1000,
    (index) => `can${index % 2} ${index % 3 === 0 ? '3D2' : '0C4'}#1E9EDA3C${index}`,
  );

  it('find hexadecimal numbers with and without their prefix', async () => {
    expect((await ask(logOf(frames), 'how often was 0x3D2 sent?')).headline).toMatch(/100 lines with `3D2`/);
  });

  it('find hardware addresses with other signs between the digits', async () => {
    const joins = series('08:00', 40, 1000, (index) => `INFO join 3c:84:6a:00:00:0${index % 4} ok`);
    const { headline } = await ask(logOf(frames, joins), 'how many joins did 3C-84-6A-00-00-02 make');
    expect(headline).toMatch(/10 lines with .*`3c:84:6a:00:00:02`/);
  });

  it('take the open end of an address for its beginning, and no part of it for a date', async () => {
    const hits = series('08:00', 30, 1000, (index) => `INFO hit from 172.16.8.${index} ok`);
    const { headline } = await ask(logOf(frames, hits), 'how many lines with 172.16.8.*');
    expect(headline).toMatch(/30 lines with `172\.16\.8\.`/);
  });
});

describe('groups compared by share', () => {
  const calls = series('06:00', 2000, 9000, (index) =>
    JSON.stringify({
      version: index % 5 === 0 ? '3.2.0' : '3.1.9',
      outcome: (index % 5 === 0 ? index % 35 === 0 : index % 98 === 1) ? 'declined' : 'approved',
      ms: index % 70,
    }),
  ).map(({ timeMs, text }) => ({ timeMs, text: `${text.slice(0, -1)},"ts":"${new Date(timeMs).toISOString()}"}` }));
  const log = `${calls.map(({ text }) => text).join('\n')}\n`;

  it('have the worse one first, with both shares and counts', async () => {
    const { headline } = await ask(log, 'compare decline rates of 3.1.9 and 3.2.0');
    expect(headline).toMatch(
      /`3\.2\.0` is worse: 14\.\d % \(\d+ of 400\).*against `3\.1\.9` 1(?:\.\d)? % \(\d+ of 1,600\)/,
    );
  });

  it('are found by what they are where the question does not name them', async () => {
    expect((await ask(log, 'should we roll back the canary? which version is worse')).headline).toMatch(
      /Yes: `3\.2\.0` is worse/,
    );
    expect((await ask(log, 'is 3.1.9 worse than 3.2.0?')).headline).toMatch(/No: `3\.2\.0` is worse/);
  });

  it('are not worse by chance', async () => {
    const even = log.replaceAll('declined', 'approved').replace('"approved"', '"declined"');
    expect((await ask(even, 'is 3.2.0 worse than 3.1.9?')).headline).toMatch(/No: no clear difference/);
  });
});
