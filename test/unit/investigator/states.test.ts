import { describe, expect, it } from 'vitest';
import { ask, logOf, once, series } from './made-log.ts';

const calm = series('06:00', 400, 30_000, (index) => `INFO hub: reading ${index % 13} of probe-${index % 9} taken`);
const at = (...lines: readonly [string, string][]) => lines.map(([time, text]) => once(time, text));

describe('whether something is well again', () => {
  const devices = logOf(
    calm,
    ...at(
      ['07:00', 'WARN hub: device porch-3 unavailable: no keepalive'],
      ['07:31', 'INFO hub: device porch-3 available, session resumed'],
      ['08:40', 'WARN hub: device attic-1 unavailable: no keepalive'],
    ),
  );
  it('is told by the last line about it in either state', async () => {
    expect((await ask(devices, 'is porch-3 available again?')).headline).toMatch(/Yes: since 2026-05-12 07:31:00/);
    expect((await ask(devices, 'is attic-1 back?')).headline).toMatch(/No, .*unavailable.*08:40:00/);
  });

  it('is no for one that is still in alarm, and yes to whether it is', async () => {
    const log = logOf(
      calm,
      series('06:00', 40, 60_000, (index) => `INFO hub: freezer-2 at -21.${index % 7} within limits`),
      ...at(
        ['08:40', 'WARN hub: ALARM freezer-2 at -9.1 above limit'],
        ['08:43', 'WARN hub: ALARM freezer-2 at -8.7 above limit'],
      ),
    );
    expect((await ask(log, 'is freezer-2 still in alarm?')).headline).toMatch(/: Yes when the file ends.*ALARM/);
    expect((await ask(log, 'is freezer-2 ok again?')).headline).toMatch(/: No, not when the file ends.*ALARM/);
  });

  it('is answered for each of several', async () => {
    const { headline } = await ask(devices, 'are porch-3 and attic-1 ok now?');
    expect(headline).toMatch(/Not all: `porch-3` yes .*`attic-1` no/);
  });

  it('is never proved by the failing line itself', async () => {
    const log = logOf(
      calm,
      series('06:30', 20, 60_000, () => 'INFO nvr: recording started channel=cam-07'),
      series('07:00', 70, 120_000, () => 'ERROR nvr: connect failed channel=cam-07: 401 Unauthorized'),
    );
    expect((await ask(log, 'is cam-07 recording again?')).headline).toMatch(/: No, not when the file ends.*401/);
  });

  it('is told by the work that was suspended where no line says so', async () => {
    const works = (from: string) => series(from, 60, 30_000, (index) => `INFO pay: charge ${index} booked by acme-pay`);
    const fails = series('07:00', 40, 30_000, () => 'ERROR pay: charge by acme-pay failed: i/o timeout');
    const log = logOf(calm, works('06:15'), fails, works('07:25'));
    expect((await ask(log, 'is acme-pay ok again?')).headline).toMatch(/Yes: since 2026-05-12 07:25:00/);
    expect((await ask(log, 'between when and when was acme-pay not reachable?')).headline).toMatch(
      /07:00:00 to 07:25:00 \(25 min\)/,
    );
  });

  it('is not settled by a try that fails each time', async () => {
    const day = (hour: number, isGood: boolean) => {
      const time = `${String(hour).padStart(2, '0')}:00`;
      return at(
        [`${time}:00`, 'INFO etl: run started job=sales_daily'],
        [
          `${time}:50`,
          isGood ? 'INFO etl: run succeeded job=sales_daily' : 'ERROR etl: run failed job=sales_daily: KeyError',
        ],
      );
    };
    const runs = Array.from({ length: 15 }, (_, index) => day(index + 1, index < 5 || index > 9)).flat();
    const { headline } = await ask(logOf(calm, ...runs), 'since when did sales_daily fail and when was it ok again?');
    expect(headline).toMatch(/06:00:50 to 11:00:50/);
  });

  it('is told by a line that names the failure it ends, and of persons by what they do', async () => {
    const log = logOf(
      calm,
      series('06:10', 20, 300_000, () => 'INFO vpn: session renewed user=chen'),
      series('06:20', 3, 60_000, () => 'INFO vpn: session renewed user=dora'),
      series('07:00', 30, 280_000, () => 'ERROR vpn: AUTH_FAILED: certificate revoked user=dora'),
      ...at(
        ['07:00', 'ERROR cluster: node redis-b marked FAIL, slots uncovered'],
        ['07:12:30', 'INFO cluster: FAIL state cleared for node redis-b'],
      ),
    );
    expect((await ask(log, 'is redis-b ok again?')).headline).toMatch(/Yes: since 2026-05-12 07:12:30/);
    expect((await ask(log, 'can dora connect again?')).headline).toMatch(/: No, .*revoked/);
  });

  it('is left open where bad lines merely come no more', async () => {
    const log = logOf(
      calm,
      series('06:30', 30, 20_000, () => 'ERROR sink: push to store-9 failed: refused'),
    );
    const { verdict, headline } = await ask(log, 'is store-9 reachable again?');
    expect(verdict).toBe('INCONCLUSIVE');
    expect(headline).toMatch(/No line tells that `store-9` is well again.*06:39:40/);
  });

  it('is no, of the whole file, where what failed goes on to its end', async () => {
    const log = logOf(
      calm,
      series('07:00', 140, 60_000, () => 'ERROR db: write failed: Read-only file system'),
    );
    expect((await ask(log, 'is it ok again at the end of the log?')).headline).toMatch(/No: it goes on to the end/);
  });
});

describe('the times of a trouble', () => {
  const peers = logOf(
    calm,
    ...at(
      ['07:10', 'WARN bgp: neighbor 10.0.0.6 Down: notification'],
      ['07:10:40', 'WARN bgp: neighbor 10.0.0.2 Down: hold timer expired'],
      ['07:25', 'INFO bgp: neighbor 10.0.0.6 Up'],
      ['07:44', 'INFO bgp: neighbor 10.0.0.2 Up'],
      ['08:01', 'WARN bgp: neighbor 10.0.0.2 Down: hold timer expired'],
      ['08:09:30', 'INFO bgp: neighbor 10.0.0.2 Up'],
    ),
  );
  it('are parted where it was well in between', async () => {
    expect((await ask(peers, 'when was 10.0.0.2 down?')).headline).toMatch(
      /2 times: 2026-05-12 07:10:40 to 07:44:00 .*08:01:00 to 08:09:30/,
    );
  });

  it('tell which of several failed first', async () => {
    expect((await ask(peers, 'which neighbor went down first, 10.0.0.2 or 10.0.0.6?')).headline).toMatch(
      /`10.0.0.6`, at 2026-05-12 07:10:00.*`10.0.0.2` 40 s later/,
    );
  });

  it('may be asked for as the device counts them', async () => {
    const log = logOf(
      calm,
      series('07:00', 5, 600_000, () => 'ERROR wifi: firmware crashed'),
    );
    expect((await ask(log, 'since when (uptime) does the firmware crash?')).headline).toMatch(/07:00:00/);
  });
});

describe('whether it is of one alone', () => {
  const lines = [
    ...calm,
    ...series('06:10', 20, 120_000, () => 'INFO etl: loaded job=stock'),
    ...series('07:00', 8, 60_000, () => 'ERROR etl: load failed job=sales'),
  ];
  const jobs = logOf(lines);
  it('is told by all lines that tell of it', async () => {
    expect((await ask(jobs, 'is anything else failing besides sales?')).headline).toMatch(
      /No: all 8 such lines are of `sales`/,
    );
    expect((await ask(jobs, 'was sales the only one that failed?')).headline).toMatch(/Yes: all 8 such lines/);
  });

  it('names the others where there are any', async () => {
    const both = logOf(lines, once('08:00', 'ERROR etl: load failed job=stock'));
    expect((await ask(both, 'was sales the only one that failed?')).headline).toMatch(
      /No: 1 such line is of others.*job=stock/,
    );
  });
});
