import { describe, expect, it } from 'vitest';
import { ask, busyService, logOf, once, series } from './made-log.ts';

describe('what comes all the time and what begins', () => {
  it('calls a log healthy in which single failures come as often before as after', async () => {
    const { headline, verdict } = await ask(logOf(busyService()), 'is anything wrong?');
    expect(verdict).toBe('INCONCLUSIVE');
    expect(headline).toMatch(/nothing stands out/i);
  });

  it('takes requests that a server refuses all day for background, and those of one hour for an episode', async () => {
    const request = (status: number) => (index: number) =>
      `10.0.0.${index % 40} - - [18/Nov/2026:${String(7 + Math.floor(index / 60)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}:05 +0000] "GET /x${index} HTTP/1.1" ${status} 120`;
    const ok = Array.from({ length: 600 }, (_, index) => request(200)(index));
    const spread = ok.map((line, index) => (index % 15 === 7 ? request(403)(index) : line));
    const hour = ok.map((line, index) => (index > 240 && index < 300 ? request(403)(index) : line));
    expect((await ask(spread.join('\n'), 'is anything wrong?')).headline).toMatch(/nothing stands out/i);
    expect((await ask(hour.join('\n'), 'is anything wrong?')).headline).toMatch(/answered 403.*5\d times/);
  });

  it('takes a few lines that stand alone for part of the trickle', async () => {
    const strays = [
      ...once('07:31', 'ERROR web: body of request 7 is too large'),
      ...once('10:12', 'ERROR web: body of request 9 is too large'),
    ];
    const { headline, answer } = await ask(logOf(busyService(), strays), 'is anything wrong?');
    expect(headline).toMatch(/nothing stands out/i);
    expect(answer).toContain('too large');
  });

  it('tells a single line whose own words name a cause, however many others come all the time', async () => {
    const full = once('09:20', 'ERROR db: could not extend file: No space left on device');
    const { headline } = await ask(logOf(busyService(), full), 'is anything wrong?');
    expect(headline).toMatch(/No space left on device/);
  });

  it('names the burst and not the louder trickle', async () => {
    const burst = series('09:00', 30, 20_000, (index) => `ERROR cart: total of cart ${index} does not match`);
    const { headline } = await ask(logOf(busyService(), burst), 'why were carts wrong?');
    expect(headline).toMatch(/does not match.*30 times.*09:00:00 to 09:09:40/);
  });

  it('lists windows apart from each other instead of one span', async () => {
    const fail = (from: string) => series(from, 25, 12_000, () => 'ERROR dns: lookup of pay.example failed');
    const { answer } = await ask(logOf(busyService(), fail('07:10'), fail('10:40')), 'when did lookups fail and why?');
    expect(answer).toMatch(/07:10:00 to 07:14:48/);
    expect(answer).toMatch(/10:40:00 to 10:44:48/);
  });

  it('tells an event that comes again with the same companions, however even its times are', async () => {
    const stops = ['07:00', '08:12', '09:21', '10:33', '11:40'].flatMap((time) => [
      ...once(`${time}:01`, 'INFO belt: brake of drive 7 released'),
      ...once(`${time}:04`, 'WARN bus: error counter above limit'),
      ...once(`${time}:05`, 'ERROR bus: controller is off'),
      ...once(`${time}:06`, 'ERROR belt: stopped for safety'),
    ]);
    const { verdict, headline } = await ask(logOf(busyService(), stops), 'is anything wrong?');
    expect(verdict).toBe('LIKELY');
    expect(headline).toMatch(/bus|belt/);
  });

  it('does not take a job that fails each time it runs for background', async () => {
    const job = series('06:30', 6, 3_600_000, () => 'ERROR nightly: lock file exists, giving up');
    const { headline } = await ask(logOf(busyService(), job), 'why does nightly not run?');
    expect(headline).toMatch(/lock file exists.*6 times/);
  });
});

describe('trouble that no level tells of', () => {
  const leases = series(
    '09:42',
    200,
    30_000,
    (index) => `dhcpd[8]: DHCPDISCOVER from host${index}: network 10.20.30.0/24: no free leases`,
  );
  const calm = series('06:00', 4000, 5400, (index) => `dhcpd[8]: DHCPACK on 10.20.${index % 9}.${index % 250}`);

  it('is found by its words, though the question has none of them', async () => {
    const { headline, verdict } = await ask(logOf(calm, leases), 'pcs get no address since before lunch, whats up?');
    expect(verdict).toBe('LIKELY');
    expect(headline).toMatch(/no free leases.*200 times/);
  });

  it('is told of the subject that was asked for, though its lines call themselves information', async () => {
    const failed = series('09:00', 60, 20_000, () => 'INFO query: failed (SERVFAIL) for pay.example');
    const { headline, verdict } = await ask(logOf(busyService(), failed), 'pay.example is not resolved. reason?');
    expect(verdict).toBe('LIKELY');
    expect(headline).toMatch(/SERVFAIL.*pay\.example.*60 times/);
  });

  it('is told in the languages devices speak', async () => {
    const alarm = once('09:10', 'CUVE2;ALARME;niveau;niveau très bas, arrêt de la ligne 2');
    const { headline } = await ask(logOf(calm, alarm), 'Pourquoi la ligne 2 est arrêtée ?');
    expect(headline).toMatch(/niveau très bas/);
  });
});

it('says no where it is asked whether it was this and something else stands before it each time', async () => {
  const both = series('09:00', 60, 20_000, (index) => `ERROR radius: no response from server 10.0.5.21 to ${index}`);
  const refused = series('09:00:01', 60, 20_000, (index) => `ERROR vpn: login of u${index} refused, wrong password`);
  const { headline } = await ask(logOf(busyService(), both, refused), 'is it the users typing wrong passwords?');
  expect(headline).not.toMatch(/Yes/);
  expect(headline).toMatch(/no response/);
});

it('sees where a slope begins that later stays where it came to', async () => {
  const depth = (index: number) => (index < 120 ? index % 9 : Math.min(12_000, (index - 120) * 100));
  const queue = series('06:00', 360, 60_000, (index) => `INFO mq: queue mails depth=${depth(index)}`);
  const { headline } = await ask(logOf(busyService(), queue), 'why do mails come late?');
  expect(headline).toMatch(/depth.* grows .* from 2026-05-12 (?:07:5[5-9]|08:0[0-5])/);
});

it('lays no failure that names its own cause at the door of something that merely got slower', async () => {
  const slower = series('06:00', 120, 180_000, (index) => `INFO job: refresh finished in ${90 + index * 2} ms`);
  const expired = series('11:20', 80, 3000, (index) => `ERROR web: session of u${index} rejected: token expired`);
  const { headline } = await ask(logOf(busyService(), slower, expired), 'why were sessions rejected?');
  expect(headline).not.toMatch(/grows/);
  expect(headline).toMatch(/token expired/);
});
